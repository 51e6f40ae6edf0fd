/** `npm run bench -- [sandbox] [connector] [drain] [form] [list] [pace [processes] [seconds]] [n8n]`: figures, all of them without arguments. */
import { cpus, platform } from 'node:os';
import { benchConnector } from './connector';
import { benchDrain } from './drain';
import { benchForm } from './form';
import { benchList } from './list';
import { benchN8n } from './n8n';
import { benchPace } from './pace';
import { benchSandbox } from './sandbox';

const benches: Record<string, () => Promise<void>> = {
	sandbox: benchSandbox,
	connector: benchConnector,
	drain: benchDrain,
	form: benchForm,
	list: benchList,
	pace: benchPace,
	// The last: it ends the process with all that it started.
	n8n: benchN8n,
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
