/** The event Deleted, from what n8n saved to what it saves. */
import { Session, type Begin, type SweepStandstill, type SweepState } from '../polling';
import { deletions } from './deletions';
import { sweepHealth, type Found } from './health';
import type { Poll } from './onePoll';
import { report } from './report';
import { markOf, newListNews, REPEATS, savedSweep, saveSweep } from './savedState';
import { assertMoving } from './standstill';
import { sweepStandstillNews } from './sweepStandstill';

const sweeps = new Session<SweepState>();

export async function deletedRecords(given: Poll): Promise<Found> {
	const { context, settings, key, home } = given;
	const poll = { ...given, fingerprint: `${given.fingerprint} ${settings.event.id}` };
	const { news, state: saved } = savedSweep(home);
	const handed = { state: saved, home, mark: markOf(home), mode: context.getActivationMode() };
	// A new list knows nothing of what was deleted before it.
	const skips = settings.skipDowntime && sweeps.isActivation(key, handed);
	const begin = skips ? {} : sweeps.begin(key, handed, poll.fingerprint);
	const { state: before, isStale, isRepeat }: Begin<SweepState> = begin;
	if (isStale) return { records: [] };
	report(context, isRepeat ? [...news, REPEATS] : news);
	if (!before && !skips) report(context, newListNews(home, saved, poll.fingerprint));
	const { records, state, stopped, standstill, at } = await deletions(before, poll);
	const saves = sweeps.end(key, handed, { before, state, emitted: records.length > 0 });
	saveSweep(home, { ...saves, state, delivery: settings.delivery });
	const said = (each: SweepStandstill) => sweepStandstillNews(each, settings);
	assertMoving(standstill, said, { now: Date.now(), failAfterMs: settings.failAfterMs });
	const problem = standstill && `It ${said(standstill)}`;
	return { records, health: sweepHealth(stopped, at, problem) };
}
