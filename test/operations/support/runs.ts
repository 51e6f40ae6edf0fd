/** Runs of the node on the sandbox as rows in JSON: what there is, what is asked, and what comes of it. */
import type { IDataObject } from 'n8n-workflow';
import { meets } from '../../support/meets';
import { byId, type Call, type NodeFixture } from '../../support/nodeFixture';
import { table } from '../../support/table';
import { filled, type Names } from '../../support/written';
import { one, writes } from './importing';
import { named } from './names';
import { withFile } from './withFile';

/** What every row can name. */
const COMMON: Names = { $id: byId, $name: named, $file: withFile };

export interface Run {
	readonly what: string;
	/** Records that are written before, by kind: `{deal}` is the ID of the first of its kind, `{otherDeal}` of the second. */
	readonly given?: Readonly<Record<string, IDataObject[]>>;
	/** How the next request to an address is answered. */
	readonly fault?: readonly [request: string, fault: object];
	readonly operation: string;
	readonly call?: Call;
	/** Its message; without it the run succeeds. */
	readonly error?: unknown;
	/** What the items hold: `support/meets.ts`. */
	readonly items?: unknown;
	readonly hints?: unknown;
	/** What is written, such as `PATCH /v2/deals/1`; all that is asked. */
	readonly writes?: unknown;
	readonly sent?: unknown;
	/** What records that were there before hold then, by kind. */
	readonly held?: Readonly<Record<string, unknown>>;
}

/** A test for each row, whose words `support/written.ts` explains. */
export function holdRuns(fixture: NodeFixture, rows: unknown, names: () => Names = () => ({})) {
	test.each(table<Run>(rows))('$what', async ({ given = {}, ...row }) => {
		const known: Record<string, unknown> = { ...COMMON, ...names() };
		for (const [kind, records] of Object.entries(given)) {
			const other = `other${kind[0]!.toUpperCase()}${kind.slice(1)}`;
			const written = filled(records, known) as IDataObject[];
			[known[kind], known[other]] = await fixture.write(kind, written);
		}
		const { fault, operation, call, ...outcome } = filled(row, known) as Run;
		await fixture.requests();
		if (fault) await fixture.fault(...fault);
		const { items, error, hints } = await fixture.run(operation, call);
		expect(error?.message).toEqual(outcome.error);
		if (outcome.items)
			meets(
				items.map(({ json }) => json),
				outcome.items,
				{},
			);
		if (outcome.hints) expect(hints.map(({ message }) => message)).toEqual(outcome.hints);
		if (outcome.writes) expect(await writes(fixture)).toEqual(outcome.writes);
		if (outcome.sent) expect(await fixture.sent()).toEqual(outcome.sent);
		for (const [kind, part] of Object.entries(outcome.held ?? {})) {
			meets(await one(fixture, kind, known[kind]), part, {});
		}
	});
}
