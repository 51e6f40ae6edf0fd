/** The nightly export: by hand all deals, and published each night what has changed since the last one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedWorkflow, WorkflowNode } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { finished, type Execution } from '../../../harness/n8n/execution';
import { eventually, publish, started } from '../polling';
import { textOf } from '../../../harness/n8n/storedFiles';
import { isFine, list, saved, succeeds, write, written, type Deal, type Stage } from './stage';

/** All that a user changes: where the files go. */
const into = (folder: string) => (node: WorkflowNode) =>
	node.name === 'Save the File'
		? {
				...node,
				parameters: {
					...node.parameters,
					fileName: String(node.parameters.fileName).replace('/home/node/.n8n-files', folder),
				},
			}
		: node;

/** A night that lasts ten seconds. */
const often = (node: WorkflowNode) =>
	node.name === 'Every Night'
		? { ...node, parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 10 }] } } }
		: node;

const linesOf = (text: string) =>
	text
		.replace(/^\uFEFF/, '')
		.split('\r\n')
		.filter(Boolean);

export async function nightlyExport(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const { folder, n8n } = stage;
	const here = { ...workflow, nodes: workflow.nodes.map(into(folder)) };
	const writes = await written(stage, async () => await succeeds(stage, await saved(stage, here)));
	const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('-deals-001.csv'));
	const lines = linesOf(readFileSync(join(folder, name), 'utf8'));
	const deals = await list<Deal>(stage, 'deals');
	equal([lines.length, writes], [deals.length + 1, []]);
	const nightly = await saved(stage, { ...here, nodes: here.nodes.map(often) });
	await publish(n8n.rest, nightly);
	const nights = async () => {
		const ids = (await started(n8n.rest, nightly.id)).slice(0, 8);
		return await Promise.all(ids.map(async (id) => await finished(n8n.rest, id)));
	};
	await eventually('the first night', async () => (await nights()).at(0));
	const [changed] = await write(stage, 'deal', [{ name: 'Changed at night' }]);
	const found = await eventually('a night that finds it', async () => {
		const [, ...later] = await nights();
		const files = await Promise.all(later.map(async (night) => await fileOf(stage, night)));
		return files.map(linesOf).find((all) => all.some((line) => line.startsWith(`${changed},`)));
	});
	await n8n.rest.call('POST', `/workflows/${nightly.id}/deactivate`, {});
	// Those in which nothing had changed as well.
	for (const night of await nights()) isFine(night, nightly);
	// Beside it, at most what had changed in the seconds before the night before.
	isTrue(`${found.length} lines`, found.length < deals.length / 2);
}

async function fileOf({ n8n }: Stage, night: Execution): Promise<string> {
	const [file] = night.files('Changed Deals').flatMap((fields) => Object.values(fields));
	return file ? await textOf(n8n, file) : '';
}
