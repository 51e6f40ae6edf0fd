import { systemClock } from '../../../api/http/clock';

/** As many rows as are dealt with without letting anything else happen: some milliseconds. */
const AT_ONCE = 500;

/**
 * The entries of a long list one by one. Now and then what is due happens first: a run of many rows would
 * hold up the requests of others, and its own.
 */
export async function* inTimeSlices<Each>(list: readonly Each[]): AsyncGenerator<Each> {
	for (const [at, each] of list.entries()) {
		if (at > 0 && at % AT_ONCE === 0) await systemClock.sleep(0);
		yield each;
	}
}
