/**
 * Ends the intervals that a file of tests has left. n8n's engine begins one with the first run (it looks
 * after SSH connections) and never ends it; it would keep the process of the tests alive.
 */
const begun = new Set<ReturnType<typeof setInterval>>();
const begin = globalThis.setInterval;

globalThis.setInterval = Object.assign((...given: Parameters<typeof begin>) => {
	const interval = begin(...given);
	begun.add(interval);
	return interval;
}, begin);

afterAll(() => {
	globalThis.setInterval = begin;
	for (const interval of begun) clearInterval(interval);
});
