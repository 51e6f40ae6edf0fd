/**
 * Create or Update run twice writes nothing the second time: whatever values rows give, however they write them,
 * as long as no two rows of one record disagree. Rows that fail are left out.
 */
import '../../harness/patientRegex';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import tables from './twice.json';
import { expectNoWrites, imported } from '../operations/support/importing';
import { startNodeFixture, type NodeFixture } from '../support/nodeFixture';
import { textOf } from '../../nodes/SalesManagement/shared';
import { withFile } from '../operations/support/withFile';
import { asCells, drawnRuns, KINDS } from './support/drawnRows';
import { aPart, runs } from '../support/random';

const RUNS = runs(3);

/** So many rows come from seven runs or so. */
const LEAST_ROWS = 30;

const NOT_DONE = ['failed', 'skipped', 'unknown'];

describe.each([
	['as it is usually', KINDS, {}],
	['where equality ignores case', aPart(KINDS, 3), { equalityIgnoresCase: true }],
] as const)('on a service %s', (_, kinds, set) => {
	let fixture: NodeFixture;
	beforeAll(async () => {
		fixture = await startNodeFixture({ set });
		// The types of their fields are known from what custom objects hold (v2 §2.8).
		await fixture.write('customObject', tables.objects);
	});
	afterAll(async () => await fixture.close());

	type Drawn = ReturnType<typeof drawnRuns> extends fc.Arbitrary<infer Run> ? Run : never;

	/** What became of each row; the items or the rows of a file. */
	const upsert = async ({ resource, parameters }: Drawn, rows: IDataObject[], isFile: boolean) => {
		const operation = `${resource}.createOrUpdate`;
		const call = { authentication: 'teamToken', continueOnFail: true } as const;
		if (isFile) {
			const file = withFile(asCells(rows), { fileName: 'rows.jsonl' });
			const told = await imported(fixture, operation, [file], { ...call, parameters });
			return told.rows.map(({ outcome, error }) => ({ outcome: textOf(outcome), error }));
		}
		const { items } = await fixture.run(operation, {
			...{ ...call, parameters: { ...parameters, fieldsFrom: 'input' }, input: rows },
		});
		return items.map(({ json }) => ({
			outcome: json.error === undefined ? (json.action as string) : 'failed',
			error: json.error,
		}));
	};

	test.each(kinds.map((kind) => [kind.name, kind] as const))(
		'%s',
		async (_kind, kind) => {
			let [done, all] = [0, 0];
			const holds = fc.asyncProperty(drawnRuns(kind), fc.boolean(), async (drawn, isFile) => {
				const first = await upsert(drawn, drawn.rows, isFile);
				const rows = drawn.rows.filter((_row, at) => !NOT_DONE.includes(first[at]!.outcome));
				[all, done] = [all + first.length, done + rows.length];
				await fixture.requests();
				const again = rows.length > 0 ? await upsert(drawn, rows, isFile) : [];
				expect(again).toEqual(rows.map(() => ({ outcome: 'unchanged', error: again[0]?.error })));
				await expectNoWrites(fixture);
			});
			// Rows of one run fail together, so that a few runs do not show what becomes of most rows.
			do await fc.assert(holds, { numRuns: RUNS });
			while (all < LEAST_ROWS);
			// Most rows must be written for the rest to mean anything.
			expect(done).toBeGreaterThan(all / 2);
		},
		600_000,
	);
});
