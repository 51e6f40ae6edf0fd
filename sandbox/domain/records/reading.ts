import type { TimeFormat } from '../../contract/time';
import { nameOut, type CustomValues, type Properties, type Property } from '../properties/property';
import type { AssociatedKind } from '../properties/records';
import { shownIn } from '../properties/schemas';
import type { Scope } from '../scope';
import { customsReader, type CustomsOptions } from './customs';
import { namesOf } from './names';

export interface ReadOptions extends CustomsOptions {
	/** Adds `customObjects` (include_related_objects=1). */
	relatedObjects?: boolean;
	/** Adds `files` (include_files=1). */
	files?: boolean;
	/** The contact that a contact action is shown with; the smallest linked id without it. */
	contactId?: number;
}

/** The records of one response, which are read together. */
export interface Page<Row> {
	scope: Scope;
	rows: Row[];
	options: ReadOptions;
}

/** Makes of a page what reads a property of each of its records; undefined leaves it out. */
type Reader<Row> = (page: Page<Row>) => (row: Row) => unknown;
export type Readers<Row> = Record<string, Reader<Row>>;

interface AnyRow {
	id: number;
	amount?: number | null;
	[key: string]: unknown;
}
type TypeReader = (page: Page<AnyRow>, key: string, property: Property) => (row: AnyRow) => unknown;

const asKept: TypeReader = (_, key) => (row) => row[key];
const unlessNull =
	(show: (value: never) => unknown) =>
	(value: unknown): unknown =>
		value === null ? null : show(value as never);

const naming = ({ scope, rows }: Page<AnyRow>, key: string, { to = 'customer' }: Property) =>
	namesOf(
		scope,
		to,
		rows.flatMap((row) => row[key] as number | null | number[]),
	);
const one: TypeReader = (page, key, property) => {
	const name = naming(page, key, property);
	return (row) => name(row[key] as number | null);
};
const several: TypeReader = (page, key, property) => {
	const name = naming(page, key, property);
	return (row) => (row[key] as number[]).map(name).filter(Boolean);
};

/** How each type is shown. */
const types: Record<Property['type'], TypeReader> = {
	...{ text: asKept, integer: asKept, flag: asKept, date: asKept, json: asKept },
	...{ id: one, ref: one, ids: several, refs: several },
	moment({ options: { time } }, key) {
		const show = unlessNull(time);
		return (row) => show(row[key]);
	},
	decimal({ scope }, key) {
		const show = unlessNull(scope.service.decimalFormat);
		return (row) => show(row[key]);
	},
	customs({ scope, options }, key, { owner = 'deal' }) {
		const read = customsReader(scope, owner, options);
		return (row) => read(row.id, row[key] as CustomValues, row.amount);
	},
};

/** The custom objects of a page's records (v1 §2.4), where they are asked for. */
export const associated =
	<Row extends { id: number }>(kind: AssociatedKind): Reader<Row> =>
	({ scope: { service, caller }, rows, options }) => {
		if (!options.relatedObjects) return () => undefined;
		const { store } = service;
		const ids = rows.map(({ id }) => id);
		const linked = store.linked(kind, 'toId', ids);
		const objects = store.tables.customObject.findMany(ids.flatMap(linked));
		const definitions = store.tables.customObjectDef.list(caller.domainId);
		const keyOf = (id: number) => {
			const defId = objects.get(id)?.defId;
			return definitions.find((one) => one.id === defId)?.key;
		};
		return (row) => linked(row.id).map((id) => ({ id, customObjectDefKey: keyOf(id) }));
	};

/** A record in a response: a reference to it is its id and name. */
export type Shown = Record<string, unknown> & { id: number };

/** Dates: rounded where the option says so, as they are kept else. */
function timeShown({ service }: Scope, time: TimeFormat): TimeFormat {
	const step = service.options.shownTimesRoundedMs;
	return (ms) => time(step > 1 ? Math.round(ms / step) * step : ms);
}

/** How a kind of record is shown. */
export interface ShownKind<Row> {
	properties: Properties;
	/** How properties are shown whose types do not say it. */
	readers?: Readers<Row>;
	/** What responses show that no property tells, by name. */
	more?: (page: Page<Row>) => (row: Row) => object;
}

/** Records as a version shows them, in the order of the rows. */
export function readRecords<Row extends { id: number }>(
	scope: Scope,
	{ properties, readers = {}, more }: ShownKind<Row>,
	rows: Row[],
	options: ReadOptions,
): Shown[] {
	const page = { scope, rows, options };
	const read = shownIn(properties, options.version).map(([key, property]) => {
		const own = readers[key];
		// The table that describes a row says what it holds.
		const typed = types[property.type] as unknown as (
			page: Page<Row>,
			...about: [string, Property]
		) => (row: Row) => unknown;
		return [nameOut(key, property), own?.(page) ?? typed(page, key, property)] as const;
	});
	const others = more?.(page);
	const time = timeShown(scope, options.time);
	return rows.map((row) => {
		const record: Shown = { id: row.id, ...others?.(row) };
		for (const [name, valueOf] of read) {
			const value = valueOf(row);
			if (value !== undefined) record[name] = value;
		}
		if ('createdAt' in row && 'updatedAt' in row) {
			record.createdAt = time(row.createdAt as number);
			record.updatedAt = time(row.updatedAt as number);
		}
		return record;
	});
}
