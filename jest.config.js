const typescript = ['ts-jest', { diagnostics: false }];

/**
 * Tests run in a world of their own, where looking up a global (`Math`, `Map`) takes as
 * long as a small loop. Those that are used most are handed to each module like its `require`. They are
 * the world's own objects, so spies on their methods work; but a test that put another in the place of
 * one would change nothing. So none is here that fake timers replace (`Date`, `performance`).
 */
const handedToModules = [
	...['Array', 'BigInt', 'Boolean', 'Error', 'Function', 'Infinity', 'JSON', 'Map', 'Math'],
	...['Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'Reflect', 'RegExp', 'Set', 'String'],
	...['Symbol', 'TypeError', 'Uint8Array', 'WeakMap', 'decodeURIComponent', 'encodeURIComponent'],
	...['isNaN', 'parseFloat', 'parseInt'],
];

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/keptWorld.js',
	// Not in the temporary folder, which each run has for itself.
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	roots: ['<rootDir>/test'],
	runtime: '<rootDir>/test/support/keptPackages.js',
	testMatch: ['**/*.test.ts'],
	sandboxInjectedGlobals: handedToModules,
	// Types are checked once, by `npm run typecheck`; here each file is only translated.
	transform: {
		'^.+\\.ts$': typescript,
		// These ship ES modules only, which jest can't load before Node 24.
		'/(@faker-js|content-disposition)/.+\\.js$': [
			'ts-jest',
			{ diagnostics: false, tsconfig: { allowJs: true, module: 'commonjs', target: 'es2022' } },
		],
	},
	setupFilesAfterEnv: [
		'<rootDir>/test/support/everyTestAsserts.ts',
		'<rootDir>/test/support/endIntervals.ts',
	],
	transformIgnorePatterns: ['/node_modules/(?!@faker-js/|content-disposition/)'],
	testTimeout: 60_000,
	maxWorkers: 2,
};
