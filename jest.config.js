/** Options of esbuild; jest translates anew when one changes. */
const translation = {
	loader: 'ts',
	format: 'cjs',
	target: 'es2022',
	// A file that is imported later is loaded by jest too.
	supported: { 'dynamic-import': false },
	sourcemap: 'inline',
};

/** @type {import('jest').Config} */
const shared = {
	testEnvironment: '<rootDir>/test/support/oneWorld.js',
	runtime: '<rootDir>/test/support/oneWorldRuntime.js',
	// Not in the temporary folder, which each run has for itself.
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	// Types are checked once, by `npm run typecheck`; here each file is only translated.
	transform: { '^.+\\.ts$': ['<rootDir>/test/support/translate.js', translation] },
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
	// Against what hangs; none of them waits so long, also on a busy machine.
	testTimeout: 120_000,
	maxWorkers: 3,
};
