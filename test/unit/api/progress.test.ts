/** A run goes on through 429s while this process gets anything through; whatever has bounds keeps them. */
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { LIMITS } from '../../../nodes/SalesManagement/api/limits';
import type { HttpRequest } from '../../../nodes/SalesManagement/api/transport';
import { clientOf, failureOf } from '../support/testClient';

const CREATE = { operation: 'deal.create', body: { name: 'A' } } as const;
const READ = { operation: 'deal.get', path: { id: 1 } } as const;
const REFUSED = { status: 429, headers: { 'retry-after': '1' }, body: {} };
const DONE = { body: { id: 1 } };

/** Refuses the creates so often; reads pass. */
const refusing = (times: number) => {
	let left = times;
	return ({ method }: HttpRequest) => (method === 'POST' && left-- > 0 ? REFUSED : DONE);
};

/** Something is let through twice a minute, for an hour. */
async function withProgress(client: ReturnType<typeof clientOf>, isOver: () => boolean) {
	for (let count = 0; count < 120 && !isOver(); count++) {
		await client.send(READ);
		await client.clock.sleep(30_000);
	}
}

test('a create that is refused many times is created once others of the process get through', async () => {
	const client = clientOf(refusing(30), { rate: 5 });
	let created: unknown;
	const creating = client.send(CREATE).then((answer) => (created = answer));
	await withProgress(client, () => created !== undefined);
	expect(await creating).toMatchObject({ status: 200 });
});

test('without any progress for a minute it ends with the attempts of ever', async () => {
	const client = clientOf(() => REFUSED, { rate: 5 });
	const error = await failureOf<ServiceError>(client.send(CREATE));
	expect(error.status).toBe(429);
	expect(client.requests).toHaveLength(LIMITS.attempts.rate);
});

test('with progress that ended, it ends within a few minutes', async () => {
	let first = true;
	const client = clientOf(() => (first ? ((first = false), DONE) : REFUSED), { rate: 5 });
	await client.send(READ);
	const begun = client.clock.elapsed();
	expect((await failureOf<ServiceError>(client.send(CREATE))).status).toBe(429);
	expect(client.clock.elapsed() - begun).toBeGreaterThan(LIMITS.progressMs - 10_000);
	expect(client.clock.elapsed() - begun).toBeLessThan(LIMITS.progressMs + LIMITS.retryWaitMs);
});

test.each([
	['a time of its own', { maxWaitMs: 20_000, timeLeftMs: 20_000 }, 'run'],
	['a form', {}, 'form'],
	['a poll', {}, 'poll'],
] as const)('%s keeps its bounds', async (_name, options, purpose) => {
	const client = clientOf(refusing(Infinity), { rate: 5, purpose });
	let error: ServiceError | undefined;
	const failing = failureOf<ServiceError>(client.send(CREATE, options)).then(
		(each) => (error = each),
	);
	const begun = client.clock.elapsed();
	await withProgress(client, () => error !== undefined);
	await failing;
	expect(error?.status).toBe(429);
	expect(client.clock.elapsed() - begun).toBeLessThan(2 * LIMITS.retryWaitMs);
});

test('a used-up quota is not hammered, although others got through before', async () => {
	let first = true;
	const used = { status: 429, headers: {}, body: { error: 'The daily quota is used up' } };
	const client = clientOf(() => (first ? ((first = false), DONE) : used), { rate: 5 });
	await client.send(READ);
	const error = await failureOf<ServiceError>(client.send(CREATE));
	expect(error.quotaResetsAt).toBe(Date.parse('2026-11-22T00:00:00Z'));
	expect(client.requests.length).toBeLessThanOrEqual(1 + LIMITS.attempts.rate);
});

describe('with progress that ended for many requests at once', () => {
	const REFUSALS = [
		['the rate', { status: 429, headers: {}, body: {} }],
		['the day', { status: 429, headers: {}, body: { error: 'The daily quota is used up' } }],
	] as const;
	const begun = async (refusal: (typeof REFUSALS)[number][1]) => {
		let first = true;
		const client = clientOf(() => (first ? ((first = false), DONE) : refusal), { rate: 5 });
		await client.send(READ);
		return { client, acceptedAt: client.clock.elapsed() };
	};
	/** So many creates, ten under way at once. */
	const failing = async ({ client }: Awaited<ReturnType<typeof begun>>, count: number) => {
		let left = count;
		const oneByOne = async () => {
			while (left-- > 0) await failureOf<ServiceError>(client.send(CREATE));
		};
		await Promise.all(Array.from({ length: 10 }, oneByOne));
	};

	test('they end within a few minutes, although they wait for each other', async () => {
		const [, refusal] = REFUSALS[0];
		const given = await begun(refusal);
		await failing(given, 10);
		const took = given.client.clock.elapsed() - given.acceptedAt;
		// Then each has one more try, and these come one after the other.
		expect(took).toBeLessThan(LIMITS.progressMs + LIMITS.retryWaitMs + 30_000);
	});

	test.each(REFUSALS)('by %s, those behind them are tried once', async (_name, refusal) => {
		const given = await begun(refusal);
		await failing(given, 10);
		const before = given.client.requests.length;
		await failing(given, 40);
		expect(given.client.requests.length - before).toBeLessThanOrEqual(40);
	});

	test('once one gets through again, the others have all their attempts', async () => {
		let refused = true;
		const client = clientOf(() => (refused ? REFUSED : DONE), { rate: 5 });
		await failureOf<ServiceError>(client.send(CREATE));
		refused = false;
		await client.send(READ);
		refused = true;
		const before = client.requests.length;
		await failureOf<ServiceError>(client.send(CREATE));
		expect(client.requests.length - before).toBeGreaterThan(20);
	});
});
