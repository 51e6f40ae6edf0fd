/** jest's environment: the world of the process itself, for all files of tests (oneWorldRuntime.js). */
const { ModuleMocker } = require('jest-mock');

const { console } = globalThis;
const { exit } = process;
/** Where jest keeps a file's tests and who listens to its events; left there, all files would stay in memory and listen. */
const OF_FILE = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];

module.exports = class OneWorld {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);

	async setup() {}

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
