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
	/** The contact that a contact action is shown with; by default the linked one with the smallest id. */
	contactId?: number;
}

/** The caller for whom records are read, and the form in which it wants them. */
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

/**
 * The linked records that the caller may read, if the request asks for them; a custom object with
 * the key of its definition (v1 §2.4).
 */
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

/** Reads a value by the type of its property; null needs no reading. */
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

export type ShownRecord = Record<string, unknown> & { id: number };

export interface ShownKind<Row> {
	properties: Properties;
	/** Rules for reading properties, where the type is not enough, by column. */
	readers?: Readers<Row>;
	/** Returns values of a response that are no property's own, by name. */
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
		([key, property]) => [nameOut(key, property), key, property, readers[key]] as const,
	);
	return rows.map((row) => {
		const record: ShownRecord = { id: row.id, ...more?.(row, showing) };
		// The properties name the columns of the row, which its type does not say.
		const about = { ...showing, row: row as unknown as AnyRow };
		for (const [name, key, property, own] of shown) {
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
