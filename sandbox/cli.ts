import { readArguments } from './arguments';
import { help, usage } from './help';
import { startSandbox } from './index';

/** Addresses that nothing but this machine reaches. */
const loopback = /^(127\.[\d.]+|::1|localhost)$/;

async function main(): Promise<void> {
	const asked = readArguments(process.argv.slice(2));
	if (!asked) {
		process.stdout.write(help);
		return;
	}
	const { close, ...ready } = await startSandbox(asked);
	const { data, host = '127.0.0.1', seed } = asked;
	const what = typeof seed === 'string' ? 'made-up data' : 'your records';
	if (!loopback.test(host)) {
		process.stderr.write(
			`Warning: it listens on ${host}. Whoever reaches this machine over a network can read, change and steer it.\n` +
				`The nodes take http for this machine only: on it localhost, in a container host.docker.internal.\n`,
		);
	}
	process.stdout.write(`${JSON.stringify(ready)}\n`);
	process.stdout.write(
		`The sandbox serves ${ready.v2} and ${ready.v1}; it is steered at ${ready.admin}.\n` +
			`Its page, to look at and to try things: ${new URL(ready.admin).origin}/\n` +
			`It holds ${what}${data === undefined ? ' in memory' : ` in ${data}`}. Ctrl+C ends it.\n`,
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
