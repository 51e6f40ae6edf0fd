/** What can't be replayed is refused with its reason. */
import { eventsOf } from '../../../nodes/SalesManagement/trigger/events';
import { assertReplayable } from '../../../nodes/SalesManagement/trigger/replayable';
import { WATCHED_RECORDS } from '../../../nodes/SalesManagement/trigger/watched';

const deal = WATCHED_RECORDS.find(({ id }) => id === 'deal')!;
const eventOf = (name: string) => eventsOf(deal).find(({ id }) => id === name)!;

test.each([
	['deleted', 'Deleted can’t be replayed, since the service doesn’t list deleted records: remove'],
	[
		'phaseChanged',
		'Phase Changed can’t be replayed, since it compares each record with what it was',
	],
	['won', 'Won can’t be replayed, since it compares each record with what it was before'],
])('%s says why', (name, sentence) => {
	expect(() => assertReplayable(1, eventOf(name))).toThrow(sentence);
	expect(() => assertReplayable(undefined, eventOf(name))).not.toThrow();
});

test.each(['created', 'updated', 'createdOrUpdated'])('%s can be replayed', (name) => {
	expect(() => assertReplayable(1, eventOf(name))).not.toThrow();
});
