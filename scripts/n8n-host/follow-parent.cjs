/**
 * Preloaded into n8n: when whoever started it is gone, even killed, its end of standard input closes,
 * and n8n ends as by SIGTERM instead of running on with nobody to stop it.
 */
const { isMainThread } = require('node:worker_threads');

// n8n's worker threads preload this too, and have no standard input of their own.
if (isMainThread) {
	const end = () => process.kill(process.pid, 'SIGTERM');
	process.stdin.on('end', end).on('error', end).resume();
	process.stdin.unref();
}
