/** `npm run bench -- [sandbox] [connector] [drain] [export] [form] [list] [pace [processes] [seconds]]`: figures, all of them without arguments; `n8n`, `large`, `answers` or `queue [workers]` by itself. */
import { cpus, platform } from 'node:os';
import { benchAnswers } from './answers';
import { benchConnector } from './connector';
import { benchDrain } from './drain';
import { benchExport } from './export';
import { benchForm } from './form';
import { benchList } from './list';
import { benchN8n } from './n8n';
import { benchLarge } from './n8n/large';
import { benchQueue } from './n8n/queue';
import { benchPace } from './pace';
import { benchSandbox } from './sandbox';

const benches: Record<string, () => Promise<void>> = {
	sandbox: benchSandbox,
	connector: benchConnector,
	drain: benchDrain,
	export: benchExport,
	form: benchForm,
	list: benchList,
	pace: benchPace,
	n8n: benchN8n,
	queue: benchQueue,
	answers: benchAnswers,
	large: benchLarge,
};

const ENDING = ['n8n', 'queue', 'answers', 'large'];

async function main(): Promise<void> {
	// Numbers are for the bench before them.
	const asked = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
	// Those in a real n8n end the process with all that they started, so each is asked for by name.
	const names =
		asked.length > 0 ? asked : Object.keys(benches).filter((name) => !ENDING.includes(name));
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
