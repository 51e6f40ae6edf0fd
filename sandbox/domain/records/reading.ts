import type { Decimal } from '../../contract/values';
import { nameOut, type CustomValues, type Properties, type Property } from '../properties/property';
import { responseProperties } from '../properties/recordSchemas';
import { isReadable } from '../permissions';
import { rowOf } from '../rules/references';
import type { Scope } from '../scope';
import { readCustoms, type CustomsOptions } from './readCustoms';
import { referenceTo } from './names';

export interface ReadOptions extends CustomsOptions {
	/** Adds `customObjects` (include_related_objects=1). */
	relatedObjects?: boolean;
	/** Adds `files` (include_files=1). */
	files?: boolean;
	/** The contact that a contact action is shown with; the smallest linked id without it. */
	contactId?: number;
}

/** What a record is read for. */
export interface ReadContext {
	scope: Scope;
	options: ReadOptions;
}

/** Reads a property of a record for a response; undefined leaves it out. */
type Reader<Row> = (row: Row, showing: ReadContext) => unknown;
export type Readers<Row> = Record<string, Reader<Row>>;

interface AnyRow {
	id: number;
	amount?: number | null;
	[key: string]: unknown;
}
type TypeReader = (
	value: never,
	property: Property,
	about: ReadContext & { row: AnyRow },
) => unknown;

const asKept: TypeReader = (value) => value;
const one: TypeReader = (id: number, { to = 'customer' }, { scope }) => referenceTo(scope, to, id);
const several: TypeReader = (ids: number[], property, about) =>
	ids.map((id) => one(id as never, property, about)).filter(Boolean);

/** Those that the caller may read, where they are asked for; a custom object by the key of its definition (v1 §2.4). */
const links: TypeReader = (_, { link }, { scope, options, row }) => {
	if (!link || !options.relatedObjects) return undefined;
	const [own, other] = link;
	const readable = scope.service.store
		.linked([own, row.id], other)
		.filter((id) => isReadable(scope, { name: other, table: other }, id));
	return readable.map((id) => {
		if (other !== 'customObject') return referenceTo(scope, other, id);
		const { defId } = rowOf(scope, other, id);
		return { id, customObjectDefKey: rowOf(scope, 'customObjectDef', defId).key };
	});
};

/** How each type is shown; null is shown as it is. */
const typeReaders: Record<Property['type'], TypeReader> = {
	text: asKept,
	integer: asKept,
	flag: asKept,
	date: asKept,
	json: asKept,
	id: one,
	ref: one,
	ids: several,
	refs: several,
	moment: (ms: number, _, { options }) => options.time(ms),
	decimal: ({ text }: Decimal, _, { scope }) => scope.service.decimalFormat(text),
	customs: (values: CustomValues, { owner = 'deal' }, about) =>
		readCustoms({ owner, ...about }, values),
	links,
};

/** A record in a response: a reference to it is its id and name. */
export type ShownRecord = Record<string, unknown> & { id: number };

/** How a kind of record is shown. */
export interface ShownKind<Row> {
	properties: Properties;
	/** How properties are shown whose types do not say it. */
	readers?: Readers<Row>;
	/** What responses show that no property tells, by name. */
	more?: (row: Row, showing: ReadContext) => object;
}

/** Records as a version shows them, in the order of the rows. */
export function readRecords<Row extends { id: number }>(
	scope: Scope,
	{ properties, readers = {}, more }: ShownKind<Row>,
	rows: Row[],
	options: ReadOptions,
): ShownRecord[] {
	const showing = { scope, options };
	const step = scope.service.options.shownTimesRoundedMs || 1;
	const time = (ms: unknown) => options.time(Math.round(Number(ms) / step) * step);
	const shown = responseProperties(properties, options.version).map(
		([key, property]) => [nameOut(key, property), key, property] as const,
	);
	return rows.map((row) => {
		const record: ShownRecord = { id: row.id, ...more?.(row, showing) };
		// The table that describes a row says what it holds.
		const about = { ...showing, row: row as unknown as AnyRow };
		for (const [name, key, property] of shown) {
			const { [key]: own } = readers;
			const { [key]: kept } = about.row;
			const value = own
				? own(row, showing)
				: kept === null
					? null
					: typeReaders[property.type](kept as never, property, about);
			if (value !== undefined) record[name] = value;
		}
		if ('createdAt' in row && 'updatedAt' in row) {
			record.createdAt = time(row.createdAt);
			record.updatedAt = time(row.updatedAt);
		}
		return record;
	});
}
