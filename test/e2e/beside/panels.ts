/** How long the editor takes to open a node's panel, by the clock of its page. */
import { row, node } from '../workflows';
import { TEST_ID, type Editor } from '../editor';
import type { World } from '../world';
import { median, type Compared, type Weight } from './nodes';

const ROUNDS = 9;

/**
 * Run in the page before the click: from the double click until its parameters were painted. The page
 * itself takes the time, since looking from outside takes up to 0.1 s.
 */
const WATCH = `
	globalThis.panelMs = new Promise((done) => {
		const clicked = ({ timeStamp }) => {
			const look = () => {
				const shown = [...document.querySelectorAll('${TEST_ID('ndv')} ${TEST_ID('parameter-item')}')];
				if (!shown.some(({ offsetHeight }) => offsetHeight > 0)) requestAnimationFrame(look);
				// What stands in the page now is painted when the next frame begins.
				else requestAnimationFrame(() => done(performance.now() - timeStamp));
			};
			requestAnimationFrame(look);
		};
		document.addEventListener('dblclick', clicked, { capture: true, once: true });
	});
	undefined`;

async function opened(editor: Editor, name: string): Promise<number> {
	const { page } = editor;
	await page.evaluate(WATCH);
	await editor.openNode(name);
	const ms = await page.evaluate<number>('globalThis.panelMs');
	await editor.closeNode();
	return ms;
}

/** Opens the panel of each, in turns, after a round that only warms up; medians in ms. */
export async function panels(
	{ world, editor }: { world: World; editor: Editor },
	nodes: readonly Compared[],
	weights: ReadonlyMap<string, Weight>,
): Promise<Map<string, number>> {
	const { rest } = await world.n8n();
	const all = nodes.map(({ name, type }) =>
		node(name, type, { typeVersion: weights.get(name)?.typeVersion ?? 1 }),
	);
	// Nobody has chosen anything: each shows what it begins with, and none asks its service.
	const { id } = await rest.call<{ id: string }>('POST', '/workflows', row('Beside', all));
	await editor.openWorkflow(id);
	const found = new Map<string, number[]>();
	for (let round = 0; round <= ROUNDS; round += 1) {
		for (const { name } of nodes) {
			const ms = await opened(editor, name);
			if (round > 0) found.set(name, [...(found.get(name) ?? []), ms]);
		}
	}
	return new Map([...found].map(([name, times]) => [name, median(times)]));
}
