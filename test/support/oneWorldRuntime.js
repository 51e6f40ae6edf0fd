/**
 * jest's runtime, with all files of tests in the one world of their process. Jest makes each a world of
 * its own, in which a test of the engine would load some 2,000 modules of packages anew. Here packages
 * are loaded once a process; the connector, the sandbox and the tests themselves still once a file. Seven files of
 * the engine take 31 s of processor time in this way and 48 s with jest's own runtime and environment `node`. So
 * whatever a test changes in a package, a global or `process.env` it puts back, and none mocks a package.
 */
const { createRequire } = require('node:module');
const { sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${sep}node_modules${sep}`;

module.exports = class OneWorldRuntime extends Runtime {
	constructor(...given) {
		super(...given);
		const { executor } = this;
		executor.compile = (code, filename) => {
			const head = `(function (${executor.injectedModuleParameters.join(',')}) {`;
			// So that positions in errors are those in the module, as source maps expect.
			const at = { filename, columnOffset: -head.length };
			return new Script(`${head}${code}\n})`, at).runInThisContext();
		};
	}

	requireModuleOrMock(from, name) {
		const isPackage = !/^[./]|^@jest\/globals$/.test(name) && !from.includes(PACKAGES);
		return isPackage ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
