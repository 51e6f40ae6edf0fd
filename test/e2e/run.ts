/**
 * `npm run e2e`: the packed package in a real n8n, against a running sandbox. Installs n8n once a
 * machine (scripts/real-n8n.mjs). `-- --pictures FOLDER` says where the editor's pictures go;
 * `-- --no-editor` leaves the browser out. Ends with `N passed, N failed`.
 */
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '../../sandbox';
import { credentialsOf } from '../support/harnessCredentials';
import { Editor } from './editor';
import { finished, type Execution } from './execution';
import { RealN8n } from './n8n';

interface Workflow {
	name: string;
	nodes: Array<{
		name: string;
		type: string;
		parameters: Record<string, unknown>;
		credentials?: Record<string, { id: string; name: string }>;
	}>;
	[other: string]: unknown;
}
interface Saved extends Workflow {
	id: string;
	versionId: string;
}

const packageName = 'n8n-nodes-sales-management';
const trigger = 'New or Changed Deal';
const counts = { passed: 0, failed: 0 };

/** Runs one check, says how it went, and goes on with the next. */
async function check(what: string, run: () => Promise<unknown>): Promise<void> {
	try {
		await run();
		counts.passed += 1;
		console.log(`✓ ${what}`);
	} catch (error) {
		counts.failed += 1;
		console.log(`✗ ${what}\n    ${error instanceof Error ? error.message : String(error)}`);
	}
}

function equal(actual: unknown, expected: unknown): void {
	const [a, b] = [actual, expected].map((value) => JSON.stringify(value));
	if (a !== b) throw new Error(`expected ${b}, got ${a}`);
}

function contains(text: string, part: string): void {
	if (!text.includes(part)) throw new Error(`"${part}" is not in: ${text.slice(0, 400)}`);
}

