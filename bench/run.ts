/** `npm run bench -- [sandbox] [connector] [drain] [pace [processes] [seconds]]`: figures, all of them without arguments. */
import { cpus, platform } from 'node:os';
import { benchConnector } from './connector';
import { benchDrain } from './drain';
import { benchPace } from './pace';
import { benchSandbox } from './sandbox';

const benches: Record<string, () => Promise<void>> = {
	sandbox: benchSandbox,
	connector: benchConnector,
	drain: benchDrain,
	pace: benchPace,
};

async function main(): Promise<void> {
	// Numbers are for the bench before them.
	const asked = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
	const names = asked.length > 0 ? asked : Object.keys(benches);
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
