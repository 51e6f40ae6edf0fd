import { readArguments } from './arguments';
import { help, usage } from './help';
import { startSandbox } from './index';

async function main(): Promise<void> {
	const asked = readArguments(process.argv.slice(2));
	if (!asked) {
		process.stdout.write(help);
		return;
	}
	const { close, ...ready } = await startSandbox(asked);
	const { data } = asked;
	process.stdout.write(`${JSON.stringify(ready)}\n`);
	process.stdout.write(
		`The sandbox serves ${ready.v2} and ${ready.v1}; it is steered at ${ready.admin}.\n` +
			`Its page, to look at and to try things: ${new URL(ready.admin).origin}/\n` +
			`It holds made-up data${data === undefined ? ' in memory' : ` in ${data}`}. Ctrl+C ends it.\n`,
	);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void close().then(() => process.exit(0)));
	}
	// When npm is terminated, the shell between npm and this process ends without a word.
	const { ppid } = process;
	const look = () => process.ppid === ppid || process.kill(process.pid, 'SIGTERM');
	if (process.env.npm_lifecycle_event !== undefined) setInterval(look, 1_000).unref();
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
	process.exitCode = 1;
});
