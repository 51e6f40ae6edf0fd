import fc from 'fast-check';
import { runHistory } from './support/model';
import { MUTANTS } from './support/mutants';
import { history } from './support/history';

/**
 * A mutant is killed in far fewer runs; a fixed seed keeps the test the same everywhere. Of the six
 * that were tried this one finds all mutants soonest: in 396 runs, the others in up to 2,148.
 */
const MOST_RUNS = 20_000;
const SEED = 3;

describe('what the promise needs: an engine without it breaks the promise', () => {
	it.each(Object.keys(MUTANTS))('%s', async (name) => {
		const result = await fc.check(
			fc.asyncProperty(history, (given) => runHistory(given, MUTANTS[name]!())),
			{ numRuns: MOST_RUNS, seed: SEED, endOnFailure: true },
		);
		expect(result.failed).toBe(true);
	});
});
