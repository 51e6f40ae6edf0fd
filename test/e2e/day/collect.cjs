/**
 * n8n loads this as one of its EXTERNAL_HOOK_FILES. On SIGUSR2 it clears away what nobody needs any more
 * and writes down what is left, as one line of JSON.
 */
const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
	collect();
	const { rss, heapUsed } = process.memoryUsage();
	const [inRss, inHeap] = [rss, heapUsed].map((bytes) => Math.round(bytes / 2 ** 20));
	appendFileSync(process.env.DAY_MEMORY, `${JSON.stringify({ rss: inRss, heap: inHeap })}\n`);
});

module.exports = {};
