/**
 * Compares a row with the record that it changes: which of its values are new, and what the record holds after the
 * write.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	assertRemovable,
	customEntries,
	customValueOf,
	entriesIn,
	fieldKeyOf,
	comparisonKey,
	idIn,
	linksType,
	optionsType,
	typeOfItem,
	typeOfValue,
	untypedType,
	type Edit,
	type Field,
	type ValueType,
} from '../../../fields';
import { CustomFieldIndex } from '../../../lookups/customsLookup';
import { customsProperty, type RecordDescription } from '../../../records';
import {
	distinctBy,
	holdsNothing,
	isObject,
	own,
	setOwn,
	textOf,
	UsageError,
} from '../../../shared';
import type { RequestParts } from '../../model';
import { changedCustoms, tellsOf, type Changed } from './changes';

/**
 * A date with a time as the service returns it. In custom objects only this pattern shows that a value is a date with a
 * time (v2 §2.8).
 */
export const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Whether two values are the same: numbers, dates and references in any notation, texts character by character. */
function isSame(sent: unknown, held: unknown, type: ValueType): boolean {
	if (textOf(sent) === textOf(held)) return true;
	const sentKey = comparisonKey(sent, type);
	const heldKey = comparisonKey(held, type);
	if (!sentKey || !heldKey) return false;
	if (type.searchProperty) return sentKey.exact === heldKey.exact;
	if (sentKey.loose !== heldKey.loose) return false;
	if (typeof sent !== 'string' || typeof held !== 'string') return true;
	// Two texts of an unknown type that look like one number are different texts. Only dates with times are the same.
	return MOMENT.test(sent) && MOMENT.test(held);
}

/**
 * Whether a record holds a sent value. A linked record is sent as its ID, bare or in an object, and shown with
 * more properties. The order of a list does not matter.
 */
function isHeldAs(sent: unknown, held: unknown, type = untypedType): boolean {
	if (holdsNothing(sent)) return holdsNothing(held);
	if (Array.isArray(sent)) {
		// Custom values of product details are shown by their keys (v1 §2.7).
		if (!Array.isArray(held)) return isObject(held) && holdsCustoms(sent, held);
		const isSent = (other: unknown) => sent.some((each) => isHeldAs(each, other, type));
		return held.length === sent.length && held.every(isSent);
	}
	if (!isObject(sent)) return isSame(sent, isObject(held) ? own(held, 'id') : held, type);
	return (
		isObject(held) && Object.entries(sent).every(([name, each]) => isHeldAs(each, own(held, name)))
	);
}

/** @param known the custom fields, which tell the types of the values. */
function holdsCustoms(sent: unknown, shown: unknown, known = new CustomFieldIndex([])): boolean {
	return customEntries(sent).every(([key, entry]) => {
		const value = isObject(entry) ? entry.value : entry;
		const { itemId, itemType } = known.of({ itemKey: key }) ?? {};
		const custom = customValueOf(shown, key, itemId);
		if (custom === undefined) {
			return holdsNothing(value) && tellsOf(shown, itemId);
		}
		const type = typeOfValue(custom, typeOfItem(itemType));
		const entries = entriesIn(custom, Array.isArray(value) ? optionsType : type);
		const values = entries.map((each) => each.value);
		return isHeldAs(holdsNothing(value) ? [] : [value].flat(), values, type);
	});
}

const isRemoved = (row: IDataObject) => row.deleted === true || row.delete === true;

/**
 * Finds which rows of a list, such as order lines, are new to a record. Rows that the record has are left out. A
 * row with new values for one of the record's is sent as a change of that one, with its ID (v2 §2.6); the others
 * are added. A row of the record that a row of this run has already matched is not changed again: two order lines
 * of one product stay two.
 */
