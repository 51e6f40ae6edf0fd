/**
 * jest's runtime, which loads packages once a process instead of once a file of tests: n8n's engine
 * alone has some 2,000 modules. The project's own modules run anew for each file, compiled once. Needs
 * one environment for all files (keptWorld.js), and that no test puts a mock in the place of a package.
 */
const { isBuiltin } = require('node:module');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

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

class KeptScripts extends Runtime {
	constructor(...given) {
		super(...given);
		const [, environment, , , , { collectCoverage }] = given;
		// What is covered is counted from the first character of a module.
		if (collectCoverage) return;
		const { executor } = this;
		const compile = executor.compile.bind(executor);
		executor.compile = (code, path) => {
			try {
				const script = scriptOf(code, path, executor.injectedModuleParameters);
				return script.runInContext(environment.getVmContext());
			} catch {
				// jest says in its own way what is wrong with the code.
				return compile(code, path);
			}
		};
	}
}

/** Loads packages for all files, and is never torn down. */
let packages;

const isPackage = (name) => !/^[./]/.test(name) && !isBuiltin(name) && name !== '@jest/globals';

module.exports = class KeptPackages extends KeptScripts {
	constructor(...given) {
		super(...given);
		packages ??= new KeptScripts(...given);
	}

	requireModuleOrMock(from, name) {
		return isPackage(name)
			? packages.requireModuleOrMock(from, name)
			: super.requireModuleOrMock(from, name);
	}
};
