/** @type {import('jest').Config} */
const shared = {
	testEnvironment: '<rootDir>/test/support/oneWorld.js',
	runtime: '<rootDir>/test/support/oneWorldRuntime.js',
	// Not in the temporary folder, which each run has for itself.
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	// Types are checked once, by `npm run typecheck`; here each file is only translated.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
	setupFilesAfterEnv: [
		'<rootDir>/test/support/everyTestAsserts.ts',
		'<rootDir>/test/support/endIntervals.ts',
	],
};

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		{
			...shared,
			displayName: 'connector',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/sandbox/'],
		},
		{ ...shared, displayName: 'sandbox', testMatch: ['<rootDir>/test/sandbox/**/*.test.ts'] },
	],
	globalSetup: '<rootDir>/test/support/globalSetup.js',
	// Against what hangs; none of them waits so long, also on a busy machine.
	testTimeout: 120_000,
	// As many as the usual machine has cores; each loads n8n's engine for itself.
	maxWorkers: 2,
};
