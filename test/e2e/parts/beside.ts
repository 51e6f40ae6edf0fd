/** What the form weighs, beside n8n's own nodes in the same run: bytes, properties, time to load and to open. */
import { comparedNodes, MEASURE, OURS, weights, type Weight } from '../beside/nodes';
import { panels } from '../beside/panels';
import { isTrue } from '../checks';
import { Editor } from '../editor';
import type { Part } from './part';

const MOST_BYTES = 200_000;
const MOST_LOAD_MS = 150;
const MOST_PANEL = 1.15;

function table(found: ReadonlyMap<string, Weight>, opened: ReadonlyMap<string, number>): string {
	const cells = [...found].map(([name, { properties, bytes, ms }]) => [
		...[name, String(properties), (bytes / 1_000).toFixed(0), ms.toFixed(0)],
		(opened.get(name) ?? Number.NaN).toFixed(0),
	]);
	return [['node', 'properties', 'kB', 'load ms', 'panel ms'], ...cells]
		.map(
			([name = '', ...rest]) =>
				`    ${name.padEnd(18)}${rest.map((each) => each.padStart(12)).join('')}`,
		)
		.join('\n');
}

export const beside: Part = {
	name: 'beside',
	about: 'bytes, properties, time to load and to open, beside five of n8n’s own nodes',
	isBase: true,
	needs: ['chromium'],
	run: async (world) => {
		const n8n = await world.n8n();
		const nodes = await comparedNodes(world, n8n);
		const found = await weights(world, nodes);
		const editor = await Editor.open({ scratch: world.site.scratch, url: n8n.rest.url });
		const opened = await panels({ world, editor }, nodes, found);
		await editor.close();
		console.log(table(found, opened));
		const { bytes = Infinity, ms = Infinity } = found.get(OURS) ?? {};
		await world.check(`its properties are at most ${MOST_BYTES / 1_000} kB`, () =>
			isTrue(`they are ${bytes} bytes`, bytes <= MOST_BYTES),
		);
		await world.check(`it loads within ${MOST_LOAD_MS} ms`, () =>
			isTrue(`it takes ${ms.toFixed(0)} ms`, ms <= MOST_LOAD_MS),
		);
		const panel = (opened.get(OURS) ?? Infinity) / (opened.get(MEASURE) ?? 0);
		await world.check(`its panel opens within ${MOST_PANEL} times that of ${MEASURE}`, () =>
			isTrue(`it takes ${panel.toFixed(2)} times that`, panel <= MOST_PANEL),
		);
	},
};
