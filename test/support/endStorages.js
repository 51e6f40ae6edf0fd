/**
 * Ends the storages for asynchronous calls that a file of tests has begun. Whoever uses one (n8n's engine,
 * its packages) never ends it, and up to Node 22 each promise of the process, and so of all later files,
 * is then told to each of them: after a hundred files that took most of the time.
 */
const { AsyncLocalStorage } = require('node:async_hooks');

const begun = new Set();
for (const name of ['run', 'enterWith']) {
	const begin = AsyncLocalStorage.prototype[name];
	AsyncLocalStorage.prototype[name] = function (...given) {
		begun.add(this);
		return begin.apply(this, given);
	};
}

module.exports = function endStorages() {
	for (const storage of begun) storage.disable();
	begun.clear();
};
