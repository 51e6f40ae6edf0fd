/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/oneWorld.js',
	runtime: '<rootDir>/test/support/oneWorldRuntime.js',
	// Not in the temporary folder, which each run has for itself.
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// Types are checked once, by `npm run typecheck`; here each file is only translated.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
	setupFilesAfterEnv: [
		'<rootDir>/test/support/everyTestAsserts.ts',
		'<rootDir>/test/support/endIntervals.ts',
	],
	testTimeout: 60_000,
	maxWorkers: 3,
};
