/** jest's environment: the world of the process itself, for all files of tests (oneWorldRuntime.js). */
const hooks = require('node:async_hooks');
const { ModuleMocker } = require('jest-mock');

const { console } = globalThis;
const { exit } = process;
const { AsyncLocalStorage } = hooks;
/** Where jest keeps a file's tests and who listens to its events; left there, all files would stay in memory and listen. */
const OF_FILE = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];

/**
 * In place of the AsyncLocalStorage in which jest has the test that runs. In Node 20 a real one makes each promise of
 * its process slower; where one test runs after another, a variable tells the same.
 */
class OneAfterAnother {
	getStore() {
		return this.store;
	}

	async run(store, callback) {
		const before = this.store;
		this.store = store;
		try {
			return await callback();
		} finally {
			this.store = before;
		}
	}
}

module.exports = class OneWorld {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);

	/** jest makes its storage behind this and before the first event. */
	async setup() {
		hooks.AsyncLocalStorage = OneAfterAnother;
	}

	handleTestEvent() {
		hooks.AsyncLocalStorage = AsyncLocalStorage;
	}

	/** For each file jest puts others of its own there. */
	async teardown() {
		globalThis.console = console;
		process.exit = exit;
		for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
			if (OF_FILE.includes(symbol.description)) delete globalThis[symbol];
		}
	}

	getVmContext() {
		return globalThis;
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}
};
