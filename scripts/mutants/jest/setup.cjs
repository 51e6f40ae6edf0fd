/**
 * Before a test file is loaded. With a mutant: which one is active, and how often it may be reached,
 * so that a loop that it made endless ends. Without: notes which mutants the file reaches, by being
 * loaded and in its tests.
 */
const { createHash } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const { MUTANT, MUTANT_HIT_LIMITS = '{}', MUTANT_COVERAGE } = process.env;
const file = relative(process.cwd(), expect.getState().testPath).replaceAll('\\', '/');
// The name is what the instrumented code looks for.
const mutants = (globalThis.__stryker__ = {});

if (MUTANT) {
	mutants.activeMutant = MUTANT;
	mutants.hitCount = 0;
	mutants.hitLimit = JSON.parse(MUTANT_HIT_LIMITS)[file];
}

if (MUTANT_COVERAGE) {
	beforeAll(() => {
		mutants.currentTestId = 'tests';
	});
	afterAll(() => {
		const { static: loading = {}, perTest = {} } = mutants.mutantCoverage ?? {};
		const name = createHash('sha1').update(file).digest('hex');
		const reached = { file, loading, testing: perTest.tests ?? {} };
		writeFileSync(join(MUTANT_COVERAGE, `${name}.json`), JSON.stringify(reached));
	});
}
