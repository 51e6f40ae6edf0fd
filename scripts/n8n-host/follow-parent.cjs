/**
 * Preloaded into n8n. When the process that started n8n is gone, even killed, n8n's standard input
 * ends. n8n then ends as by SIGTERM, or by force after 12 s, instead of running on with nobody to
 * stop it.
 */
const { isMainThread, Worker } = require('node:worker_threads');

/** n8n takes some seconds to end running executions. */
const PATIENCE_MS = 12_000;
/** A worker that ends the whole process group, even if the main thread hangs. */
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
		// Nobody reads the output any more. n8n would log each failure to write it, which fails again, for ever.
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
