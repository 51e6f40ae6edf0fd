/**
 * A workflow moves from v1 to v2 by changing its credential (v2 §9: it mirrors v1 where stated): what the
 * nodes of an example output is the same, but for properties that only v2 describes. Date-times are
 * compared as moments, since v1's samples carry +09:00, and v2 names that offset for contact actions only.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from '../support/nodeFixture';
import { runWorkflow } from '../support/harness';
import type { WorkflowJson } from '../support/harnessEngine';
import { ordered } from '../support/ordered';

const NODES = ['Customers of the Week', 'Customer', 'Deals of the Week', 'Deal', 'Plan a Review'];

const example = readFileSync(join(__dirname, '../../examples/weekly-report.json'), 'utf8');
/** The example, and the same with raw records, whose references are objects. */
const EXAMPLES = {
	simplified: example,
	raw: example
		.replace(/\$json\.(customer|user)Id\b/g, '$$json.$1.id')
		.replace(/\$json\.phase\b/g, '$$json.phase.name'),
};

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
const asMoments = (record: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(record), (_key, value: unknown) =>
		typeof value === 'string' && DATE_TIME.test(value) ? new Date(value).toISOString() : value,
	) as IDataObject;

/** Each run creates actions of its own; their values may carry their itemKey in v2, never in v1 (S5). */
const impersonal = (record: IDataObject): IDataObject => {
	const { id: _id, createdAt: _created, updatedAt: _updated, actionCustoms, ...rest } = record;
	const customs = (actionCustoms as IDataObject[] | undefined)?.map(
		({ id: _own, itemKey: _key, ...custom }) => custom,
	);
	return { ...rest, ...(customs && { actionCustoms: customs }) };
};

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
	for (const resource of ['customer', 'deal']) {
		const input = await fixture.records(`${resource}.getMany`, { parameters: { limit: 5 } });
		const id = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const updateFields = { name: '={{ $json.name + " of this week" }}' };
		const parameters = { [`${resource}Id`]: id, updateFields };
		await fixture.records(`${resource}.update`, { parameters, input });
	}
});
afterAll(async () => await fixture.close());

/** What each node of the example outputs with another authentication: all that a user changes. */
async function run(authentication: string, output: keyof typeof EXAMPLES) {
	const workflow = JSON.parse(EXAMPLES[output]) as WorkflowJson;
	for (const { parameters } of workflow.nodes) {
		if ('authentication' in parameters) Object.assign(parameters, { authentication, output });
	}
	await fixture.requests();
	const result = await runWorkflow(workflow, { credentials: unpacedCredentials(fixture.sandbox) });
	expect(result.error?.message).toBeUndefined();
	const paths = (await fixture.requests()).map(({ path }) => path.split('/')[1]);
	expect(paths).toContain(authentication === 'v1ApiKey' ? 'v1' : 'v2');
	return (name: string) => result.items(name).map(({ json }) => json);
}

describe.each(['simplified', 'raw'] as const)('the example “Weekly report”, %s', (output) => {
	test('is the same with a v1 key and with either token', async () => {
		const v1 = await run('v1ApiKey', output);
		for (const token of ['personalToken', 'teamToken']) {
			const v2 = await run(token, output);
			for (const name of NODES) {
				const told = (record: IDataObject) =>
					asMoments(name === 'Plan a Review' ? impersonal(record) : record);
				const before = v1(name).map(told);
				const after = v2(name).map(told);
				expect(before.length).toBeGreaterThan(0);
				// What v1 has; v2 may add to it.
				const shared = after.map((record, at) =>
					Object.fromEntries(Object.keys(before[at] ?? {}).map((key) => [key, record[key]])),
				);
				expect([name, ordered(shared)]).toEqual([name, ordered(before)]);
			}
		}
		// A custom value of every type was among what was compared.
		if (output === 'simplified') return;
		const types = v1('Deal')
			.flatMap(({ dealCustoms }) => dealCustoms as IDataObject[])
			.filter(({ value }) => value !== null)
			.map(({ itemType }) => itemType);
		expect(new Set(types).size).toBe(9);
	});
});
