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

	/**
	 * For each file jest keeps the running test in an AsyncLocalStorage, which makes each promise dearer in Node 20:
	 * `npx jest test/operations/[a-c]` took a twentieth longer. The tests of a file run one by one, so a property tells
	 * which one runs. The first event comes when it is made, and before the file is loaded.
	 */
	async setup() {
		hooks.AsyncLocalStorage = class {
			getStore() {
				return this.store;
			}

			async run(store, callback) {
				const { store: before } = this;
				this.store = store;
				try {
					return await callback();
				} finally {
					this.store = before;
				}
			}
		};
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
