/** Every workflow in examples/ is one that n8n can import, and the demo runs it (issue: the demo). */
import { formFor } from '../unit/support/formView';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { allParameters } from '../unit/support/formTexts';
import { makeWorkflow, type WorkflowJson } from '../support/harnessEngine';
import { actionType, triggerType } from '../support/harness';
import { exampleNodes } from './support/exampleNodes';
import { example } from './support/examples';

const root = resolve(__dirname, '../..');
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));

const toolType = `${actionType}Tool`;
const isOurs = (type: string) => [actionType, triggerType, toolType].includes(type);
const madeFrom = (json: WorkflowJson) => makeWorkflow(json, {}, exampleNodes());

test.each(examples)('%s holds known nodes, whole connections and no secrets', (name) => {
	const text = readFileSync(join(root, 'examples', name), 'utf8');
	const json = JSON.parse(text) as WorkflowJson;
	const names = Object.keys(madeFrom(json).nodes);
	const connected = Object.entries(json.connections).flatMap(([from, byType]) => [
		from,
		...Object.values(byType).flatMap((outputs) =>
			outputs.flatMap((output) => (output ?? []).map(({ node }) => node)),
		),
	]);
	expect(new Set(connected)).toEqual(new Set(names));
	expect(text).not.toMatch(/svc[pt]_|accessToken|apiKey/);
});

test.each(examples)('%s sets only parameters that the forms of its nodes have', (name) => {
	const json = example(name);
	const workflow = madeFrom(json);
	for (const { name: nodeName, parameters, type } of json.nodes.filter((each) =>
		isOurs(each.type),
	)) {
		const kept = Object.keys(workflow.nodes[nodeName]?.parameters ?? parameters);
		// n8n itself adds `pollTimes` to every polling trigger, and these two to every tool.
		const byN8n = type === toolType ? ['descriptionType', 'toolDescription'] : ['pollTimes'];
		const given = Object.keys(parameters).filter((key) => !byN8n.includes(key));
		expect(kept).toEqual(expect.arrayContaining(given));
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
	for (const { parameters, type } of example(name).nodes) if (isOurs(type)) look(parameters);
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

const WRITES = /^(create|update|delete|link|unlink|addMember|removeMember|replaceMembers)/;
const { properties } = new SalesManagement().description;

/** Not every operation that writes has it: the service knows it for deals and actions. */
const canSkipNotice = ({ resource, operation }: IDataObject) =>
	formFor(properties, { resource, operation }).some(
		({ name, options = [] }) =>
			name === 'options' && options.some((option) => option.name === 'skipNotice'),
	);

function noteAndWrites(name: string) {
	const { nodes } = example(name);
	const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content;
	const writing = nodes
		.filter(({ type }) => isOurs(type))
		.filter(({ parameters }) => WRITES.test((parameters.operation ?? '') as string))
		.map(({ parameters }) => parameters as IDataObject);
	return { note: note as string, writing };
}

describe('an example says what it writes', () => {
	test.each(examples)('%s', (name) => {
		const { note, writing } = noteAndWrites(name);
		expect(note).toContain(writing.length > 0 ? '**It writes:**' : '**It only reads:**');
		for (const parameters of writing.filter(canSkipNotice)) {
			expect(parameters.options).toMatchObject({ skipNotice: true });
		}
		if (writing.some((parameters) => !canSkipNotice(parameters))) {
			expect(note).toContain('no Skip Notifications');
		}
	});

	test('some of them can skip notifications', () => {
		const writing = examples.flatMap((name) => noteAndWrites(name).writing);
		expect(writing.filter(canSkipNotice).length).toBeGreaterThan(2);
	});

	test('the first one only reads', () => {
		expect(noteAndWrites('first-look.json').note).toContain('**It only reads:**');
	});
});

describe('docs/examples.md has a row for each example', () => {
	const rows = readFileSync(join(root, 'docs/examples.md'), 'utf8')
		.split('\n')
		.map((line) => /^\| \[(.+?)\]\(\.\.\/examples\/(.+?)\) +\|(.+)\|(.+)\|(.+)\|$/.exec(line) ?? [])
		.filter((row) => row.length > 0)
		.map(([, title = '', file = '', does, needs = '', writes = '']) => ({
			...{ title, file, does, needs, writes: writes.trim() },
		}));

	test('and none besides', () => {
		expect(rows.map(({ file }) => file).sort()).toEqual([...examples].sort());
	});

	test.each(examples)('%s: its picture', (name) => {
		const picture = `images/example-${name.replace('.json', '')}.png`;
		const page = readFileSync(join(root, 'docs/examples.md'), 'utf8');
		const [, shown] = page.split(`\n### ${example(name).name as string}\n`);
		expect(shown?.split('\n### ')[0]).toContain(`](${picture})`);
		expect(existsSync(join(root, 'docs', picture))).toBe(true);
	});

	test.each(examples)('%s: its name, what it needs and whether it writes', (name) => {
		const json = example(name);
		const row = rows.find(({ file }) => file === name);
		expect(row?.title).toBe(json.name);
		const { writing } = noteAndWrites(name);
		expect(row?.writes).toMatch(writing.length > 0 ? /^(creates|updates)/ : /^–$/);
		const has = (pattern: RegExp) => pattern.test(JSON.stringify(json.nodes));
		if (has(/"v1ApiKey"/)) expect(row?.needs).toContain('a v1 key and a token');
		expect(/mail server/.test(row?.needs ?? '')).toBe(has(/emailSend/));
		expect(/data table/.test(row?.needs ?? '')).toBe(has(/n8n-nodes-base\.dataTable/));
		expect(/chat model/.test(row?.needs ?? '')).toBe(has(/langchain\.agent/));
	});
});
