/** Every workflow in examples/ is one that n8n can import, and the demo runs it (issue: the demo). */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { allParameters } from '../unit/support/formTexts';
import { makeWorkflow, type WorkflowJson } from '../support/harnessEngine';

const root = resolve(__dirname, '../..');
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));

test.each(examples)('%s holds known nodes, whole connections and no secrets', (name) => {
	const text = readFileSync(join(root, 'examples', name), 'utf8');
	const json = JSON.parse(text) as WorkflowJson;
	const workflow = makeWorkflow(json);
	for (const [from, { main }] of Object.entries(json.connections)) {
		const targets = (main ?? []).flatMap((output) => output ?? []).map(({ node }) => node);
		for (const node of [from, ...targets]) expect(Object.keys(workflow.nodes)).toContain(node);
	}
	expect(text).not.toMatch(/svc[pt]_|accessToken|apiKey/);
});

test.each(examples)('%s sets only parameters that the forms of its nodes have', (name) => {
	const json = JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')) as WorkflowJson;
	const workflow = makeWorkflow(json);
	for (const { name: nodeName, parameters, type } of json.nodes) {
		const kept = Object.keys(workflow.nodes[nodeName]?.parameters ?? parameters);
		// n8n itself adds `pollTimes` to every polling trigger.
		const given = Object.keys(parameters).filter((key) => key !== 'pollTimes');
		if (!type.startsWith('n8n-nodes-base.')) expect(kept).toEqual(expect.arrayContaining(given));
	}
});

/** n8n's editor shows a bare value there, but no way of choosing it. */
test.each(examples)('%s chooses each record as the editor does', (name) => {
	const described = [new SalesManagement(), new SalesManagementTrigger()]
		.flatMap(({ description }) => allParameters(description.properties, description.name))
		.map(({ parameter }) => parameter);
	const locators = new Set(
		described.filter(({ type }) => type === 'resourceLocator').map((each) => each.name),
	);
	for (const { type, name: other } of described)
		if (type !== 'resourceLocator') locators.delete(other);
	const bare: string[] = [];
	const look = (value: unknown) => {
		if (typeof value !== 'object' || value === null || '__rl' in value) return;
		for (const [key, inner] of Object.entries(value)) {
			if (locators.has(key) && (inner as { __rl?: true }).__rl !== true) bare.push(key);
			look(inner);
		}
	};
	const { nodes } = JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')) as WorkflowJson;
	for (const { parameters, type } of nodes)
		if (!type.startsWith('n8n-nodes-base.')) look(parameters);
	expect(locators.size).toBeGreaterThan(10);
	expect(bare).toEqual([]);
});

test('the demo ends by itself with exit code 0, and says what it counted', () => {
	const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'demo/demo.ts'], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, NODE_ENV: 'production' },
	});
	expect({ status, stdout }).toMatchObject({ status: 0 });
	expect(stdout).toMatch(/records emitted +4\n/);
	expect(stdout).toMatch(/refused \(429\) +0\n/);
});

describe('an example says what it writes', () => {
	const WRITES = /^(create|update|delete|link|unlink|addMember|removeMember|replaceMembers)/;

	test.each(examples)('%s', (name) => {
		const { nodes } = JSON.parse(
			readFileSync(join(root, 'examples', name), 'utf8'),
		) as WorkflowJson;
		const writing = nodes.filter(({ parameters }) =>
			WRITES.test((parameters.operation ?? '') as string),
		);
		const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content;
		expect(note).toContain(writing.length > 0 ? '**It writes:**' : '**It only reads:**');
		for (const { parameters } of writing) {
			expect(parameters.options).toMatchObject({ skipNotice: true });
		}
	});

	test('the first one only reads', () => {
		expect(examples).toContain('first-look.json');
		const text = readFileSync(join(root, 'examples', 'first-look.json'), 'utf8');
		expect(text).toContain('**It only reads:**');
	});
});
