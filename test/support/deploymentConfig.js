/**
 * jest's configuration for the tests of the operations on a sandbox that speaks a dialect (docs/sandbox.md), without
 * the tests that leftOut.json names, each with the reason why it can't hold there. The variable SANDBOX_DIALECT
 * chooses another dialect.
 */
const { join } = require('node:path');
const {
	projects: [connector],
	...usual
} = require('../../jest.config');
const leftOut = require('../leftOut.json');

/** @returns {import('jest').Config} */
module.exports = function deploymentConfig(dialect) {
	process.env.SANDBOX_DIALECT ??= dialect;
	const rows = Object.entries(leftOut[process.env.SANDBOX_DIALECT] ?? {});
	for (const [title, why] of rows) process.stderr.write(`left out: "${title}": ${why}\n`);
	const titles = rows.map(([title]) => title.replace(/[.*+?^$()[\]{}\\|]/g, '\\$&'));
	return {
		...usual,
		...connector,
		rootDir: join(__dirname, '../..'),
		testMatch: ['<rootDir>/test/operations/**/*.test.ts'],
		// Each file first checks an account of the deployment, which takes time.
		testTimeout: 180_000,
		...(titles.length > 0 && { testNamePattern: `^(?!.*(?:${titles.join('|')}))` }),
	};
};
