import type { IPollFunctions } from 'n8n-workflow';
import { versionOf } from '../api/client';
import { UsageError } from '../api/errors';
import { ROUTES, type OperationId } from '../api/routes';
import type { CredentialKind, QueryValue } from '../api/types';
import { read, type Item } from '../fields';
import { filters, type Form } from '../operations/operation';
import { OutputFieldCheck, shaper, type Shaper } from '../operations/output';
import { partsOf } from '../operations/request';
import type { StartFrom } from '../polling';
import type { Compared, EventDescription } from '../records/events';
import { routeOf } from '../records/record';
import { textOf } from '../values';
import { assertLookup } from './lookup';
import { eventsOf } from './events';
import { assertReplayable } from './replayable';
import { triggerControls } from './controls';
import { filtersOf, givenPath, wholePath, WATCHED_RECORDS, type WatchedRecord } from './watched';

/** What the user chose, checked. */
export interface Settings {
	readonly kind: CredentialKind;
	readonly record: WatchedRecord;
	readonly list: OperationId;
	readonly event: EventDescription;
	readonly query: Readonly<Record<string, QueryValue | undefined>>;
	readonly path: Readonly<Record<string, string | number>>;
	readonly startFrom: StartFrom;
	/** From when to begin again, once; in milliseconds since 1970. */
	readonly replayFrom?: number;
	readonly skipDowntime: boolean;
	/** Whether a new process begins after the last batch, or before it. */
	readonly delivery: 'once' | 'atLeastOnce';
	readonly lookbackMs: number;
	readonly batchLimit: number;
	/** What an event compares with the previous version; absent when any version will do. */
	readonly compared?: Compared;
	/** Which changes are wanted, by the new value. */
	readonly wants: (to: string) => boolean;
	/** What is handed out of a record. */
	readonly shape: Shaper;
	/** Told which fields are selected of each record. */
	readonly outputFields: OutputFieldCheck;
	readonly customFieldsByKey: boolean;
	readonly relatedObjects: boolean;
	/** Whether the records of a poll make one item. */
	readonly perPoll: boolean;
	/** After how long without progress a poll fails; 0 for never. */
	readonly failAfterMs: number;
	/** Whether to emit items about the trigger itself. */
	readonly health: boolean;
	/** From one look for deleted records to the next. */
	readonly sweepMs: number;
	/** Whether records can leave the list without being deleted. */
	readonly isFiltered: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DEFAULT_SWEEP_HOURS = 24;
const DEFAULT_FAIL_AFTER = 60;
const DEFAULT_LOOKBACK = 5;
const DEFAULT_BATCH = 5_000;
/** Related objects cost a request per record, so a poll must stay small. */
const BATCH_WITH_RELATED = 100;

/** @throws UsageError for what can't be used. */
export function readSettings(context: IPollFunctions): Settings {
	const item = itemOf(context);
	const kind = item.get('authentication') as CredentialKind;
	const record = readRecord(item);
	const list = routeOf(record, 'getMany');
	if (!list || !(list in ROUTES[item.version])) {
		throw new UsageError(
			`${record.name}s can’t be watched with an API key (v1): use a personal or team token (v2) instead.`,
		);
	}
	const event = readEvent(item, record);
	const { path, query } = partsOf(requestForm(record), item);
	const options = read(triggerControls, item);
	const { relatedObjects = false, batchLimit = DEFAULT_BATCH } = options;
	const outputFields = new OutputFieldCheck();
	const settings: Settings = {
		kind,
		record,
		list,
		event,
		query: query as Settings['query'],
		path: { ...wholePath(record), ...path },
		startFrom: startFrom(options.startFrom, options.startDate),
		...(options.replayFrom !== undefined && { replayFrom: Date.parse(options.replayFrom) }),
		skipDowntime: options.afterDowntime === 'skip',
		delivery: options.delivery ?? 'once',
		lookbackMs: (options.lookbackMinutes ?? DEFAULT_LOOKBACK) * MINUTE,
		batchLimit: relatedObjects ? Math.min(batchLimit, BATCH_WITH_RELATED) : batchLimit,
		compared: event.compared(item, record),
		wants: event.wants(item),
		shape: shaper(record, item, {
			added: relatedObjects ? record.watch.related : [],
			check: outputFields,
		}),
		outputFields,
		customFieldsByKey: options.customFieldsByKey ?? false,
		relatedObjects,
		perPoll: options.emit === 'perPoll',
		failAfterMs: (options.failAfterMinutes ?? DEFAULT_FAIL_AFTER) * MINUTE,
		health: options.health ?? false,
		sweepMs: (options.deletionSweepHours ?? DEFAULT_SWEEP_HOURS) * HOUR,
		isFiltered: Object.keys(query).length > 0,
	};
	assertReplayable(settings.replayFrom, event);
	if (event.tells === 'deleted') assertLookup(settings, item.version);
	return settings;
}

/** The trigger's one item: it has no input, but parameters of its own. */
function itemOf(context: IPollFunctions): Item {
	const get = (name: string): unknown => context.getNodeParameter(name, undefined);
	return {
		index: 0,
		input: {},
		version: versionOf(get('authentication') as CredentialKind),
		timezone: context.getTimezone(),
		get,
	};
}

function readRecord(item: Item): WatchedRecord {
	const id = textOf(item.get('resource'));
	const record = WATCHED_RECORDS.find((each) => each.id === id);
	if (record) return record;
	throw new UsageError(`The trigger has no resource "${id}".`);
}

function readEvent(item: Item, record: WatchedRecord): EventDescription {
	const id = textOf(item.get('event'));
	const event = eventsOf(record).find((each) => each.id === id);
	if (event) return event;
	throw new UsageError(`The trigger has no event "${id}" for this resource; choose another.`);
}

const requestForm = (record: WatchedRecord): Form => ({
	fields: givenPath(record),
	collections: [filters(filtersOf(record))],
	controls: [],
});

function startFrom(from: 'now' | 'date' | 'all' = 'now', date?: string): StartFrom {
	if (from === 'now') return 'now';
	if (from === 'all') return 0;
	if (date === undefined) throw new UsageError('Start Date is required to start from a date.');
	return Date.parse(date);
}