function rowChanges(columns: readonly Field[] = [], sent: readonly IDataObject[], held: unknown) {
	// If the record does not show the list, all rows count as changed.
	if (!Array.isArray(held)) return { left: sent };
	const holdsRow = (row: IDataObject, other: IDataObject) =>
		Object.entries(row).every(([name, value]) => {
			const type = columns.find(({ key }) => key === name)?.type;
			// A boolean is the request to remove the row, not one of its values.
			return typeof value === 'boolean' || isHeldAs(value, own(other, name), type);
		});
	const isOf = (row: IDataObject, other: IDataObject) => {
		if ('id' in row) return row.id === other.id;
		if (isRemoved(row)) return holdsRow(row, other);
		const isSameIn = ({ key, traits }: Field) =>
			traits.includes('identifying') && isHeldAs(own(row, key), own(other, key));
		return other.isMet !== true && columns.some(isSameIn);
	};
	const before = held.filter(isObject);
	/** The sent row that matches each row of the record. */
	const metBy = new Map<IDataObject, IDataObject>();
	const equal = new Set<IDataObject>();
	const left: IDataObject[] = [];
	// Rows that no column identifies, such as links, are never in a list twice.
	const mayRepeat = columns.some(({ traits }) => traits.includes('identifying'));
	/**
	 * Finds an equal row of the record. An earlier match moves to another equal row if that frees one, so that as
	 * many rows as possible are left out.
	 */
	const hasMet = (row: IDataObject, tried = new Set<IDataObject>()) =>
		before.some((other) => {
			if (tried.has(other) || !holdsRow(row, other)) return false;
			tried.add(other);
			const rival = metBy.get(other);
			if (mayRepeat && rival && !hasMet(rival, tried)) return false;
			metBy.set(other, row);
			return true;
		});
	// Rows with more values are matched first, since they are more specific.
	const size = (row: IDataObject) => Object.keys(row).length;
	for (const row of sent.toSorted((one, other) => size(other) - size(one))) {
		if (!isRemoved(row) && hasMet(row)) equal.add(row);
	}
	const after = before.map((other) => (metBy.has(other) ? { ...other, isMet: true } : other));
	for (const row of sent.filter((each) => !equal.has(each))) {
		const at = after.findIndex((other) => isOf(row, other));
		const other = after[at];
		if (isRemoved(row) && !other) continue;
		left.push(other ? { ...row, id: other.id } : row);
		if (isRemoved(row)) after.splice(at, 1);
		else after[other ? at : after.length] = { ...other, ...row, isMet: true };
	}
	return { left, after };
}

/** The properties of records that the bodies of rows are compared with, by the names under which they are sent and shown. */
export function comparedWith(
	{ fields, bulk }: RecordDescription,
	bodies: readonly IDataObject[],
): ReadonlySet<string> {
	const names = new Set(['id', ...bulk.map(({ name }) => name)]);
	for (const body of bodies) for (const key of Object.keys(body)) names.add(key);
	for (const { key, shownAs = key } of fields) if (names.has(key)) names.add(shownAs);
	return names;
}

/**
 * The value of a record in a field, in the form in which it is sent: the one that was written after the record was
 * found, or else the one that it shows.
 */
function currentValue(held: IDataObject, key: string, field: Partial<Field> = {}): unknown {
	const { shownAs = key, columns, canonical } = field;
	if (Object.hasOwn(held, key)) return held[key];
	const shown = own(held, shownAs);
	// Rows are shown in another form than they are sent in; any other value is compared in the form that is shown.
	return columns && shown ? canonical?.(shown) : shown;
}

/**
 * Whether a record holds the record of an edited name, so that it stays as it is.
 * @throws the error of the columns if it does not hold that of the ID beside the name either.
 */
function holdsName(
	{ label, id, error }: Edit,
	sent: IDataObject,
	{ fields }: RecordDescription,
	held?: IDataObject,
): boolean {
	const field = fields.find((each) => each.label === label);
	const now = held && field && idIn(currentValue(held, field.key, field));
	if (now !== undefined && now === idIn(own(sent, field?.key ?? ''))) return true;
	if (now === undefined || now !== id) throw error;
	return false;
}

