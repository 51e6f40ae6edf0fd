/** Whether a record holds already what a row would write. */
import type { IDataObject } from 'n8n-workflow';
import { customValueOf, customValuesIn, fieldKeyOf, heldBy } from '../../fields';
import type { CustomField } from '../../lookups/customFields';
import { customsProperty, type RecordDescription } from '../../records/record';
import { isBlank, isObject, own, textOf } from '../../values';
import type { InputRow } from '../rows';
import { createOnly } from './rows';

const MOMENT = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
/** Of more digits, two numbers may be one to JavaScript; what begins with 0 is text, such as a phone number. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

const isShort = (text: string): boolean => NUMBER.test(text) && text.length <= 16;

/** @param isText whether the field is one of text, in which each character counts. */
function isSame(sent: unknown, held: unknown, isText = false): boolean {
	const [one, other] = [textOf(sent), textOf(held)];
	if (one === other || isText) return one === other;
	if (isShort(one) && isShort(other)) return Number(one) === Number(other);
	return MOMENT.test(one) && MOMENT.test(other) && Date.parse(one) === Date.parse(other);
}

const isNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** A linked record is sent as its ID, bare or in an object, and shown with more. */
function holds(sent: unknown, held: unknown, isText = false): boolean {
	if (isNothing(sent)) return isNothing(held);
	if (Array.isArray(sent)) {
		if (!Array.isArray(held) || held.length !== sent.length) return false;
		return sent.every((each, at) => holds(each, held[at]));
	}
	if (!isObject(sent))
		return !Array.isArray(held) && isSame(sent, isObject(held) ? own(held, 'id') : held, isText);
	return (
		isObject(held) && Object.entries(sent).every(([name, each]) => holds(each, own(held, name)))
	);
}

/** The IDs of what is chosen in a custom field of several choices, or of users. */
function chosenIn(custom: unknown): string[] | undefined {
	if (!isObject(custom)) return undefined;
	const { selectedOptions, selectedUsers, selectedValues, value } = custom;
	const list = [selectedUsers, selectedOptions, selectedValues].find(
		(each) => Array.isArray(each) && each.length > 0,
	);
	if (Array.isArray(list)) {
		return list.map((each: unknown) =>
			textOf(isObject(each) ? (own(each, 'value') ?? own(each, 'id')) : each),
		);
	}
	return typeof value === 'string' ? value.split(',').map((each) => each.trim()) : undefined;
}

/** What decides whether a record holds a custom value, by the key under which a row has its field. */
export interface KnownCustoms {
	/** Whether each character of its values counts. */
	isText(key: string): boolean;
	/** The ID of its item, by which a value without itemKey names it (v1 §2.3, S5). */
	itemIdOf(key: string): number | undefined;
	/** Whether a value that names its field in no known way may be that of any field. */
	readonly takesUnnamed: boolean;
}

/** What is held by this is held, whatever the fields are. */
export const CERTAINLY: KnownCustoms = {
	isText: () => true,
	itemIdOf: () => undefined,
	takesUnnamed: false,
};

/** What is not held by this is not, whatever the fields are. */
const PERHAPS: KnownCustoms = {
	isText: () => false,
	itemIdOf: () => undefined,
	takesUnnamed: true,
};

/** @param fields those of which something is known; of the others it is not. */
export function knownFrom(fields: readonly CustomField[]): KnownCustoms {
	const byKey = new Map(fields.map((each) => [each.key, each]));
	return {
		isText: (key) => ['text', 'url'].includes(byKey.get(key)?.itemType ?? ''),
		itemIdOf: (key) => byKey.get(key)?.itemId,
		takesUnnamed: false,
	};
}

/** @param isText whether the field is known to be one of text. */
function customHolds(sent: unknown, custom: unknown, isText: boolean): boolean {
	const held = heldBy(custom);
	if (isNothing(sent)) return held.length === 0 && !chosenIn(custom)?.length;
	if (!Array.isArray(sent)) return held.some((each) => isSame(sent, each, isText));
	const [wanted, chosen] = [sent.map(textOf).sort(), chosenIn(custom)?.sort()];
	return JSON.stringify(wanted) === JSON.stringify(chosen);
}

