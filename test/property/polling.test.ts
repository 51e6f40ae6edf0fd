import fc from 'fast-check';
import { run } from './support/model';
import { scenario } from './support/history';

/** `POLLING_RUNS=100000 npx jest test/property/polling` for as many as wanted. */
const RUNS = Number(process.env.POLLING_RUNS ?? 2_000);
const SEED = process.env.POLLING_SEED === undefined ? undefined : Number(process.env.POLLING_SEED);

describe('the promise of the trigger (docs/trigger.md), against an honest but adversarial service', () => {
	it(
		`holds in ${RUNS} scenarios`,
		async () => {
			await fc.assert(
				fc.asyncProperty(scenario, (given) => run(given)),
				{ numRuns: RUNS, ...(SEED !== undefined && { seed: SEED }) },
			);
		},
		Math.max(60_000, RUNS * 100),
	);
});
