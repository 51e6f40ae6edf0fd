/** The items of a manual test. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Event, Row } from '../polling';
import { DAY, isoOf, textOf } from '../shared';
import { deletion } from './deletions';
import { toRecords, toItems } from './items';
import { ListSource } from './listSource';
import type { Poll } from './pollContext';
import type { Settings } from './settings';
import { spelling } from './watchedFields';

const NEWEST_IN_TEST = 10;

/** The newest records, or a sample that is marked as one. It leaves the state alone. */
export async function newestItems(poll: Poll): Promise<INodeExecutionData[]> {
	const { settings } = poll;
	const { event, wants, batchLimit } = settings;
	const source = new ListSource(poll);
	const { first, fitting, now } = await source.newest(wants);
	if (event.reports === 'deleted') {
		const note = first ? 'This record still exists.' : 'There is no record yet.';
		const mark = { sample: true, note };
		return toTestItems([deletion(first?.id ?? 0, settings, now, mark)], poll, now);
	}
	const isMadeUp = fitting.length === 0;
	const rows = isMadeUp
		? [sampleRow(settings, now, first?.record)]
		: fitting
				.toSorted((one, other) => other.updatedAt - one.updatedAt)
				.slice(0, Math.min(NEWEST_IN_TEST, batchLimit));
	const none = first
		? 'None of the records that were read (5,000 at most) fits'
		: 'There is no record yet';
	const note = await spelling(poll, source.rowsRead, true).catch(
		(error: unknown) => (error as Error).message,
	);
	const mark = isMadeUp && {
		sample: true,
		note: `${none}; this one is made up. ${note ?? ''}`.trim(),
	};
	const shown = isMadeUp ? { ...poll, settings: { ...settings, relatedObjects: false } } : poll;
	const { records } = await toRecords(
		shown,
		rows.map((row) => testEvent(row, settings)),
		now,
		(each) => ({ ...changesMark(each, settings), ...(note && { note }), ...mark }),
	);
	return toTestItems(records, poll, now);
}

/**
 * The items of a test, whose events have IDs with a suffix. With the same ID, Remove Duplicates would take the real
 * event for a repeat.
 */
function toTestItems(events: IDataObject[], { settings }: Poll, now: number): INodeExecutionData[] {
	const suffix = `test:${isoOf(now)}`;
	const marked = events.map(({ _event, ...record }) => {
		const event = _event as IDataObject;
		return { ...record, _event: { ...event, id: `${textOf(event.id)}:${suffix}` } };
	});
	return toItems(marked, settings);
}

/** The event that a record could have been; an update has its changes in their usual form. */
function testEvent(row: Row<IDataObject>, { event: { reports } }: Settings): Event<IDataObject> {
	const isGeneral = reports === 'createdOrUpdated' || reports === 'deleted';
	const byTimes = row.updatedAt > row.createdAt ? 'updated' : 'created';
	const type = isGeneral ? byTimes : reports;
	return { type, row, from: type === 'updated' ? row.compared : undefined };
}

/** Marks the event of an update whose fields are compared. */
const changesMark = ({ type }: Event<IDataObject>, { compared }: Settings): IDataObject =>
	type === 'updated' && compared
		? {
				sample: true,
				note: 'The changes are made up: the present value stands for the one before, too.',
			}
		: {};

/**
 * A made-up record. If there is a real one, most of its properties come from that, so that a workflow can be built on
 * them.
 * @param model the real record.
 */
function sampleRow(
	{ record, event, compared }: Settings,
	now: number,
	model: IDataObject = {},
): Row<IDataObject> {
	// A record that has changed is older than its change.
	const createdAt = compared ? now - DAY : now;
	const sample = {
		...model,
		id: 0,
		...record.watch.sample,
		...event.sample,
		createdAt: isoOf(createdAt),
		updatedAt: isoOf(now),
	};
	return {
		id: 0,
		createdAt,
		updatedAt: now,
		digest: 'sample',
		record: sample,
		compared: compared?.valueIn(sample),
	};
}
