/**
 * Preloaded into n8n: when whoever started it is gone, even killed, its end of standard input closes,
 * and n8n ends as by SIGTERM instead of running on with nobody to stop it; for certain after a bound.
 */
const { isMainThread, Worker } = require('node:worker_threads');

/** n8n takes some seconds to end running executions. */
const PATIENCE_MS = 12_000;
/** Ends the whole group, whatever the main thread does meanwhile. */
const FORCE = `
const { workerData: { pid, patience } } = require('node:worker_threads');
setTimeout(() => {
	for (const target of [-pid, pid]) {
		try {
			process.kill(target, 'SIGKILL');
		} catch {}
	}
}, patience);
`;

// n8n's worker threads preload this too, and have no standard input of their own.
if (isMainThread) {
	let isEnding = false;
	const end = () => {
		if (isEnding) return;
		isEnding = true;
		// Nobody reads it any more. n8n would log each failure to write, which fails again, for ever.
		for (const stream of [process.stdout, process.stderr]) {
			stream.write = (_chunk, encoding, written = encoding) => {
				if (typeof written === 'function') process.nextTick(written);
				return true;
			};
		}
		const workerData = { pid: process.pid, patience: PATIENCE_MS };
		new Worker(FORCE, { eval: true, workerData, execArgv: [] }).unref();
		process.kill(process.pid, 'SIGTERM');
	};
	process.stdin.on('end', end).on('error', end).resume();
	process.stdin.unref();
	for (const stream of [process.stdout, process.stderr]) stream.on('error', end);
}