function argument(name: string): string | undefined {
	const at = process.argv.indexOf(name);
	return at < 0 ? undefined : process.argv[at + 1];
}

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
	const pictures = resolve(argument('--pictures') ?? folder);
	mkdirSync(pictures, { recursive: true });
	const sandbox = await startSandbox({ port: 0, seed: 'small' });
	const n8n = await RealN8n.start(join(folder, 'n8n.log'));
	console.log(`n8n: ${n8n.url}, log and pictures: ${folder}`);
	const ids: Record<string, string> = {};
	let workflow: Saved | undefined;

	try {
		await check('both nodes are registered', async () => {
			const names = (await n8n.types('nodes')).map(({ name }) => name);
			const ours = names.filter((name) => name.startsWith(packageName)).sort();
			const both = ['salesManagement', 'salesManagementTool', 'salesManagementTrigger'];
			equal(
				ours,
				both.map((name) => `${packageName}.${name}`),
			);
		});
		await check('all three credentials are registered', async () => {
			const names = (await n8n.types('credentials')).map(({ name }) => name);
			for (const name of Object.keys(credentialsOf(sandbox))) equal(names.includes(name), true);
		});
		for (const [type, data] of Object.entries(credentialsOf(sandbox))) {
			await check(`${type} is stored and its test succeeds`, async () => {
				const body = { name: type, type, data };
				const { id } = await n8n.call<{ id: string }>('POST', '/credentials', body);
				ids[type] = id;
				const test = await n8n.call<{ status: string; message: string }>(
					'POST',
					'/credentials/test',
					{
						credentials: { id, ...body },
					},
				);
				equal(test.status, 'OK');
			});
		}
		const type = 'salesManagementPersonalTokenApi';
		const good = { baseUrl: sandbox.v2, accessToken: sandbox.credentials.personal };
		for (const [mistake, data, sentence] of [
			['a wrong token', { ...good, accessToken: 'svcp_no' }, 'does not accept this token'],
			[
				'a team token in its place',
				{ ...good, accessToken: sandbox.credentials.team },
				'team token',
			],
			['a v1 address', { ...good, baseUrl: sandbox.v1 }, 'v2'],
			[
				'an address where nothing listens',
				{ ...good, baseUrl: 'http://127.0.0.1:1/v2' },
				'ECONNREFUSED',
			],
		] as const) {
			await check(`${mistake} fails the credential's test and says so`, async () => {
				const test = await n8n.call<{ status: string; message: string }>(
					'POST',
					'/credentials/test',
					{
						credentials: { id: ids[type], name: type, type, data },
					},
				);
				equal(test.status, 'Error');
				contains(test.message, sentence);
			});
		}

		await check('examples/new-deal-to-chat.json imports unchanged', async () => {
			const file = resolve(__dirname, '../../examples/new-deal-to-chat.json');
			const json = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
			workflow = await n8n.call<Saved>('POST', '/workflows', withCredential(json, ids));
			equal(workflow.nodes.length, json.nodes.length);
		});
		if (workflow && !process.argv.includes('--no-editor')) {
			await editor(n8n, workflow, ids, pictures);
		}
		if (workflow) await runs(n8n, workflow, sandbox.admin);
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

/** Chooses the personal token in each node that can use it, as a user does after the import. */
function withCredential(json: Workflow, ids: Record<string, string>): Workflow {
	const type = 'salesManagementPersonalTokenApi';
	const reference = { [type]: { id: ids[type] ?? '', name: type } };
	const nodes = json.nodes.map((node) =>
		node.type.startsWith(packageName) ? { ...node, credentials: reference } : node,
	);
	return { ...json, nodes };
}

async function runs(n8n: RealN8n, workflow: Saved, admin: string): Promise<void> {
	await check('it runs by hand: newest deals in, chat messages out', async () => {
		const { executionId } = await n8n.call<{ executionId: string }>(
			'POST',
			`/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: trigger } },
		);
		const run = await finished(n8n, executionId);
		equal([run.status, run.error], ['success', undefined]);
		const texts = run.items('Chat Message').map(({ text }) => String(text));
		equal(texts.length, run.items(trigger).length);
		contains(texts[0] ?? '', 'follows up: action');
	});
	await check('activated, it emits exactly the deals that are created then', async () => {
		const saved = await n8n.call<Saved>('PATCH', `/workflows/${workflow.id}`, {
			...pollingOften(workflow),
			versionId: workflow.versionId,
		});
		await n8n.call('POST', `/workflows/${workflow.id}/activate`, { versionId: saved.versionId });
		await pause(7_000);
		const response = await fetch(`${admin}/records/deal`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify([{ name: 'Seen by a real n8n' }, { name: 'And this one' }]),
		});
		equal(response.ok, true);
		const run = await production(n8n, workflow.id);
		equal([run.status, run.error], ['success', undefined]);
		equal(
			run.items(trigger).map(({ name }) => name),
			['Seen by a real n8n', 'And this one'],
		);
		equal(run.items('Chat Message').length, 2);
		await n8n.call('POST', `/workflows/${workflow.id}/deactivate`, {});
	});
}

/** n8n polls at most once a minute per entry; twelve entries with fixed seconds make it every 5 s. */
function pollingOften(workflow: Workflow): Workflow {
	const item = Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 5} * * * * *`,
	}));
	const nodes = workflow.nodes.map((node) =>
		node.name === trigger
			? { ...node, parameters: { ...node.parameters, pollTimes: { item } } }
			: node,
	);
	return { ...workflow, nodes };
}

/** The first execution that the trigger started by itself. */
async function production(n8n: RealN8n, workflowId: string): Promise<Execution> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, mode: 'trigger' }));
	for (let tries = 0; tries < 60; tries += 1) {
		const { results } = await n8n.call<{ results: Array<{ id: string; mode: string }> }>(
			'GET',
			`/executions?filter=${filter}`,
		);
		const first = results.filter(({ mode }) => mode === 'trigger').at(-1);
		if (first) return await finished(n8n, first.id);
		await pause(1_000);
	}
	throw new Error('the trigger started no execution within a minute');
}

async function editor(
	n8n: RealN8n,
	workflow: Saved,
	ids: Record<string, string>,
	pictures: string,
): Promise<void> {
	const browser = await Editor.open(n8n, pictures);
	try {
		await check('the editor shows the workflow', async () => {
			await browser.openWorkflow(workflow.id);
			await browser.pictureOfCanvas('workflow');
		});
		const labels: Record<string, string> = {
			[trigger]: 'Event',
			'Its Customer': 'Customer',
			'Plan a Follow-Up': 'Purpose',
		};
		for (const [name, label] of Object.entries(labels)) {
			await check(`the form of "${name}" opens`, async () => {
				const texts = await browser.openNode(name);
				await browser.picture(`node ${name}`);
				contains(texts.join('\n'), label);
				await browser.closeNode();
			});
		}
		for (const [type, id] of Object.entries(ids)) {
			await check(`the form of ${type} opens`, async () => {
				const text = await browser.openCredential(id);
				await browser.picture(`credential ${type}`);
				contains(text, 'Base URL');
			});
		}
	} finally {
		await browser.close();
	}
}

main()
	.catch((error: unknown) => {
		counts.failed += 1;
		console.error(error);
	})
	.finally(() => {
		console.log(`${counts.passed} passed, ${counts.failed} failed`);
		process.exit(counts.failed === 0 ? 0 : 1);
	});
