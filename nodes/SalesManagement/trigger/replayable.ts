import { UsageError } from '../api/errors/errors';
import type { EventDescription } from '../records/events';

/** @throws UsageError for an event that depends on versions which are gone. */
export function assertReplayable(
	replayFrom: number | undefined,
	{ name, tells }: EventDescription,
) {
	if (replayFrom === undefined || (tells !== 'changed' && tells !== 'deleted')) return;
	const why =
		tells === 'deleted'
			? 'the service doesn’t list deleted records'
			: 'it compares each record with what it was before, which the service doesn’t tell';
	throw new UsageError(`${name} can’t be replayed, since ${why}: remove Replay From.`);
}
