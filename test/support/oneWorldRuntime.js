/**
 * jest's runtime, with all files of tests in the one world of their process. Jest makes each a world of
 * its own, in which a test of the engine would load some 2,000 modules of packages anew. Here packages
 * are loaded once a process; the connector and the tests themselves still once a file. Seven files of
 * the engine take 31 s of processor time in this way and 48 s with jest's own runtime and environment `node`. So
 * whatever a test changes in them, in a global or in `process.env` it puts back, and none mocks a package.
 *
 * The sandbox is loaded once as well: what it remembers is in what `startSandbox` returns, not in its modules. Nine
 * files that use it take 35 s in this way, and 40 s where each compiles its code and its schemas anew.
 */
const { createRequire } = require('node:module');
const { dirname, join, sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${sep}node_modules${sep}`;
const SANDBOX = join(__dirname, '../../sandbox');
const isOfSandbox = (path) => path === SANDBOX || path.startsWith(SANDBOX + sep);

/** By the resolver, of which each project has one in each run of a watching jest: what its files share. */
const shared = new WeakMap();

module.exports = class OneWorldRuntime extends Runtime {
	constructor(config, environment, resolver, ...given) {
		super(config, environment, resolver, ...given);
		const { executor } = this;
		executor.compile = (code, filename) => {
			const head = `(function (${executor.injectedModuleParameters.join(',')}) {`;
			// So that positions in errors are those in the module, as source maps expect.
			const at = { filename, columnOffset: -head.length };
			return new Script(`${head}${code}\n})`, at).runInThisContext();
		};
		if (!shared.has(resolver)) shared.set(resolver, { sandbox: new Map(), sourceMaps: new Map() });
		this.shared = shared.get(resolver);
		// A module of the sandbox may load another one when the file that it was loaded for has ended.
		this.shared.runtime = this;
		copy(this.shared.sourceMaps, this.getSourceMaps());
	}

	requireModuleOrMock(from, name) {
		const isPackage = !/^[./]|^@jest\/globals$/.test(name) && !from.includes(PACKAGES);
		if (isPackage) return createRequire(from)(name);
		const path = join(dirname(from), name);
		const { sandbox, runtime } = this.shared;
		if (!isOfSandbox(path)) return super.requireModuleOrMock(from, name);
		if (!sandbox.has(path)) sandbox.set(path, runtime.loadForAll(from, name));
		return sandbox.get(path);
	}

	loadForAll(from, name) {
		const loaded = super.requireModuleOrMock(from, name);
		copy(this.getSourceMaps(), this.shared.sourceMaps);
		return loaded;
	}
};

function copy(from, to) {
	for (const [key, value] of from) to.set(key, value);
}
