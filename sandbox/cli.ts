import { parseArgs } from 'node:util';
import { help, usage } from './help';
import { startSandbox, type OptionChanges } from './index';
import { seedNames, type SeedName } from './seed';

/** `rateLimit=0` becomes `{rateLimit: 0}`; a value that is no JSON is text. */
function readSettings(settings: string[]): OptionChanges {
	const pairs = settings.map((setting) => {
		const at = setting.indexOf('=');
		if (at < 1) throw new Error(`--set takes key=value, not ${setting}`);
		return [setting.slice(0, at), readValue(setting.slice(at + 1))];
	});
	return Object.fromEntries(pairs) as OptionChanges;
}

function readValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function isSeedName(name: string): name is SeedName {
	return (seedNames as readonly string[]).includes(name);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			seed: { type: 'string', default: 'small' },
			data: { type: 'string' },
			set: { type: 'string', multiple: true, default: [] },
			dialect: { type: 'string', multiple: true, default: [] },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) {
		process.stdout.write(help);
		return;
	}
	const { port, seed, data, set, dialect } = values;
	if (!isSeedName(seed)) throw new Error(`--seed is one of ${seedNames.join(', ')}`);
	if (!/^\d+$/.test(port)) throw new Error('--port is a number');
	const dialects = dialect.flatMap((names) => names.split(','));
	const settings = { seed, data, set: readSettings(set), dialects };
	const sandbox = await startSandbox({ port: Number(port), ...settings });
	const { close, ...ready } = sandbox;
	process.stdout.write(`${JSON.stringify(ready)}\n`);
	process.stdout.write(
		`The sandbox serves ${ready.v2} and ${ready.v1}; it is steered at ${ready.admin}.\n` +
			`Its page, to look at and to try things: ${new URL(ready.admin).origin}/\n` +
			`It holds made-up data${data === undefined ? ' in memory' : ` in ${data}`}. Ctrl+C ends it.\n`,
	);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void close().then(() => process.exit(0)));
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
	process.exitCode = 1;
});
