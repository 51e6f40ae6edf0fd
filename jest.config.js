/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// Types are checked once, by `npm run typecheck`; here each file is only translated.
	transform: { '^.+\\.ts$': ['ts-jest', { isolatedModules: true, diagnostics: false }] },
	testTimeout: 60_000,
	maxWorkers: 2,
};
