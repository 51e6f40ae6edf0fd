import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import type { CredentialKind, QueryValue } from '../api/types';
import type { EventKind, StartFrom } from '../polling';
import { textOf, toDateTime, toId, toIds } from '../resources/fields';
import { WATCHED, type Watched } from './resources';

/** What the user chose, checked. */
export interface Settings {
	readonly kind: CredentialKind;
	readonly resource: string;
	readonly watched: Watched;
	readonly event: EventKind;
	readonly query: Readonly<Record<string, QueryValue | undefined>>;
	readonly path: Readonly<Record<string, string | number>>;
	readonly startFrom: StartFrom;
	readonly skipDowntime: boolean;
	readonly lookbackMs: number;
	readonly batchLimit: number;
	/** Emits an update only when one of these fields changed; empty for any change. */
	readonly fieldsToWatch: readonly string[];
	/** Emits a phase change only into one of these phases; empty for all. */
	readonly enteredPhases: readonly number[];
	readonly simplify: boolean;
	readonly customFieldsByKey: boolean;
	readonly relatedObjects: boolean;
	readonly allInOneItem: boolean;
}

const MINUTE = 60_000;
const DEFAULT_LOOKBACK = 5;
const LONGEST_LOOKBACK = 24 * 60;
const DEFAULT_BATCH = 5_000;
/** Related objects cost a request for each record, so that a poll must stay small. */
const BATCH_WITH_RELATED = 100;

/** @throws UsageError for what can't be used. */
export function readSettings(context: IPollFunctions): Settings {
	const read = (name: string): unknown => context.getNodeParameter(name, '');
	const kind = read('authentication') as CredentialKind;
	const resource = String(read('resource'));
	const watched = WATCHED[resource];
	if (!watched) throw new UsageError(`The trigger knows no resource "${resource}".`);
	const version = kind === 'v1ApiKey' ? 'v1' : 'v2';
	if (!watched.versions.includes(version)) {
		throw new UsageError(
			`${watched.name}s can’t be watched with an API key (v1): use a personal or team token (v2) instead.`,
		);
	}
	const event = readEvent(read('event'), resource);
	const options = (read('options') || {}) as IDataObject;
	const relatedObjects = options.relatedObjects === true && version === 'v2';
	const limit = positive(options.batchLimit ?? DEFAULT_BATCH, 'Batch Limit');
	return {
		kind,
		resource,
		watched,
		event,
		...readFilters(watched, (read('filters') || {}) as IDataObject, read('customObjectDefKey')),
		startFrom: startFrom(options, context.getTimezone()),
		skipDowntime: options.afterDowntime === 'skip',
		lookbackMs: minutes(options.lookbackMinutes ?? DEFAULT_LOOKBACK) * MINUTE,
		batchLimit: relatedObjects ? Math.min(limit, BATCH_WITH_RELATED) : limit,
		fieldsToWatch: event === 'phaseChanged' ? [] : names(options.fieldsToWatch),
		enteredPhases: toIds(options.enteredPhases ?? [], 'Entered Phases'),
		simplify: options.simplify === true,
		customFieldsByKey: options.customFieldsByKey === true,
		relatedObjects,
		allInOneItem: options.output === 'allInOne',
	};
}

const EVENTS: readonly unknown[] = ['created', 'updated', 'createdOrUpdated', 'phaseChanged'];

function readEvent(event: unknown, resource: string): EventKind {
	const known = EVENTS.includes(event) && (event !== 'phaseChanged' || resource === 'deal');
	if (known) return event as EventKind;
	throw new UsageError(
		`The trigger knows no event "${String(event)}" of this resource; choose another.`,
	);
}

function readFilters({ list, filters, path = {} }: Watched, entered: IDataObject, key: unknown) {
	const query: Record<string, QueryValue> = {};
	const places: Record<string, string | number> = { ...path };
	for (const name of filters) {
		const value = entered[name];
		if (value === undefined || value === null || value === '') continue;
		if (name === 'users') {
			const users = toIds(value, 'Users').map((id) => ({ id }));
			if (users.length > 0) query.users = users;
		} else if (name === 'customerId' || name === 'contactId') {
			const id = toId(value, name === 'customerId' ? 'Customer' : 'Contact');
			for (const place of Object.keys(places)) places[place] = id;
		} else if (name === 'fieldValues') {
			Object.assign(query, fieldValues(value as IDataObject));
		} else {
			query[name] = value as QueryValue;
		}
	}
	if (list === 'customObject.getMany') places.custom_object_def_key = textOf(key).trim();
	return { query, path: places };
}

function fieldValues({ field }: IDataObject): Record<string, string> {
	const rows = (Array.isArray(field) ? field : []) as IDataObject[];
	return Object.fromEntries(rows.map(({ key, value }) => [textOf(key), textOf(value)]));
}

function startFrom({ startFrom: from, startDate }: IDataObject, timezone: string): StartFrom {
	if (from === 'all') return 0;
	if (from !== 'date') return 'now';
	return Date.parse(toDateTime(startDate ?? '', 'Start Date', timezone));
}

function minutes(value: unknown): number {
	return Math.min(LONGEST_LOOKBACK, positive(value, 'Lookback'));
}

function positive(value: unknown, label: string): number {
	const number = Number(value);
	if (!(number >= 1)) throw new UsageError(`${label} must be a number from 1.`);
	return Math.floor(number);
}

const names = (value: unknown): string[] =>
	(Array.isArray(value) ? value : textOf(value).split(','))
		.map((name) => String(name).trim())
		.filter((name) => name !== '')
		.sort();
