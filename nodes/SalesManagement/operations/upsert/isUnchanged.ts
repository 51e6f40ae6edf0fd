/** Whether a record holds already what a row would write. */
import type { InputRow } from '../operation';
import type { IDataObject } from 'n8n-workflow';
import {
	customEntries,
	customValueOf,
	entriesIn,
	keyOf,
	typeOfItem,
	typeOfValue,
	TYPES,
	type Field,
	type Type,
} from '../../fields';
import { KnownFields } from '../../lists';
import { customsProperty, type RecordDescription } from '../../records/record';
import { isBlank, isObject, own, textOf } from '../../values';

/** Numbers, dates and references are the same however they are written; of a text each character counts. */
function isSame(sent: unknown, held: unknown, type: Type): boolean {
	if (textOf(sent) === textOf(held)) return true;
	const [one, other] = [keyOf(sent, type), keyOf(held, type)];
	if (!one || !other) return false;
	if (TYPES[type].comparison !== undefined) return one.exact === other.exact;
	// Of a type that nobody tells, text may be text.
	const areTexts = typeof sent === 'string' && typeof held === 'string';
	return !areTexts && one.loose === other.loose;
}

const isNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** A linked record is sent as its ID, bare or in an object, and shown with more. */
function holds(sent: unknown, held: unknown, type: Type = 'untyped'): boolean {
	if (isNothing(sent)) return isNothing(held);
	if (Array.isArray(sent)) {
		if (!Array.isArray(held) || held.length !== sent.length) return false;
		return sent.every((each, at) => holds(each, held[at]));
	}
	if (!isObject(sent)) return isSame(sent, isObject(held) ? own(held, 'id') : held, type);
	return (
		isObject(held) && Object.entries(sent).every(([name, each]) => holds(each, own(held, name)))
	);
}

const shownInPath = (key: string): string => key.replace(/Id$/, '');

/** A value without itemKey names its field by the ID of its item (v1 §2.3, S5). */
const namesAll = (customs: unknown): boolean =>
	Array.isArray(customs)
		? customs.every((each) => isObject(each) && !isBlank(each.itemKey))
		: isObject(customs);

export const isConsequential = (field: Field | undefined): boolean =>
	field?.is.includes('consequential') === true;

/** The properties of records that rows are compared with. */
export function comparedWith(
	{ fields }: Pick<RecordDescription, 'fields'>,
	rows: readonly InputRow[],
): ReadonlySet<string> {
	const shownAs = new Map(fields.map((each) => [each.key, each.shownAs]));
	const names = new Set(['id']);
	for (const { parts } of rows) {
		for (const key of Object.keys(parts.path)) names.add(shownInPath(key));
		for (const key of Object.keys(parts.body)) names.add(shownAs.get(key) ?? key);
	}
	return names;
}

/** Compares what is sent with what a record shows. What a record does not show is taken for changed. */
export class RecordComparison {
	/** @param known the custom fields, which say what their values are. */
	constructor(
		private readonly record: RecordDescription,
		private readonly known = new KnownFields([]),
	) {}

	/** What is sent, without what the record holds already and whose sending alone has consequences. */
	withoutConsequences(body: IDataObject, held: IDataObject): IDataObject {
		const left = Object.entries(body).filter(
			([key, sent]) => !(isConsequential(this.field(key)) && this.holdsField(key, sent, held)),
		);
		return Object.fromEntries(left);
	}

	/** Whether writing a row would change nothing. */
	holdsRow({ parts: { path, body } }: InputRow, held: IDataObject): boolean {
		const property = customsProperty(this.record);
		const { [property]: customs, ...fields } = body;
		const isWithin = (key: string) => this.record.within.some((each) => each.key === key);
		return (
			Object.entries(path).every(
				([key, id]) => isWithin(key) || holds({ id }, own(held, shownInPath(key))),
			) &&
			Object.entries(fields).every(
				([key, sent]) => key === 'id' || this.holdsField(key, sent, held),
			) &&
			customEntries(customs).every(([key, custom]) => {
				const sent = isObject(custom) ? custom.value : custom;
				return this.holdsCustom(key, sent, own(held, property));
			})
		);
	}

	private readonly field = (key: string): Field | undefined =>
		this.record.fields.find((each) => each.key === key);

	private holdsField(key: string, sent: unknown, held: IDataObject): boolean {
		const { shownAs = key, type } = this.field(key) ?? {};
		return holds(sent, own(held, shownAs), type);
	}

	private holdsCustom(key: string, sent: unknown, shown: unknown): boolean {
		const { itemId, itemType } = this.known.of({ itemKey: key }) ?? {};
		const custom = customValueOf(shown, key, itemId);
		if (custom === undefined) {
			return isNothing(sent) && (namesAll(shown) || (Array.isArray(shown) && itemId !== undefined));
		}
		const type = typeOfValue(custom, typeOfItem(itemType));
		const values = entriesIn(custom, Array.isArray(sent) ? 'options' : type).map(
			({ value }) => value,
		);
		const wanted = isNothing(sent) ? [] : [sent].flat();
		// Of several choices their order says nothing.
		const [one = [], other = []] = [wanted, values].map((each) => each.toSorted());
		return one.length === other.length && one.every((each, at) => isSame(each, other[at], type));
	}
}
