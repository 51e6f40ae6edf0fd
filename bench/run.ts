/** `npm run bench -- [sandbox] [connector] [drain] [list]`: figures and ratios, all of them without arguments. */
import { cpus, platform } from 'node:os';
import { benchConnector } from './connector';
import { benchDrain } from './drain';
import { benchList } from './list';
import { benchSandbox } from './sandbox';

const benches: Record<string, () => Promise<void>> = {
	sandbox: benchSandbox,
	connector: benchConnector,
	drain: benchDrain,
	list: benchList,
};

async function main(): Promise<void> {
	const asked = process.argv.slice(2);
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
