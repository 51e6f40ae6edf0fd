const typescript = ['ts-jest', { diagnostics: false }];

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// Not in the temporary folder, which each run has for itself.
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	globalSetup: '<rootDir>/test/support/buildFirst.ts',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// Types are checked once, by `npm run typecheck`; here each file is only translated.
	transform: {
		'^.+\\.ts$': typescript,
		// These ship ES modules only, which jest can't load before Node 24.
		'/(@faker-js|content-disposition)/.+\\.js$': [
			'ts-jest',
			{ diagnostics: false, tsconfig: { allowJs: true, module: 'commonjs', target: 'es2022' } },
		],
	},
	setupFilesAfterEnv: ['<rootDir>/test/support/everyTestAsserts.ts'],
	transformIgnorePatterns: ['/node_modules/(?!@faker-js/|content-disposition/)'],
	testTimeout: 60_000,
	maxWorkers: 2,
};
