/** Runs of the node on the sandbox as rows in JSON: what there is, what is asked, and what comes of it. */
import type { IDataObject } from 'n8n-workflow';
import type { NodeResult } from '../../../harness';
import type { Answer } from '../../http/support/server';
import { meets } from '../../support/meets';
import { byId, type Call, type NodeFixture } from '../../support/nodeFixture';
import { table } from '../../support/table';
import { filled, type Names } from '../../support/written';
import { isWrite, one } from './importing';
import { named } from './names';
import { listOf, runOn, type Given, type Sent } from './service';
import { withFile } from './withFile';

/** What every row can name. */
const COMMON: Names = { $id: byId, $name: named, $file: withFile, $list: listOf };

interface Outcome {
	/** Its message; without it the run succeeds. */
	readonly error?: unknown;
	/** What the items hold: `support/meets.ts`. */
	readonly items?: unknown;
	readonly hints?: unknown;
	/** What is written, such as `PATCH /v2/deals/1`; all that is asked. */
	readonly writes?: unknown;
	readonly sent?: unknown;
}

interface Run extends Outcome {
	readonly what: string;
	/** Records that are written before, by kind: `{deal}` is the ID of the first of its kind, `{otherDeal}` of the second. */
	readonly given?: Readonly<Record<string, IDataObject[]>>;
	/** How the next request to an address is answered. */
	readonly fault?: readonly [request: string, fault: object];
	readonly operation: string;
	readonly call?: Call;
	/** What records that were there before hold then, by kind. */
	readonly held?: Readonly<Record<string, unknown>>;
}

const KNOWN = ['what', 'error', 'items', 'hints', 'writes', 'sent', 'bodies'];

function expectOutcome(
	{ items, error, hints }: Pick<NodeResult, 'items' | 'error' | 'hints'>,
	sent: readonly string[],
	outcome: Outcome,
): void {
	// A word that nobody reads would hold nothing.
	expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(outcome)));
	expect(error?.message).toEqual(outcome.error);
	const records = items.map(({ json }) => json);
	if (outcome.items) meets(records, outcome.items, {});
	if (outcome.hints) expect(hints.map(({ message }) => message)).toEqual(outcome.hints);
	if (outcome.writes) expect(sent.filter(isWrite)).toEqual(outcome.writes);
	if (outcome.sent) expect(sent).toEqual(outcome.sent);
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
		const { fault, operation, call, held = {}, ...outcome } = filled(row, known) as Run;
		await fixture.requests();
		if (fault) await fixture.fault(...fault);
		expectOutcome(await fixture.run(operation, call), await fixture.sent(), outcome);
		for (const [kind, part] of Object.entries(held)) {
			meets(await one(fixture, kind, known[kind]), part, {});
		}
	});
}

interface RunOn extends Outcome {
	readonly what: string;
	readonly operation: string;
	readonly given?: Given;
	/** What is answered to requests that end so: `/search`, or `PATCH /deals/7`. */
	readonly answers?: Readonly<Record<string, Answer>>;
	/** What is written, each time. */
	readonly bodies?: unknown;
}

/** The same on a service that is a function: `support/service.ts`. */
export function holdRunsOn(rows: unknown) {
	test.each(table<RunOn>(rows))('$what', async (row) => {
		const { operation, given, answers = {}, ...outcome } = filled(row, COMMON) as RunOn;
		const asked = ({ method, path }: Sent) => `${method} ${path}`;
		const result = await runOn(operation, {
			...given,
			respond: (request) =>
				Object.entries(answers).find(([end]) => asked(request).endsWith(end))?.[1],
		});
		expectOutcome(result, result.requests.map(asked), outcome);
		const written = result.requests.filter((request) => isWrite(asked(request)));
		if (outcome.bodies) expect(written.map(({ body }) => body)).toEqual(outcome.bodies);
	});
}
