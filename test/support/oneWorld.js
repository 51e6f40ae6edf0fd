/** jest's environment: the world of the process itself, for all files of tests (oneWorldRuntime.js). */
const hooks = require('node:async_hooks');
const { ModuleMocker } = require('jest-mock');

const { console } = globalThis;
const { exit } = process;
const { AsyncLocalStorage } = hooks;
/** Where jest keeps a file's tests and who listens to its events; left there, all files would stay in memory and listen. */
const OF_FILE = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];

module.exports = class OneWorld {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	storages = [];

	/**
	 * For each file jest makes an AsyncLocalStorage and never disables it, so that in Node 20 each promise costs a
	 * little more with every file before. The first event comes when it is made, and before the file is loaded.
	 */
	async setup() {
		const { storages } = this;
		hooks.AsyncLocalStorage = class extends AsyncLocalStorage {
			constructor(...given) {
				super(...given);
				storages.push(this);
			}
		};
	}

	handleTestEvent() {
		hooks.AsyncLocalStorage = AsyncLocalStorage;
	}

	/** For each file jest puts others of its own there. */
	async teardown() {
		for (const storage of this.storages) storage.disable();
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
