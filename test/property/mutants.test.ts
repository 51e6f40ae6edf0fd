import fc from 'fast-check';
import { runHistory } from './support/model';
import { MUTANTS } from './support/mutants';
import { history } from './support/history';

/** A mutant is killed in far fewer runs; a fixed seed keeps the test the same everywhere. */
const MOST_RUNS = 20_000;
const SEED = 20_261_121;

describe('what the promise needs: an engine without it breaks the promise', () => {
	it.each(Object.keys(MUTANTS))('%s', async (name) => {
		const result = await fc.check(
			fc.asyncProperty(history, (given) => runHistory(given, MUTANTS[name]!())),
			{ numRuns: MOST_RUNS, seed: SEED, endOnFailure: true },
		);
		expect(result.failed).toBe(true);
	});
});