const isUnnamed = (custom: IDataObject): boolean => isBlank(custom.itemKey);

function customsHold(sent: unknown, shown: unknown, known: KnownCustoms): boolean {
	const entries: Array<[string, unknown]> = Array.isArray(sent)
		? customValuesIn(sent).map((each) => [fieldKeyOf(each), each.value])
		: Object.entries(isObject(sent) ? sent : {});
	const hasUnnamed = Array.isArray(shown) && customValuesIn(shown).some(isUnnamed);
	return entries.every(([key, value]) => {
		const itemId = known.itemIdOf(key);
		const custom =
			customValueOf(shown, key) ??
			(itemId === undefined ? undefined : customValueOf(shown, String(itemId)));
		if (custom === undefined) {
			// A value that names no field may be its own; else the record holds nothing there.
			if (hasUnnamed && itemId === undefined) return known.takesUnnamed;
			return isNothing(value) && (Array.isArray(shown) || isObject(shown));
		}
		return customHolds(value, custom, known.isText(key));
	});
}

/** What decides how rows of one kind are compared with the records that were found. */
const rulesOf = (record: RecordDescription) => ({
	customs: customsProperty(record),
	shownAs: new Map(record.fields.map(({ key, shownAs = key }) => [key, shownAs])),
	texts: new Set(
		record.fields.filter(({ comparison }) => comparison === 'text').map(({ key }) => key),
	),
	within: new Set(record.within.map(({ key }) => key)),
	/** What an update leaves out. */
	leftOut: new Set(['id', ...createOnly(record)]),
});

/**
 * Compares rows with the records that were found. What a record does not show is taken for changed.
 */
export class Holding {
	private readonly rules: ReturnType<typeof rulesOf>;

	constructor(record: RecordDescription) {
		this.rules = rulesOf(record);
	}

	/**
	 * Whether writing a row would change nothing.
	 * @param known what was found tells neither the types of custom fields nor always their keys.
	 */
	isHeld({ parts: { path, body } }: InputRow, found: IDataObject, known: KnownCustoms): boolean {
		const { customs, shownAs, texts, within, leftOut } = this.rules;
		return (
			Object.entries(path).every(
				([key, id]) => within.has(key) || holds({ id }, own(found, shownInPath(key))),
			) &&
			Object.entries(body).every(([key, value]) => {
				if (leftOut.has(key)) return true;
				if (key === customs && customs !== '') return customsHold(value, own(found, key), known);
				return holds(value, own(found, shownAs.get(key) ?? key), texts.has(key));
			})
		);
	}

	/** As little of a found record as tells later whether it holds what its row would write. */
	kept(row: InputRow, found: IDataObject): KeptRecord {
		const { id } = found;
		if (this.isHeld(row, found, CERTAINLY)) return { id, isHeld: true };
		return this.isHeld(row, found, PERHAPS) ? { id, shown: this.shownFor(row, found) } : { id };
	}

	/** What a row is compared with; as one text, which takes a fraction of the memory. */
	private shownFor({ parts: { path, body } }: InputRow, found: IDataObject): string {
		const { shownAs } = this.rules;
		const names = [
			...Object.keys(path).map(shownInPath),
			...Object.keys(body).map((key) => shownAs.get(key) ?? key),
		];
		return JSON.stringify(Object.fromEntries(names.map((name) => [name, own(found, name)])));
	}
}

const shownInPath = (key: string): string => key.replace(/Id$/, '');

/** What is kept of a found record. */
export interface KeptRecord extends IDataObject {
	/** Whether it holds for certain what its row would write. */
	readonly isHeld?: true;
	/** What decides that, as JSON, where custom fields have to be known for it. */
	readonly shown?: string;
}
