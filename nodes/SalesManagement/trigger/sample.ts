/** What a manual test shows. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isoOf, textOf } from '../values';
import { deletion } from './deletions';
import { changesLike, likeEvents, sampleRow, toItems, toRecord } from './items';
import { listOf, type Poll } from './onePoll';
import { withRelated, type Told } from './related';
import { shownWith } from './shownCustoms';

const NEWEST_IN_TEST = 10;

/** The newest records, or a sample that says it is one. Leaves the state alone. */
export async function newestItems(poll: Poll): Promise<INodeExecutionData[]> {
	const { client, settings, budget } = poll;
	const source = listOf(poll);
	const now = await source.serverTime();
	if (settings.event.tells === 'deleted') {
		const [row] = await source.newest(1);
		const note = row ? 'This record still exists.' : 'There is no record yet.';
		return testItems([deletion(row?.id ?? 0, settings, now, { sample: true, note })], poll, now);
	}
	const found = await source.newest(Math.min(NEWEST_IN_TEST, settings.batchLimit));
	const fitting = found.filter(({ compared = '' }) => settings.wants(compared));
	const isMadeUp = fitting.length === 0;
	const rows = isMadeUp ? [sampleRow(settings, now, found[0]?.record)] : fitting;
	const none = found.length === 0 ? 'There is no record yet' : 'None of the newest records fits';
	const mark = { sample: true, note: `${none}; this one is made up.` };
	const events = likeEvents(rows, settings.event);
	const told: Told[] = isMadeUp
		? events.map((event) => ({ event, mark }))
		: await withRelated(client, events, settings, budget);
	const shown = await shownWith(
		poll,
		told.map(({ event }) => event.row.record),
	);
	const records = told.map(({ event, mark }) =>
		toRecord(event, shown, now, { ...changesLike(event, settings), ...mark }),
	);
	return testItems(records, poll, now);
}

/** With event ids of their own: a node that remembers ids would take the real events for repeats. */
function testItems(records: IDataObject[], { settings }: Poll, now: number): INodeExecutionData[] {
	const test = `test:${isoOf(now)}`;
	const marked = records.map(({ _event, ...record }) => {
		const event = _event as IDataObject;
		return { ...record, _event: { ...event, id: `${textOf(event.id)}:${test}` } };
	});
	return toItems(marked, settings);
}
