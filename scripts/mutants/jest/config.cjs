/** How jest runs in the copy of the project that holds the mutants. */
const usual = require('../../../jest.config.js');

/** A part of the tests, for a quick look: what they notice, all of them notice. */
const { MUTANT_TESTS } = process.env;
const chosen = MUTANT_TESTS && {
	testMatch: undefined,
	testRegex: [`/test/(?:.*/)?(?:${MUTANT_TESTS})[^/]*(?:/.*)?\\.test\\.ts$`],
};

/** @type {import('jest').Config} */
module.exports = {
	...usual,
	...chosen,
	rootDir: '../../..',
	// With the sources, or jest could not tell which tests have to do with them.
	roots: ['<rootDir>/test', '<rootDir>/nodes', '<rootDir>/credentials'],
	// The files lie elsewhere in each run, so a cache that outlives the copy would only grow.
	cacheDirectory: '<rootDir>/.jest-cache',
	setupFilesAfterEnv: ['<rootDir>/scripts/mutants/jest/setup.cjs', ...usual.setupFilesAfterEnv],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/(contract|e2e)/',
		// These look at files, some of them at the sources' text, which is another one here.
		'<rootDir>/test/unit/(host/|package|tasks|decisions|testFiles|workedExamples)',
		// It asks that a broken engine fails, and is content with any other breakage too.
		'<rootDir>/test/property/mutants',
	],
	// The process that waits has the patience: more of it than a busy machine needs.
	testTimeout: 600_000,
	reporters: ['<rootDir>/scripts/mutants/jest/reporter.cjs'],
	testSequencer: '<rootDir>/scripts/mutants/jest/sequencer.cjs',
};
