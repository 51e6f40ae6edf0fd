/**
 * jest's runtime, with two differences. Each module is compiled once a process instead of once a file of
 * tests (a test of the engine loads some 2,000): it runs anew in each file's own world all the same. And
 * the storages for asynchronous calls that a file has begun are ended with it: n8n's engine never ends
 * one, and up to Node 22 each promise of all later files would be told to every one of them.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const begun = new Set();
for (const name of ['run', 'enterWith']) {
	const begin = AsyncLocalStorage.prototype[name];
	AsyncLocalStorage.prototype[name] = function (...given) {
		begun.add(this);
		return begin.apply(this, given);
	};
}

/** By path: the code of a module, which differs if it was transformed in another way, and its script. */
const kept = new Map();

function scriptOf(code, filename, parameters) {
	const before = kept.get(filename);
	if (before?.code === code) return before.script;
	const head = `(function (${parameters.join(',')}) {`;
	// So that positions in errors are those in the module, as source maps expect.
	const script = new Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
	kept.set(filename, { code, script });
	return script;
}

module.exports = class KeptScriptsRuntime extends Runtime {
	constructor(...given) {
		super(...given);
		const [, environment, , , , { collectCoverage }] = given;
		// What is covered is counted from the first character of a module.
		if (collectCoverage) return;
		const { executor } = this;
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
		for (const storage of begun) storage.disable();
		begun.clear();
	}
};
