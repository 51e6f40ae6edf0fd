/**
 * Every operation against a service that is slow, broken or lying: it ends in bounded time, memory
 * and requests, with a result or a sentence; nothing is written twice; the secret stays where it is.
 */
import fc from 'fast-check';
import { ROUTES } from '../../nodes/SalesManagement/api';
import { OPERATION_COUNTS } from '../support/counts';
import { LIST_WORLDS, world, type World } from './support/hostile/attack';
import { BY_TIME, operationCases, type OperationCase } from './support/hostile/operations';
import { startHostileService, type HostileService } from './support/hostile/service';
import { prepare, tryOut } from './support/hostile/trial';
import { aPart, firstSeed, runs } from '../support/random';

const RUNS = runs(1);

const listsOf = (version: 'v1' | 'v2') =>
	new Set(
		Object.entries(ROUTES[version]).flatMap(([operation, { list }]) => (list ? [operation] : [])),
	);
const listRoutes = { v1: listsOf('v1'), v2: listsOf('v2') };

describe.each(['v2', 'v1'] as const)('a hostile service of %s', (version) => {
	let service: HostileService;
	let cases: OperationCase[];
	let trials: ReturnType<typeof prepare>;

	beforeAll(async () => {
		cases = await operationCases(version);
		service = await startHostileService();
		trials = prepare();
	}, 300_000);

	afterAll(async () => {
		trials.restore();
		await service.close();
	});

	test('every operation is tried, with what a right service answers', () => {
		expect(cases.length).toBeGreaterThanOrEqual(OPERATION_COUNTS[version]);
		const without = cases.filter(({ answers }) => !answers.some(({ status }) => status < 300));
		expect(without.map(({ title }) => title)).toEqual([]);
	});

	const check = async (of: OperationCase, given: World) => {
		const { broken } = await tryOut(service, of, given, trials.clock);
		expect({ operation: of.title, broken }).toEqual({ operation: of.title, broken: [] });
	};

	test('every list ends, whatever its pages hold', async () => {
		const lists = cases.filter(({ operation }) => listRoutes[version].has(operation));
		expect(new Set(lists.map(({ operation }) => operation))).toEqual(listRoutes[version]);
		const isByTime = ({ parameters }: OperationCase) => parameters === BY_TIME.parameters;
		const all = RUNS >= LIST_WORLDS.length;
		for (const [index, of] of lists.entries()) {
			const one = LIST_WORLDS.slice(index % LIST_WORLDS.length).slice(0, 1);
			for (const given of all || isByTime(of) ? LIST_WORLDS : one) await check(of, given);
		}
	}, 300_000);

	test(
		`operations hold, each in ${RUNS} drawn worlds`,
		async () => {
			for (const [index, of] of aPart([...cases.entries()], 3)) {
				await fc.assert(
					fc.asyncProperty(world, async (given) => await check(of, given)),
					{ numRuns: RUNS, seed: firstSeed + index },
				);
			}
		},
		120_000 + RUNS * 60_000,
	);
});
