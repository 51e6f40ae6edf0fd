import fc from 'fast-check';
import { controlled } from './support/controlled';
import { runHistory } from './support/model';

/** `POLLING_RUNS=100000 npx jest test/property/polling` for as many as wanted. */
const RUNS = Number(process.env.POLLING_RUNS ?? 600);
const SEED = process.env.POLLING_SEED === undefined ? undefined : Number(process.env.POLLING_SEED);

describe('the promise of the trigger (docs/trigger.md), against an honest but adversarial service', () => {
	it(
		`holds in ${RUNS} histories`,
		async () => {
			const holds = fc.assert(
				fc.asyncProperty(controlled, (given) => runHistory(given)),
				{ numRuns: RUNS, ...(SEED !== undefined && { seed: SEED }) },
			);
			await expect(holds).resolves.toBeUndefined();
		},
		Math.max(60_000, RUNS * 100),
	);
});
