/** The beginning of docs/account-check.md: a credential, the check, and what it proposes, pasted. */
import type { Sandbox } from '../../sandbox';
import { sandboxCredentials } from '../../scripts/n8n-host/sandbox-credentials';
import { contains, equal, isTrue } from '../../harness/n8n/checks';
import { CredentialForm } from './credentialForm';
import type { Editor } from './editor';
import { finished, listedExecutions, type Execution } from '../../harness/n8n/execution';
import { NodeForm } from './nodeForm';
import { askedOf, steered, writesAmong, type Asked } from '../../harness/n8n/steering';
import { textOf } from '../../harness/n8n/storedFiles';
import { ACTION, node, row } from '../../harness/n8n/workflows';
import type { RunningN8n, World } from '../../harness/n8n/world';

const TYPE = 'salesManagementPersonalTokenApi';
/** Short, so that a picture of the form has none of the node's name at its edge. */
const CHECK = 'Check';
/** At five requests a second, some hundreds. */
const PATIENCE_MS = 300_000;

/** What the steps share: a user's own account, which no document describes in full. */
export interface Hour {
	readonly world: World;
	readonly editor: Editor;
	/** The service of the account. */
	readonly sandbox: Sandbox;
	/** With the user's credential of that account. */
	readonly n8n: RunningN8n;
}

/** How errors call the check. */
export const NAME_OF_CHECK = 'Account > Check';

type Item = Readonly<Record<string, unknown>>;

/** What a check put out. */
export interface Checked {
	readonly items: readonly Item[];
	readonly summary: Item;
	/** The routes to be pasted, by operation. */
	readonly overrides: Readonly<Record<string, string>>;
	readonly file: { readonly name?: string; readonly type?: string; readonly text: string };
}

async function resultOf(n8n: RunningN8n, execution: Execution): Promise<Checked> {
	const error = execution.errorOf(CHECK);
	if (error !== undefined) throw new Error(error);
	const items = execution.items(CHECK);
	const summary = items[0] ?? {};
	const overrides = (summary.endpointOverrides ?? {}) as Checked['overrides'];
	const files = execution.files(CHECK).flatMap((each) => Object.values(each));
	const [file] = files;
	if (!file || files.length > 1) throw new Error(`It put out ${files.length} files`);
	const text = await textOf(n8n, file);
	return { items, summary, overrides, file: { name: file.fileName, type: file.mimeType, text } };
}

/** How many records of each kind the service holds. */
async function heldBy(sandbox: Sandbox): Promise<unknown> {
	const { records } = await steered<{ records: unknown }>(sandbox, 'GET', '/stats');
	return records;
}

/** A workflow with a node as it comes from the panel of nodes. */
const fresh = () => row('My first hour', [node(CHECK, ACTION)]);

/** What a user has before them: their account in a credential, and the workflow that is open. */
export interface Begun {
	readonly hour: Hour;
	readonly workflow: string;
}

async function entered(world: World, editor: Editor, sandbox: Sandbox): Promise<Begun> {
	const n8n = await world.n8n();
	const { id: workflow } = await n8n.rest.call<{ id: string }>('POST', '/workflows', fresh());
	await editor.openWorkflow(workflow);
	const form = await NodeForm.open(editor, CHECK);
	const entry = await CredentialForm.begin(editor, 'Personal Token');
	const stored = sandboxCredentials(sandbox).find(({ type }) => type === TYPE);
	for (const [name, value] of Object.entries(stored?.data ?? {})) {
		await entry.type(name, String(value));
	}
	const id = await entry.save();
	await entry.fails('check the Base URL, which usually ends with the version');
	await entry.close();
	await form.close();
	const credentials = { ...n8n.credentials, [TYPE]: id };
	return { hour: { world, editor, sandbox, n8n: { ...n8n, credentials } }, workflow };
}

export async function begun(
	world: World,
	editor: Editor,
	sandbox: Sandbox,
): Promise<Begun | undefined> {
	let begin: Begun | undefined;
	await world.check('a credential is entered; its test says that the address differs', async () => {
		begin = await entered(world, editor, sandbox);
	});
	return begin;
}

