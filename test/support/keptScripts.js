/**
 * jest's runtime, which compiles each module once a process instead of once a file of tests. Each file
 * still has a world of its own, in which its modules run anew: what is kept is their compiled code alone,
 * and the text of packages. A test of the engine loads some 2,000 modules; to parse them again took half
 * of the time of loading, and to read them and look up the world's globals for each of them much of the rest.
 */
const { sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const endStorages = require('./endStorages');

/** By path: the code of a module, which differs if it was transformed in another way, and its script. */
const kept = new Map();

/** By path: the text of what belongs to packages, which nobody changes while tests run. */
const sources = new Map();
const PACKAGES = `${sep}node_modules${sep}`;

function keepSources(fileCache) {
	const read = fileCache.readFile.bind(fileCache);
	fileCache.readFile = (path) => {
		if (!path.includes(PACKAGES)) return read(path);
		const source = sources.get(path) ?? read(path);
		sources.set(path, source);
		return source;
	};
}

/** The globals that jest.config.js hands to modules, looked up in a world once instead of for each module. */
function keepGlobals(executor, environment) {
	const names = executor.config.sandboxInjectedGlobals;
	const handed = Object.fromEntries(names.map((name) => [name, environment.global[name]]));
	// After its end a world has none.
	const global = { get: () => environment.global && handed };
	executor.environment = Object.create(environment, { global });
}

function scriptOf(code, path, parameters) {
	const before = kept.get(path);
	if (before?.code === code) return before.script;
	const head = `(function (${parameters.join(',')}) {`;
	// So that positions in errors are those in the module, as source maps expect.
	const script = new Script(`${head}${code}\n})`, { filename: path, columnOffset: -head.length });
	kept.set(path, { code, script });
	return script;
}

module.exports = class KeptScriptsRuntime extends Runtime {
	constructor(...given) {
		super(...given);
		const [, environment, , , , coverage] = given;
		// What is covered is counted from the first character of a module.
		if (coverage.collectCoverage) return;
		const { executor } = this;
		keepSources(this.fileCache);
		keepGlobals(executor, environment);
		const compile = executor.compile.bind(executor);
		executor.compile = (code, path) => {
			const context = environment.getVmContext();
			if (context === null) return null;
			try {
				return scriptOf(code, path, executor.injectedModuleParameters).runInContext(context);
			} catch {
				// jest says in its own way what is wrong with the code.
				return compile(code, path);
			}
		};
	}

	teardown() {
		super.teardown();
		endStorages();
	}
};
