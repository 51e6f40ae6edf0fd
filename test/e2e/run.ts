/**
 * `npm run e2e`: the packed package in a real n8n, against a sandbox. Without a name the base; with
 * names (or `all`) those parts. `--fresh` begins from an empty cache; `--pictures FOLDER` keeps the
 * editor's pictures. Ends with `N passed, N failed`.
 */
import { join, resolve } from 'node:path';
import type { Site } from '../../scripts/n8n-host/install';
import { cacheFolder, placesIn } from '../../scripts/n8n-host/recipe';
import { Progress } from '../../scripts/progress';
import { missing, requirements } from '../../scripts/requirements';
import { runWithScratch, type Scratch } from '../../scripts/scratch';
import { choose, type Asked } from './choose';
import { PARTS } from './parts';
import type { Part } from './parts/part';
import { runParts } from './runParts';
import { World } from '../../harness/n8n/world';

function siteFor(scratch: Scratch, fresh: boolean): Site {
	const progress = new Progress();
	if (!fresh) return { scratch, progress, places: placesIn(cacheFolder()) };
	// Also what children keep there by themselves, such as headers of Node.
	process.env.XDG_CACHE_HOME = scratch.subfolder('cache');
	const npmCache = join(scratch.folder, 'npm');
	return { scratch, progress, places: placesIn(cacheFolder()), npmCache };
}

/** What a part needs is looked for before anything is started, so that it isn't missed later. */
function missingFor(parts: readonly Part[]): string[] {
	const names = new Set(parts.flatMap(({ needs }) => needs));
	return [...names].flatMap((name) => missing(requirements[name]) ?? []);
}

void runWithScratch(async (scratch) => {
	const started = Date.now();
	let asked: Asked<Part>;
	try {
		asked = choose(process.argv.slice(2), PARTS);
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n`);
		return 2;
	}
	const site = siteFor(scratch, asked.fresh);
	const sentences = missingFor(asked.parts);
	if (sentences.length > 0) throw new Error(sentences.join('\n'));
	const world = new World(site, asked.pictures === undefined ? undefined : resolve(asked.pictures));
	await runParts(world, asked.parts);
	const seconds = Math.round((Date.now() - started) / 1_000);
	console.log(`\nafter ${Math.floor(seconds / 60)} min ${seconds % 60} s:`);
	console.log(world.checks.summary());
	return world.checks.failed === 0 && world.checks.passed > 0 ? 0 : 1;
});