async function lastExecution({ n8n: { rest } }: Hour, workflowId: string) {
	const [last] = await listedExecutions(rest, { workflowId });
	return await finished(rest, last?.id ?? '');
}

interface Result {
	readonly checked: Checked;
	readonly asked: readonly Asked[];
}

/** Chooses and executes the check in the node's form; answers what came out. */
async function byHand({ hour, workflow }: Begun): Promise<Result> {
	const { world, editor, sandbox, n8n } = hour;
	const form = await NodeForm.open(editor, CHECK);
	try {
		await form.widenOutput();
		await form.choose('resource', 'Account');
		await form.choose('operation', 'Check');
		const run = async () => await form.execute('table', PATIENCE_MS);
		const asked = await askedOf(sandbox, run);
		await editor.reads(form.output, 'verdict', 'evidence', 'advice', 'works', 'does not work');
		await form.picture(world.picturePath('account-check'), { height: 700 });
		await form.show('binary');
		await editor.reads(form.output, 'account-check.md', 'text/markdown');
		return { checked: await resultOf(n8n, await lastExecution(hour, workflow)), asked };
	} finally {
		await form.close();
	}
}

const NOTHING_OF = (sandbox: Sandbox): string[] => [
	...Object.values(sandbox.credentials),
	new URL(sandbox.v2).host,
];

/** Answers what it proposes. */
export async function firstCheck(begin: Begun): Promise<Checked | undefined> {
	const { world, sandbox } = begin.hour;
	const before = await heldBy(sandbox);
	let result: Result | undefined;
	await world.check(
		'Account: Check runs by the editor, and shows items and its report',
		async () => {
			result = await byHand(begin);
		},
	);
	if (!result) return undefined;
	const { checked, asked } = result;
	await world.check('it names what differs, and proposes where each missing route is', () => {
		const { items, summary, overrides } = checked;
		isTrue(`${items.length} items`, items.length < 15);
		equal([summary.check, summary.verdict], ['summary', 'does not work']);
		const missing = items.find(({ check, verdict }) => check === 'address' && verdict !== 'works');
		const found = (missing?.operations ?? []) as unknown[];
		isTrue(`${found.length} found elsewhere`, found.length > 8);
		isTrue('all are in the summary', Object.keys(overrides).length > found.length);
		equal(overrides['dealAction.getMany'], 'GET /deal-actions');
	});
	await world.check('the report is a file to attach: the same, and nothing of the account', () => {
		const { name, type, text } = checked.file;
		equal([name, type], ['account-check.md', 'text/markdown']);
		isTrue('a page of Markdown', text.startsWith('# Account check\n'));
		contains(text, JSON.stringify(checked.overrides));
		for (const secret of NOTHING_OF(sandbox)) isTrue('hidden', !text.includes(secret));
	});
	await world.check(`it only read, with ${asked.length} requests`, async () => {
		isTrue('requests are in the journal', asked.length > 50 && asked.length <= 150);
		equal(writesAmong(asked), []);
		const { audits } = await steered<{ audits: unknown[] }>(sandbox, 'GET', '/log');
		equal([audits, await heldBy(sandbox)], [[], before]);
	});
	return checked;
}

/** Pretty-printed, as n8n's own button copies it. */
export async function pasted(hour: Hour, { overrides }: Checked): Promise<void> {
	const { world, editor, n8n } = hour;
	const id = n8n.credentials[TYPE];
	await world.check('its endpointOverrides, pasted into the credential, are kept', async () => {
		const form = await CredentialForm.open(editor, id);
		await form.paste('endpointOverrides', JSON.stringify(overrides, null, 2));
		await form.save();
		await editor.reads(form.place, 'Connection tested successfully');
		const again = await CredentialForm.open(editor, id);
		equal(JSON.parse(await again.valueOf('endpointOverrides')), overrides);
	});
}
