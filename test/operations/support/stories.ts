/**
 * Stories of a user of the node, step by step, as the JSON files beside the tests tell them. How JSON says what is no
 * JSON: `test/support/written.ts`; how an outcome is held: `test/support/meets.ts`. A step is one of
 * - `["+ customer", rows, "acme globex"]`: records as a second client writes them, and names for their IDs;
 * - `["customer.update", call, outcome, names]`: the node runs; names are parts of the outcome for later steps;
 * - `["file customer.createMany", { file, ...call }, outcome]`: it imports a file of this text;
 * - `["on customer.update", given, outcome]`: it runs on a service that is a function, as `service.ts` has it, where
 *   `answers` are those to `GET /customers/1` and the like;
 * - `["sent", requests]` and `["writes", requests]`: what was asked since the last step of these;
 * - `["same", [one, other]]`: two values are equal;
 * - `["fault", fault]` and `["options", options]` of the sandbox.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../http/support/server';
import type { NodeResult } from '../../support/harness';
import { at, meets } from '../../support/meets';
import { byId, type Call, type NodeFixture } from '../../support/nodeFixture';
import { filled, rowsIn, type Names } from '../../support/written';
import { DEAL, imported, told, writes } from './importing';
import { mapperOf } from './matching';
import { dealNamed, FROM_INPUT, named } from './names';
import { runOn, type Given, type Sent } from './service';

/** What a step is to come to: the text of an error, or parts of what is seen; without `said` it is a success. */
type Outcome = string | Fields | undefined;
type Fields = Record<string, unknown>;
type Step = [does: string, given?: unknown, outcome?: Outcome, names?: string | Fields];

/** What every story can name. */
const COMMON: Names = {
	...{ DEAL, FROM_INPUT },
	$byId: byId,
	$named: named,
	/** A mapper that somebody wrote, and one as the editor saves it. */
	$mapper: (value: IDataObject) => ({ mappingMode: 'defineBelow', value }),
	$mapperOf: mapperOf,
	$dealNamed: dealNamed,
};

/** A record without its ID, its properties in their order: `name: "A", amount: 0`. */
const inShort = ({ id: _, ...record }: IDataObject) =>
	Object.entries(record)
		.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
		.join(', ');

/** What a test sees of a run. */
function seen(result: NodeResult) {
	const { summaries: items, hints, rows } = told(result);
	const { message: said, description: advice } = result.error ?? {};
	return { said, advice, items, shown: items.map(inShort), hints, rows };
}

/** A run on a service that gives these answers, and has empty lists otherwise. */
async function seenOn(
	operation: string,
	{ answers = {}, ...given }: Given & { answers?: Record<string, unknown> },
) {
	const respond = ({ method, path }: Sent) => {
		const answer = answers[`${method} ${path}`];
		const isWhole = typeof answer === 'object' && answer !== null && 'body' in answer;
		return answer === undefined ? undefined : isWhole ? (answer as Answer) : { body: answer };
	};
	const { requests, ...result } = await runOn(operation, { respond, ...given });
	const bodiesOf = (kind: RegExp) =>
		requests.filter(({ method, path }) => kind.test(method + path)).map(({ body }) => body);
	return {
		...seen(result),
		requests: requests.map(({ method, version, path }) => `${method} /${version}${path}`),
		bodies: bodiesOf(/^(?!GET)(?!.*\/search$)/),
		searches: bodiesOf(/\/search$/),
	};
}

type Take = (fixture: NodeFixture, given: never, of: string) => Promise<unknown>;
const STEPS: Readonly<Record<string, Take>> = {
	'+': async (fixture, rows: IDataObject[], kind) => await fixture.write(kind, rows),
	fault: async (fixture, fault: object) => await fixture.steer('POST', '/faults', [fault]),
	same: async (_fixture, [one, other]: unknown[]) => meets(await Promise.resolve(one), other, {}),
	options: async (fixture, changes: object) => await fixture.steer('PATCH', '/options', changes),
	sent: async (fixture, wanted) => meets(await fixture.sent(), wanted, {}),
	writes: async (fixture, wanted) => meets(await writes(fixture), wanted, {}),
	file: async (fixture, { file, ...call }: Call & { file: string }, operation) => {
		const { summaries: items, ...shown } = await imported(fixture, operation, file, call);
		return { ...shown, items };
	},
	on: async (_fixture, given: Given, operation) => await seenOn(operation, given),
};
const run: Take = async (fixture, call: Call, operation) =>
	seen(await fixture.run(operation, call));

function judge(result: Fields, outcome: Outcome): void {
	const isError = typeof outcome !== 'object' || 'asymmetricMatch' in outcome;
	const wanted = isError ? { said: outcome } : { said: undefined, ...outcome };
	meets(result, wanted, {});
}

/** Takes the steps in turn; answers the names that there are then. */
async function take(fixture: NodeFixture, steps: readonly Step[], names: Names): Promise<Names> {
	for (const step of steps) {
		const [does, given = {}, outcome, parts] = filled(step, names) as Step;
		const [verb = '', of = verb] = does.split(' ');
		const result = await (STEPS[verb] ?? run)(fixture, given as never, of);
		if (!STEPS[verb] || ['on', 'file'].includes(verb)) judge(result as Fields, outcome);
		const ids = typeof outcome === 'string' && verb === '+' ? outcome.split(' ') : [];
		names = {
			...names,
			...Object.fromEntries(ids.map((name, place) => [name, (result as number[])[place]])),
			...Object.fromEntries(
				Object.entries((parts ?? {}) as Record<string, string>).map(([name, path]) => [
					...[name, at(result, path)],
				]),
			),
		};
	}
	return names;
}

interface Group {
	readonly about: string;
	/** The group is told once for each of these rows. */
	readonly each?: readonly unknown[];
	/** Values that the group names. */
	readonly let?: Names;
	/** Steps before all stories of the group. */
	readonly given?: readonly Step[];
	readonly stories: ReadonlyArray<[title: string, ...steps: Step[]]>;
}

/** One test for each story; the fixture may be left out where each step runs `on` a function. */
export function tell(groups: unknown, fixture = {} as NodeFixture): void {
	for (const { about, each = [{}], let: values, given = [], stories } of groups as Group[]) {
		for (const row of rowsIn(each)) {
			let names: Names = { ...COMMON, ...(filled(values ?? {}, COMMON) as Names), ...row };
			describe(String(filled(about, names)), () => {
				beforeAll(async () => {
					names = await take(fixture, given, names);
				});
				test.each(filled(stories, names) as Group['stories'])('%s', async (_title, ...steps) => {
					await take(fixture, steps, names);
				});
			});
		}
	}
}
