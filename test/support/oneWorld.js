/** jest's environment: the world of the process itself, for all files of tests (oneWorldRuntime.js). */
const { ModuleMocker } = require('jest-mock');

const { console } = globalThis;
const { exit } = process;

module.exports = class OneWorld {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);

	async setup() {}

	/** For each file jest puts others of its own there. */
	async teardown() {
		globalThis.console = console;
		process.exit = exit;
	}

	getVmContext() {
		return globalThis;
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}
};
