import { systemClock } from '../api/http/clock';

/** As many rows as are dealt with without letting anything else happen: some milliseconds. */
const AT_ONCE = 500;

/**
 * A long list in parts. Between them what is due happens first: a run of many rows would hold up the
 * requests of others, and its own.
 */
export async function* inBreaths<Each>(list: readonly Each[]): AsyncGenerator<readonly Each[]> {
	if (list.length <= AT_ONCE) {
		yield list;
		return;
	}
	for (let at = 0; at < list.length; at += AT_ONCE) {
		yield list.slice(at, at + AT_ONCE);
		await systemClock.sleep(0);
	}
}
