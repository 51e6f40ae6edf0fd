/** What the steps of a first hour share: a user's own account, which no document describes in full. */
import type { Sandbox } from '../../../sandbox';
import type { Editor } from '../editor';
import type { Execution } from '../execution';
import { steered } from '../steering';
import { textOf } from '../storedFiles';
import { action, row, START } from '../workflows';
import type { RunningN8n, World } from '../world';

export interface Hour {
	readonly world: World;
	readonly editor: Editor;
	/** The service of the account. */
	readonly sandbox: Sandbox;
	/** With the user's credential of that account. */
	readonly n8n: RunningN8n;
}

/** Short, so that a picture of the form has none of the node's name at its edge. */
export const CHECK = 'Check';
export const PERSONAL = { authentication: 'personalToken' };

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

export async function resultOf(n8n: RunningN8n, execution: Execution): Promise<Checked> {
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

/** Runs the check as a workflow. */
export async function check(
	world: World,
	n8n: RunningN8n,
	parameters: Readonly<Record<string, unknown>> = {},
): Promise<Checked> {
	const node = action(CHECK, 'account.check', { ...PERSONAL, ...parameters });
	const workflow = await world.save(row(CHECK, [node]), n8n);
	return await resultOf(n8n, await world.run(workflow, START, n8n));
}

/** What is said to differ, for whoever reads why it should not. */
export const differing = ({ items }: Checked): unknown[] =>
	items
		.slice(1)
		.filter(({ verdict }) => verdict === 'does not work' || verdict === 'works with care')
		.map((each) => [each.check, each.evidence]);

/** How many records of each kind the service holds. */
export async function heldBy(sandbox: Sandbox): Promise<unknown> {
	const { records } = await steered<{ records: unknown }>(sandbox, 'GET', '/stats');
	return records;
}
