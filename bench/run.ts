/** `npm run bench -- NAME [numbers]`: the figures of one bench. */
import { platform } from 'node:os';
import { machine } from './measure';
import { benchN8n } from './n8n';
import { benchLarge } from './n8n/large';
import { benchNode } from './node';
import { benchPace } from './pace';

const benches: Record<string, () => Promise<void>> = {
	pace: benchPace,
	n8n: benchN8n,
	large: benchLarge,
	node: benchNode,
};

async function main(): Promise<void> {
	const [name = ''] = process.argv.slice(2);
	const bench = benches[name];
	if (!bench) throw new Error(`Name one of ${Object.keys(benches).join(', ')}`);
	console.log(`Node ${process.version}, ${platform()}, ${machine()}`);
	await bench();
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
