/** What of a row is new to the record that it stands for, and what the record holds once it is written. */
import type { IDataObject } from 'n8n-workflow';
import {
	customEntries,
	customValueOf,
	entriesIn,
	fieldKeyOf,
	comparisonKey,
	linksType,
	optionsType,
	typeOfItem,
	typeOfValue,
	untypedType,
	type Field,
	type ValueType,
} from '../../../fields';
import { CustomFieldIndex } from '../../../lookups/customsLookup';
import { customsProperty, type RecordDescription } from '../../../records';
import { distinctBy, holdsNothing, isBlank, isObject, own, setOwn, textOf } from '../../../shared';
import type { InputRow, RequestParts } from '../../model';

/** A date with a time, as the service returns it, also where nobody tells that it is one (v2 §2.8). */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Numbers, dates and references are the same however they are written; of a text each character counts. */
function isSame(sent: unknown, held: unknown, type: ValueType): boolean {
	if (textOf(sent) === textOf(held)) return true;
	const one = comparisonKey(sent, type);
	const other = comparisonKey(held, type);
	if (!one || !other) return false;
	if (type.searchProperty) return one.exact === other.exact;
	if (one.loose !== other.loose) return false;
	// Of a type that nobody tells, text may be text.
	if (typeof sent !== 'string' || typeof held !== 'string') return true;
	return MOMENT.test(sent) && MOMENT.test(held);
}

/** A linked record is sent as its ID, bare or in an object, and shown with more. Of a list the order says nothing. */
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

/** A value without itemKey names its field by the ID of its item (v1 §2.3, S5). */
const namesAll = (customs: unknown): boolean =>
	Array.isArray(customs)
		? customs.every((each) => isObject(each) && !isBlank(each.itemKey))
		: isObject(customs);

/** @param known the custom fields, which say what their values are. */
function holdsCustoms(sent: unknown, shown: unknown, known = new CustomFieldIndex([])): boolean {
	return customEntries(sent).every(([key, entry]) => {
		const value = isObject(entry) ? entry.value : entry;
		const { itemId, itemType } = known.of({ itemKey: key }) ?? {};
		const custom = customValueOf(shown, key, itemId);
		if (custom === undefined) {
			const isTold = namesAll(shown) || (Array.isArray(shown) && itemId !== undefined);
			return holdsNothing(value) && isTold;
		}
		const type = typeOfValue(custom, typeOfItem(itemType));
		const entries = entriesIn(custom, Array.isArray(value) ? optionsType : type);
		const values = entries.map((each) => each.value);
		return isHeldAs(holdsNothing(value) ? [] : [value].flat(), values, type);
	});
}

const isRemoved = (row: IDataObject): boolean => row.deleted === true || row.delete === true;

/**
 * What of some rows is new to a list of a record. Those that it has are left out, those of one with other values
 * are sent as its change, by its ID (v2 §2.6), and the rest is added. One that a row of this run has met is not
 * changed any more: two order lines of one product stay two.
 */
function rowChanges(columns: readonly Field[] = [], sent: readonly IDataObject[], held: unknown) {
	// What a record does not show is taken for changed.
	if (!Array.isArray(held)) return { left: sent };
	const holdsRow = (row: IDataObject, other: IDataObject) =>
		Object.entries(row).every(([name, value]) => {
			const type = columns.find(({ key }) => key === name)?.type;
			// Whether it is to be removed is no value of a row.
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
	/** Which row has met which of the record's. */
	const metBy = new Map<IDataObject, IDataObject>();
	const equal = new Set<IDataObject>();
	const left: IDataObject[] = [];
	// A list holds each row once that no column identifies, such as a link.
	const mayRepeat = columns.some(({ traits }) => traits.includes('identifying'));
	/** Another row gives way where it equals one more, so that as many as can be are left out. */
	const hasMet = (row: IDataObject, tried = new Set<IDataObject>()): boolean =>
		before.some((other) => {
			if (tried.has(other) || !holdsRow(row, other)) return false;
			tried.add(other);
			const rival = metBy.get(other);
			if (mayRepeat && rival && !hasMet(rival, tried)) return false;
			metBy.set(other, row);
			return true;
		});
	// What gives most says best which one it means.
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

/** The properties of records that rows are compared with, by the names in which they are sent and shown. */
export function comparedWith(
	{ fields, bulk }: RecordDescription,
	rows: readonly InputRow[],
): ReadonlySet<string> {
	const names = new Set(['id', ...bulk.map(({ name }) => name)]);
	for (const { parts } of rows) for (const key of Object.keys(parts.body)) names.add(key);
	for (const { key, shownAs = key } of fields) if (names.has(key)) names.add(shownAs);
	return names;
}

/** What a record holds in a field: what was sent to it since it was found, else what it shows, as it is sent. */
function heldIn(held: IDataObject, key: string, field: Partial<Field> = {}): unknown {
	const { shownAs = key, columns, canonical } = field;
	if (Object.hasOwn(held, key) || shownAs === key) return own(held, key);
	const shown = own(held, shownAs);
	return columns && shown ? canonical?.(shown) : shown;
}

/**
 * Compares what is sent with what a record holds. What a record does not show is taken for changed.
 * @param known the custom fields, which say what their values are.
 * @returns what is left to be sent, the properties that the record does not hold so, without any of which
 * nothing need be written, and what it holds then, where later rows have to know that. It is given what the record
 * shows, and what was sent to it since; nothing for a new record.
 */
export const comparisonWith =
	(record: RecordDescription, known?: CustomFieldIndex) =>
	({ path, body }: Pick<RequestParts, 'path' | 'body'>, held?: IDataObject) => {
		const { fields, bulk } = record;
		const left: IDataObject = {};
		const after: IDataObject = {};
		const changed: string[] = [];
		let hasRows = false;
		for (const { name, key, lookup } of bulk) {
			if (!lookup) continue;
			after[name] = { id: path[key] };
			if (!isHeldAs(after[name], held?.[name])) changed.push(name);
		}
		for (const [key, sent] of Object.entries(body)) {
			const field = fields.find((each) => each.key === key);
			if (held && field?.writableIn && !field.writableIn.includes('update')) continue;
			const before = held && heldIn(held, key, field);
			let isHeld = isHeldAs(sent, before, field?.type);
			let news: unknown = sent;
			let then: unknown = sent;
			if (key === customsProperty(record)) {
				isHeld = holdsCustoms(sent, before, known);
				const all = [sent, before].filter(Array.isArray).flat() as IDataObject[];
				then = distinctBy(all, fieldKeyOf);
			} else if (field?.columns || field?.type === linksType) {
				const rows = rowChanges(field.columns, sent as IDataObject[], held ? before : []);
				isHeld = rows.left.length === 0;
				news = isHeld ? undefined : rows.left;
				then = rows.after;
				hasRows = true;
			} else if (holdsNothing(sent) && field?.traits.includes('lasting')) isHeld = true;
			else if (isHeld && field?.sets) news = undefined;
			if (!isHeld) changed.push(key);
			if (news !== undefined) setOwn(left, key, news);
			setOwn(after, key, then);
		}
		return { left, changed, ...((hasRows || changed.length > 0) && { after }) };
	};
