/** The workflows of examples/: what their files and their page say, and each one run against the sandbox. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { textOf } from '../../nodes/SalesManagement/values';
import { startTriggerFixture, type TriggerFixture } from '../support/triggerFixture';
import { actionType, toolType, triggerType } from '../support/harness';
import { makeWorkflow } from '../support/harnessEngine';
import { EXAMPLES, example, runExample } from './support/examples';
import { withFile } from './support/withFile';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/examples.md'), 'utf8');
const ours = [actionType, triggerType, toolType];

/** The names that parameters with a search have, and none of another type. */
const locators = ((): ReadonlySet<string> => {
	const [found, others] = [new Set<string>(), new Set<string>()];
	const look = (properties: readonly INodeProperties[]) => {
		for (const { type, name, options = [] } of properties) {
			(type === 'resourceLocator' ? found : others).add(name);
			look(options.filter((each): each is INodeProperties => 'type' in each));
			look((options as INodePropertyCollection[]).flatMap(({ values = [] }) => values));
		}
	};
	look(new SalesManagement().description.properties);
	look(new SalesManagementTrigger().description.properties);
	return new Set([...found].filter((name) => !others.has(name)));
})();

/** n8n's editor shows a bare value there, but no way of choosing it. */
const bareIn = (value: unknown): string[] =>
	typeof value !== 'object' || value === null || '__rl' in value
		? []
		: Object.entries(value).flatMap(([key, inner]) => [
				...(locators.has(key) && (inner as IDataObject).__rl !== true ? [key] : []),
				...bareIn(inner),
			]);

const WRITES = /^(create|update|delete|link|unlink|addMember|removeMember|replaceMembers)/;
/** The service knows notifications of deals and actions. */
const canSkipNotice = ({ resource }: IDataObject) => /^deal$|Action$/.test(textOf(resource));

describe.each(EXAMPLES)('%s', (file) => {
	const json = example(file);
	const own = json.nodes.filter(({ type }) => ours.includes(type));
	const writing = own
		.map(({ parameters }) => parameters as IDataObject)
		.filter(({ operation }) => WRITES.test(textOf(operation)));

	test('has known nodes, whole connections, no secrets, and the parameters of its forms', () => {
		const { nodes } = makeWorkflow(json);
		const connected = Object.entries(json.connections).flatMap(([from, byType]) => [
			from,
			...Object.values(byType)
				.flat(2)
				.map((each) => each?.node),
		]);
		expect(new Set(connected)).toEqual(new Set(Object.keys(nodes)));
		expect(JSON.stringify(json)).not.toMatch(/svc[pt]_|accessToken|apiKey/);
		for (const { name, type, parameters } of own) {
			const kept = Object.keys(nodes[name]?.parameters ?? {});
			// n8n itself adds `pollTimes` to every polling trigger, and these two to every tool.
			const byN8n = type === toolType ? ['descriptionType', 'toolDescription'] : ['pollTimes'];
			const given = Object.keys(parameters).filter((key) => !byN8n.includes(key));
			expect(kept).toEqual(expect.arrayContaining(given));
			expect(bareIn(parameters)).toEqual([]);
		}
		expect(locators.size).toBeGreaterThan(10);
	});

	test('says what it writes, and skips notifications where it can', () => {
		const { content = '' } =
			json.nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters ?? {};
		expect(content).toContain(writing.length > 0 ? '**It writes:**' : '**It only reads:**');
		for (const parameters of writing) {
			if (!canSkipNotice(parameters)) expect(content).toContain('no Skip Notifications');
			else expect(parameters.options).toMatchObject({ skipNotice: true });
		}
	});

	test('has a row in docs/examples.md, with what it needs', () => {
		const row = page.split('\n').find((line) => line.includes(`](../examples/${file})`)) ?? '';
		const [, title, , needs] = row.split('|').map((cell) => cell.trim());
		expect(title).toBe(`[${json.name}](../examples/${file})`);
		const all = JSON.stringify(json.nodes);
		if (all.includes('"v1ApiKey"')) expect(needs).toContain('a v1 key');
		for (const [words, nodes] of [
			['mail server', 'emailSend'],
			['data table', 'n8n-nodes-base.dataTable'],
			['chat model', 'langchain.agent'],
		] as const) {
			expect([words, needs?.includes(words)]).toEqual([words, all.includes(nodes)]);
		}
	});
});

test('docs/examples.md has no row of another one', () => {
	expect(page.match(/^\| \[.+?\]\(\.\.\/examples\//gm)).toHaveLength(EXAMPLES.length);
});

test('the demo ends by itself with exit code 0, and says what it counted', () => {
	const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'demo/demo.ts'], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, NODE_ENV: 'production' },
	});
	expect({ status, stdout }).toMatchObject({ status: 0 });
	expect(stdout).toMatch(/refused \(429\) +0\n +records emitted +4\n/);
});

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

/** Those whose nodes of n8n do little; `npm run e2e -- examples` runs all in a real n8n. */
describe('runs to its end', () => {
	const READING = [
		['first-look.json', 'Message'],
		['each-change-once.json', 'Message'],
		['pipeline-digest.json', 'Digest'],
		['nightly-export.json', 'Save the File'],
	] as const;

	test.each([
		...READING.map((row) => [...row, 'personalToken'] as const),
		...READING.map((row) => [...row, 'v1ApiKey'] as const),
		['new-deal-to-chat.json', 'Chat Message', 'personalToken'],
		['weekly-report.json', 'Plan a Review', 'personalToken'],
	] as const)('%s: %s, %s', async (file, last, by) => {
		const records = { 'Where the Last Export Began': [{ since: '' }] };
		await fixture.requests();
		const given = await runExample(fixture, example(file, by), { records });
		expect(given(last).length).toBeGreaterThan(0);
		// The names of a token's custom fields come from the v1 key beside it.
		const deals = (await fixture.requests()).filter(({ path }) => path.includes('/deals'));
		const versions = deals.map(({ path }) => path.split('/')[1]);
		expect(new Set(versions)).toEqual(new Set([by === 'v1ApiKey' ? 'v1' : 'v2']));
	});
});

test.each([
	[
		'some rows fail',
		'Two,x,1,1,1,1,1,1,1',
		/^1 of 2 /,
		/^Created: 1\. Failed: 1\. No clear answer: 0\./,
	],
	['the file breaks off', '"Two', /^1 of 1 /, /line 3.*quote is never closed\./s],
])('Import with a result mail: %s', async (_, line, subject, text) => {
	const columns =
		'Name,Expected Contract Date,Customer,Deal Type,Phase,Product,Probability,Channel,User';
	const emitted = [withFile([columns, 'One,2031-12-24,1,1,1,1,1,1,1', line].join('\n'))];
	const given = await runExample(fixture, example('import-with-result-mail.json'), { emitted });
	expect(given('Mail the Result')).toMatchObject([
		{
			subject: expect.stringMatching(subject),
			text: expect.stringMatching(text),
			options: { fileAttachments: 'data' },
		},
	]);
});

test('Nightly export: each file has a name, and the next night begins where this one ended', async () => {
	const records = { 'Where the Last Export Began': [{ since: '' }] };
	const given = await runExample(fixture, example('nightly-export.json'), { records });
	expect(given('Save the File')[0]?.fileName).toMatch(/\d{4}-\d\d-\d\d-deals-001\.csv$/);
	// What the code behind it remembers.
	expect(given('Changed Deals')[0]?.nextStart).toMatch(/^\d{4}-.*Z$/);
});