/**
 * The values that all rows of a request share, such as the deal type, in the path and as the record then holds them: those
 * of the row, or else those of its record.
 * @throws UsageError if the two differ: the deal type is only taken on create (v2 §2.6).
 */
function sharedOf(
	{ bulk, one }: RecordDescription,
	given: RequestParts['path'],
	held?: IDataObject,
) {
	const path = { ...given };
	const after: IDataObject = {};
	for (const { name, key, label, lookup } of bulk) {
		if (!lookup) continue;
		const now = idIn(held?.[name]) as number | undefined;
		const { [key]: sent = now } = path;
		if (now !== undefined && now !== idIn(sent)) {
			const differ = `${label} is ${sent}, but that of the ${one} is ${now}`;
			throw new UsageError(`${differ}, and no update changes it: correct it.`);
		}
		if (sent !== undefined) path[key] = sent;
		after[name] = { id: sent };
	}
	return { path, after };
}

/**
 * Makes a comparison of a row's parts with the values of a record: those that it shows, and those that were
 * written after it was found; nothing for a new record. A property that the record does not show counts as
 * changed.
 * @param known the custom fields, which tell the types of the values.
 * @param writesAll whether lists of rows are sent as they are, so that each row without an ID is added.
 * @returns the comparison, which leaves out unchanged values if it is partial. Its `left` is the body to send, `path`
 * the whole path, `changed` the properties with new values, without any of which nothing need be written, and `after`
 * the values that the record then holds, if later rows need them.
 */
export const comparisonWith =
	(record: RecordDescription, known?: CustomFieldIndex, writesAll = false) =>
	(
		{ path: given, body, edits }: Pick<RequestParts, 'path' | 'body' | 'edits'>,
		held?: IDataObject,
		isPartial = false,
	) => {
		const { fields, rule } = record;
		const { path, after } = sharedOf(record, given, held);
		const left: IDataObject = {};
		const changed: Changed[] = [];
		let hasRows = false;
		const sentAll = { ...after, ...body };
		const isAsNamed = edits.filter((each) => holdsName(each, sentAll, record, held)).length > 0;
		for (const [key, sent] of Object.entries(body)) {
			const field = fields.find((each) => each.key === key);
			if (held && field?.writableIn && !field.writableIn.includes('update')) continue;
			const before = held && currentValue(held, key, field);
			let isHeld = isHeldAs(sent, before, field?.type);
			let news: unknown = sent;
			let then: unknown = sent;
			if (key === customsProperty(record)) {
				const entries = [sent].flat().filter((each) => !holdsCustoms([each], before, known));
				isHeld = entries.length === 0;
				changed.push(...changedCustoms(key, before, entries, known));
				if (isPartial) news = entries;
				const all = [sent, before].filter(Array.isArray).flat() as IDataObject[];
				then = distinctBy(all, fieldKeyOf);
			} else if (field?.columns || field?.type === linksType) {
				const given = sent as IDataObject[];
				const rows = writesAll
					? { left: given }
					: rowChanges(field.columns, given, held ? before : []);
				for (const row of rows.left) assertRemovable(row, field);
				isHeld = rows.left.length === 0;
				news = isHeld ? undefined : rows.left;
				then = rows.after;
				hasRows = true;
			} else if (holdsNothing(sent) && field?.traits.includes('lasting')) isHeld = true;
			else if (isHeld && field?.sets) news = undefined;
			if (!isHeld && key !== customsProperty(record)) {
				changed.push({ key, label: field?.label ?? key, field, before, sent: news });
			}
			// The service may want the reason of a phase with each new phase (v2 §2.6).
			const isLeftOut = isPartial && isHeld && !rule?.names.includes(key);
			if (news !== undefined && !isLeftOut) setOwn(left, key, news);
			setOwn(after, key, then);
		}
		return {
			left,
			changed,
			path,
			isAsNamed,
			after: hasRows || changed.length > 0 ? after : undefined,
		};
	};
