/**
 * jest's environment, one for all files of tests of a process: what packages have made of its globals
 * once (see keptPackages.js) holds for all of them. The connector's, the sandbox's and the tests' own
 * modules are loaded anew for each file.
 */
const { TestEnvironment } = require('jest-environment-node');

let kept;

module.exports = class KeptWorld extends TestEnvironment {
	constructor(...given) {
		if (kept) return kept;
		super(...given);
		kept = this;
	}

	async teardown() {
		this.fakeTimers.useRealTimers();
		this.fakeTimersModern.useRealTimers();
	}
};
