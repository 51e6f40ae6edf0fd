/** `npm run bench -- [name] [numbers]`: the figures of one bench; without arguments of all, which takes hours. */
import { spawnSync } from 'node:child_process';
import { cpus, platform } from 'node:os';
import { benchN8n } from './n8n';
import { benchLarge } from './n8n/large';
import { benchPace } from './pace';

const benches: Record<string, () => Promise<void>> = {
	pace: benchPace,
	n8n: benchN8n,
	large: benchLarge,
};

/** All of them, the longest last. */
const ALL = ['pace', 'n8n', 'large'];

/** Each in a process of its own, since those in a real n8n end theirs with all that they started. */
function measureAll(): void {
	for (const asked of ALL) {
		const own = [...process.execArgv, __filename, ...asked.split(' ')];
		const { status } = spawnSync(process.execPath, own, { stdio: 'inherit' });
		if (status !== 0) process.exitCode = 1;
	}
}

async function main(): Promise<void> {
	// Numbers are for the bench before them.
	const names = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
	if (names.length === 0) {
		measureAll();
		return;
	}
	const [cpu] = cpus();
	console.log(`Node ${process.version}, ${platform()}, ${cpus().length} × ${cpu?.model.trim()}`);
	for (const name of names) {
		const bench = benches[name];
		if (!bench) throw new Error(`There are ${Object.keys(benches).join(', ')}, not ${name}`);
		console.log(`\n## ${name}`);
		await bench();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
