import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ROUTES, versionOf, type ApiVersion, type CredentialKind } from '../api/routes';
import { idIn, read, type Item, type NameReader } from '../fields';
import { readItem } from '../operations/items/row/row';
import { filters, OutputFieldCheck, type Form } from '../operations/model';
import { shapeFor } from '../operations/telling/output';
import type { Row, StartFrom } from '../polling';
import { CONTROLS, routeOf } from '../records';
import { hasContent, isObject, own, textOf, UsageError } from '../shared';
import {
	eventsOf,
	filtersOf,
	givenPath,
	lookupOf,
	WATCHED_RECORDS,
	wholePath,
} from './watchedRecords';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DEFAULT_SWEEP_HOURS = 24;
const DEFAULT_FAIL_AFTER = 60;
const DEFAULT_LOOKBACK = 5;
const DEFAULT_BATCH = 5_000;
/** Related objects cost a request per record, so a poll must stay small. */
const BATCH_WITH_RELATED = 100;

/**
 * Reads which list is watched, from the parameters that take no names, and makes the form of its request, in which
 * names may stand for IDs, as in the options.
 * @throws UsageError for a resource or an event that can't be watched.
 */
export function watchedIn(context: IPollFunctions) {
	const item = itemOf(context);
	const record = chosen(item, 'resource', WATCHED_RECORDS);
	const list = routeOf(record, 'getMany');
	if (!list || !(list in ROUTES[item.version])) {
		throw new UsageError(
			`${record.name}s can’t be watched with a V1 API Key: use a personal or team token (v2) instead.`,
		);
	}
	const event = chosen(item, 'event', eventsOf(record));
	const form: Form = {
		fields: givenPath(record),
		collections: [filters(filtersOf(record))],
		controls: [],
	};
	const kind = item.get('authentication') as CredentialKind;
	return { kind, record, list, event, item, form };
}

/** The watched list, and the form of its request. */
export type Watched = ReturnType<typeof watchedIn>;

/**
 * Reads and checks the user's settings.
 * @param names reads the IDs of the names in the form.
 * @throws UsageError for settings that can't be used.
 */
export function readSettings(
	{ kind, record, list, event, form, ...watched }: Watched,
	names: NameReader,
) {
	const item = { ...watched.item, names };
	const { parts, error } = readItem({ form }, item);
	if (error !== undefined) throw error as Error;
	const { path } = parts;
	const query = { ...parts.query, ...event.overrides };
	const given = read(CONTROLS.trigger, item);
	const { relatedObjects, batchLimit = DEFAULT_BATCH } = given;
	const compared = event.compared?.(given, record);
	/** Learns from each record which selected fields it has. */
	const outputFields = new OutputFieldCheck();
	const settings = {
		/** The options as they are given; what is worked out from them follows. */
		...given,
		kind,
		record,
		list,
		event,
		outputFields,
		condition: parts.condition,
		query,
		path: { ...wholePath(record), ...path } as Readonly<Record<string, string | number>>,
		/** The part of the path that says which records are watched, such as a custom object's definition. */
		definition: givenPath(record).map(({ key }) => path[key]),
		startFrom: startFrom(given.startFrom, given.startDate),
		skipsDowntime: given.afterDowntime === 'skip',
		/** Whether a new process repeats the last batch, instead of going on after it. */
		repeatsBatch: given.delivery === 'atLeastOnce',
		lookbackMs: (given.lookbackMinutes ?? DEFAULT_LOOKBACK) * MINUTE,
		batchLimit: relatedObjects ? Math.min(batchLimit, BATCH_WITH_RELATED) : batchLimit,
		/** The value that the event compares with the previous version; absent if it compares nothing. */
		compared,
		/** Whether a version is wanted: only wanted ones count towards the Batch Limit. */
		wants: ({ compared: to = '', record: shown }: Row<unknown>) =>
			compared?.wants?.(to) !== false && meets(shown, parts.condition),
		/** Shapes records for the output. */
		shape: shapeFor(record, read(CONTROLS.output, item), {
			added: relatedObjects ? record.watch.related : [],
			check: outputFields,
		}),
		/** Whether all records of a poll make up one item. */
		perPoll: given.emit === 'perPoll',
		/** After how long without progress a poll fails; 0 for never. */
		failAfterMs: (given.failAfterMinutes ?? DEFAULT_FAIL_AFTER) * MINUTE,
		/** The time from one sweep for deleted records to the next, in milliseconds. */
		intervalMs: (given.deletionSweepHours ?? DEFAULT_SWEEP_HOURS) * HOUR,
		/** Whether records can leave the list without being deleted. */
		filtered: hasContent(query),
	};
	assertReplayable(settings);
	if (event.reports === 'deleted') assertLookup(settings, item.version);
	return settings;
}

export type Settings = ReturnType<typeof readSettings>;

/** The trigger's parameters as an item: it has no input. */
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

/**
 * The entry that a parameter names.
 * @throws UsageError for an id that no entry has.
 */
function chosen<Each extends { readonly id: string }>(
	item: Item,
	parameter: 'resource' | 'event',
	all: readonly Each[],
): Each {
	const id = textOf(item.get(parameter));
	const found = all.find((each) => each.id === id);
	if (found) return found;
	throw new UsageError(`The trigger has no ${parameter} "${id}": choose another.`);
}

/** Whether a record has one of the IDs in each property. */
export const meets = (record: unknown, condition: IDataObject): boolean =>
	isObject(record) &&
	Object.entries(condition).every(([key, ids]) =>
		(ids as number[]).includes(Number(idIn(own(record, key)))),
	);

function startFrom(from: 'now' | 'date' | 'all' = 'now', date?: string): StartFrom {
	if (from === 'now') return 'now';
	if (from === 'all') return 0;
	if (date === undefined) throw new UsageError('Start Date is required to start from a date.');
	return Date.parse(date);
}

/**
 * Asserts that the event can be replayed.
 * @throws UsageError for an event that depends on versions which no longer exist.
 */
function assertReplayable({ replayFrom, event: { name, reports } }: Settings): void {
	if (replayFrom === undefined || (reports !== 'changed' && reports !== 'deleted')) return;
	const why =
		reports === 'deleted'
			? 'the service doesn’t list deleted records'
			: 'it compares each record with its previous version, which the service doesn’t keep';
	throw new UsageError(`${name} can’t be replayed, since ${why}: remove Replay From.`);
}

/**
 * Asserts that deletions can be confirmed.
 * @throws UsageError if a missing record can't be read by its ID before it is reported as deleted.
 */
function assertLookup({ record, path }: Settings, version: ApiVersion): void {
	const lookup = lookupOf(record);
	if (!lookup || !(lookup in ROUTES[version])) {
		throw new UsageError(
			`${record.name}s can’t be read by ID with a V1 API Key, so their deletion can’t be watched: use a personal or team token (v2) instead.`,
		);
	}
	const owner = record.parentParams.find(({ key }) => path[key] === 'all');
	if (owner) {
		throw new UsageError(
			`Deleted needs one ${owner.label}: choose it in Filters, since ${record.many} can only be looked up within it.`,
		);
	}
}
