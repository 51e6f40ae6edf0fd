/** What nodes weigh and how long they take to load: this package's beside n8n's own. */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { runCommand } from '../../../scripts/n8n-host/command';
import { cleanEnvironment } from '../../../scripts/n8n-host/environment';
import { nodesFolder, PACKAGE_NAME } from '../../../scripts/n8n-host/packed';
import { nodeProgram } from '../../../scripts/n8n-host/recipe';
import { ACTION } from '../workflows';
import type { RunningN8n, World } from '../world';

export interface Compared {
	readonly name: string;
	/** As workflows name it. */
	readonly type: string;
	readonly file: string;
	readonly className: string;
}

export interface Weight {
	readonly ms: number;
	readonly properties: number;
	readonly bytes: number;
	readonly typeVersion: number;
}

export const OURS = 'Sales Management';
export const MEASURE = 'Pipedrive';
const OTHERS = ['Hubspot', 'Salesforce', MEASURE, 'Airtable', 'Notion'];

const PROCESSES = 7;
const loadScript = resolve(__dirname, 'load.cjs');

/** This package's node as it was installed, then n8n's own. */
export async function comparedNodes(world: World, { userFolder }: RunningN8n): Promise<Compared[]> {
	const load = createRequire(await n8nManifest(world));
	const others = OTHERS.map((name) => ({
		...{ name, className: name, type: `n8n-nodes-base.${name.toLowerCase()}` },
		file: load.resolve(`n8n-nodes-base/dist/nodes/${name}/${name}.node.js`),
	}));
	const folder = join(nodesFolder(userFolder), 'node_modules', PACKAGE_NAME);
	const file = join(folder, 'dist/nodes/SalesManagement/SalesManagement.node.js');
	return [{ name: OURS, className: 'SalesManagement', type: ACTION, file }, ...others];
}

const n8nManifest = async (world: World) =>
	join((await world.host()).folder, 'node_modules/n8n/package.json');

/** Loads each in fresh processes, in turns; the times are medians. */
export async function weights(
	world: World,
	nodes: readonly Compared[],
): Promise<Map<string, Weight>> {
	const manifest = await n8nManifest(world);
	const found = new Map<string, Weight[]>();
	// The first round brings the files into the disk's cache.
	for (let round = 0; round <= PROCESSES; round += 1) {
		for (const { name, file, className } of nodes) {
			const output = await runCommand(world.site.scratch, {
				command: nodeProgram(await world.host()),
				args: [loadScript, manifest, file, className],
				cwd: world.site.scratch.folder,
				// Where n8n lets what it loads find its own packages.
				env: cleanEnvironment({
					NODE_PATH: (createRequire(manifest).resolve.paths('x') ?? []).join(':'),
				}),
			});
			const weight = JSON.parse(output) as Weight;
			if (round > 0) found.set(name, [...(found.get(name) ?? []), weight]);
		}
	}
	return new Map(
		[...found].map(([name, [first, ...more]]) => {
			if (first === undefined) throw new Error(`${name} was not loaded`);
			return [name, { ...first, ms: median([first, ...more].map(({ ms }) => ms)) }];
		}),
	);
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
