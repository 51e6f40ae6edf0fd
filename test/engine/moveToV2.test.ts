/**
 * A workflow moves from v1 to v2 by changing its credential (v2 §9: it mirrors v1 where stated).
 * The example is run with both, and what its nodes output is compared for all properties that both
 * documents have. What differs by document:
 * - envelopes (`page` against `hasMore` and `nextCursor`), which the node removes;
 * - properties that only v2 describes, listed below;
 * - date-times: v1's samples carry +09:00, and v2 names that offset for contact actions only, so
 *   they are compared as moments.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../support/harness';
import type { WorkflowJson } from '../support/harnessEngine';
import { customerScenario } from './support/scenarios/customerScenario';
import { dealScenario } from './support/scenarios/dealScenario';
import { completeForm } from './support/scenarios/runScenario';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from './support/nodeFixture';
import { ordered } from '../support/ordered';
import { speaks } from '../support/speaks';

type Kind = 'customer' | 'deal' | 'action';
type OutputKind = 'simplified' | 'raw';

/** v2 §2.4 against v1 §2.4, v2 §2.6 against v1 §2.7. */
const ONLY_V2: Readonly<Record<OutputKind, Readonly<Record<Kind, readonly string[]>>>> = {
	simplified: { customer: ['industry', 'industryId'], deal: [], action: [] },
	raw: {
		customer: ['companyNum', 'establishYear', 'industry'],
		deal: ['totalCost', 'totalProfit'],
		action: [],
	},
};

const NODES: ReadonlyArray<[string, Kind]> = [
	['Customers of the Week', 'customer'],
	['Customer', 'customer'],
	['Deals of the Week', 'deal'],
	['Deal', 'deal'],
	['Plan a Review', 'action'],
];

const example = readFileSync(join(__dirname, '../../examples/weekly-report.json'), 'utf8');

/** The example, and the same with raw records, whose references are objects. */
const EXAMPLES: Readonly<Record<OutputKind, string>> = {
	simplified: example,
	raw: example
		.replace(/\$json\.(customer|user)Id\b/g, '$$json.$1.id')
		.replace(/\$json\.phase\b/g, '$$json.phase.name'),
};

/** The workflow with another authentication: all that a user changes. */
function movedTo(authentication: string, output: OutputKind): WorkflowJson {
	const workflow = JSON.parse(EXAMPLES[output]) as WorkflowJson;
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			'authentication' in node.parameters
				? { ...node, parameters: { ...node.parameters, authentication, output } }
				: node,
		),
	};
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/** The same with date-times as moments, whatever their offset. */
function asMoments(value: unknown): unknown {
	if (typeof value === 'string') {
		return DATE_TIME.test(value) ? new Date(value).toISOString() : value;
	}
	if (Array.isArray(value)) return value.map(asMoments);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asMoments(each)]));
}

const without = (record: IDataObject, keys: readonly string[]): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

/**
 * A new record without what it has of its own, whoever creates it: times, and ids of its values. Its
 * values may carry their itemKey in v2, never in v1 (S5).
 */
const impersonal = ({ actionCustoms, ...record }: IDataObject): IDataObject => ({
	...without(record, ['id', 'createdAt', 'updatedAt']),
	...(Array.isArray(actionCustoms) && {
		actionCustoms: (actionCustoms as IDataObject[]).map((custom) =>
			without(custom, ['id', 'itemKey']),
		),
	}),
});

const OUTPUTS: readonly OutputKind[] = ['simplified', 'raw'];

describe.each(OUTPUTS)(
	'the example “Weekly report”, %s, with a v1 key and a v2 token',
	(output) => {
		let fixture: NodeFixture;
		type Output = Record<string, IDataObject[]>;
		let v1: Output;
		let v2: Record<'personalToken' | 'teamToken', Output>;

		async function run(authentication: string): Promise<Output> {
			const result = await runWorkflow(movedTo(authentication, output), {
				credentials: unpacedCredentials(fixture.sandbox),
			});
			expect(result.error?.message).toBeUndefined();
			return Object.fromEntries(
				NODES.map(([name]) => [name, result.items(name).map(({ json }) => json)]),
			);
		}

		beforeAll(async () => {
			fixture = await startNodeFixture();
			for (const build of [customerScenario, dealScenario]) {
				const scenario = await build(fixture);
				const parameters = await completeForm(fixture, scenario);
				await fixture.records(`${scenario.resource}.create`, { parameters });
			}
			v1 = await run('v1ApiKey');
			v2 = { personalToken: await run('personalToken'), teamToken: await run('teamToken') };
		});
		afterAll(async () => await fixture.close());

		test('both run it to the end, each on its own interface', async () => {
			const paths = (await fixture.requests()).map(({ path }) => path.split('/')[1]);
			expect(new Set(paths)).toEqual(new Set(['v1', 'v2']));
			for (const [name] of NODES) expect(v1[name]!.length).toBeGreaterThan(0);
		});

		describe.each(['personalToken', 'teamToken'] as const)('%s', (token) => {
			test.each(NODES)('%s outputs the same records in the same order', (name, kind) => {
				const shared = (records: IDataObject[]) =>
					records
						.map((record) => without(record, ONLY_V2[output][kind]))
						.map((record) => asMoments(kind === 'action' ? impersonal(record) : record));
				expect(ordered(shared(v2[token][name]!))).toEqual(ordered(shared(v1[name]!)));
			});

			test.each(NODES)('%s: only what v2 adds is extra, and nothing is missing', (name, kind) => {
				const keysOf = (records: IDataObject[]) => Object.keys(records[0] ?? {});
				const before = keysOf(v1[name]!);
				const after = keysOf(v2[token][name]!);
				expect(before.filter((key) => !after.includes(key))).toEqual([]);
				// What is not set may be left out.
				const leavesOut = speaks(fixture.sandbox, 'nulls-left-out');
				const added = ONLY_V2[output][kind].filter((key) => !leavesOut || after.includes(key));
				expect(after.filter((key) => !before.includes(key)).sort()).toEqual(added);
			});
		});

		test('custom values of every type are among what was compared', () => {
			const deals = v1['Deal']!;
			const types = deals
				.flatMap(({ dealCustoms = [] }) => dealCustoms as IDataObject[])
				.filter(({ value }) => value !== null)
				.map(({ itemType }) => itemType);
			// Simplified, a field of each type is a property of its own.
			const labels = ['Remark', 'Key date', 'Score', 'Rate', 'Link', 'Level', 'Topics', 'Team'];
			const shown = [...labels, 'Commission'].filter((label) =>
				deals.some((each) => (each[label] ?? null) !== null),
			);
			expect(new Set(output === 'raw' ? types : shown).size).toBe(9);
		});
	},
);
