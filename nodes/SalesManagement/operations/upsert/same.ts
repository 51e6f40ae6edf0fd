/** Whether a record holds already what a row would write. */
import type { IDataObject } from 'n8n-workflow';
import { customValueOf, customValuesIn, fieldKeyOf, heldBy } from '../../fields';
import type { CustomField } from '../../lookups/customFields';
import { customsProperty, type RecordDescription } from '../../records/record';
import { isBlank, isObject, own, textOf } from '../../values';
import type { InputRow } from '../rows';

const MOMENT = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
/** Of more digits, two numbers may be one to JavaScript; what begins with 0 is text, such as a phone number. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

const isShort = (text: string): boolean => NUMBER.test(text) && text.length <= 16;

const isSameText = (sent: unknown, held: unknown): boolean => textOf(sent) === textOf(held);

/** Numbers and dates are the same however they are written. */
function isSameValue(sent: unknown, held: unknown): boolean {
	const [one, other] = [textOf(sent), textOf(held)];
	if (one === other) return true;
	if (isShort(one) && isShort(other)) return Number(one) === Number(other);
	return MOMENT.test(one) && MOMENT.test(other) && Date.parse(one) === Date.parse(other);
}

/** Of a type that nobody tells, text may be text, of which each character counts. */
const isSameUntyped = (sent: unknown, held: unknown): boolean =>
	typeof sent === 'string' && typeof held === 'string'
		? isSameText(sent, held)
		: isSameValue(sent, held);

const isNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** A linked record is sent as its ID, bare or in an object, and shown with more. */
function holds(sent: unknown, held: unknown, isSame = isSameValue): boolean {
	if (isNothing(sent)) return isNothing(held);
	if (Array.isArray(sent)) {
		if (!Array.isArray(held) || held.length !== sent.length) return false;
		return sent.every((each, at) => holds(each, held[at]));
	}
	if (!isObject(sent)) {
		return !Array.isArray(held) && isSame(sent, isObject(held) ? own(held, 'id') : held);
	}
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

const shownInPath = (key: string): string => key.replace(/Id$/, '');

/** Compares what is sent with what a record shows. What a record does not show is taken for changed. */
export class RecordComparison {
	private readonly fields: ReadonlyMap<
		string,
		{ readonly shown: string; readonly isText: boolean }
	>;
	private readonly customs: string;
	private readonly within: ReadonlySet<string>;

	/** @param customFields asked only where a custom value can't be compared without them. */
	constructor(
		record: RecordDescription,
		private readonly customFields: () => Promise<readonly CustomField[]> = async () =>
			await Promise.resolve([]),
	) {
		this.customs = customsProperty(record);
		this.within = new Set(record.within.map(({ key }) => key));
		this.fields = new Map(
			record.fields.map(({ key, shownAs: shown = key, type }) => [
				key,
				{ shown, isText: type === 'text' },
			]),
		);
	}

	/** The properties of records that rows are compared with. */
	shown(rows: readonly InputRow[]): ReadonlySet<string> {
		const names = new Set(['id']);
		for (const { parts } of rows) {
			for (const key of Object.keys(parts.path)) names.add(shownInPath(key));
			for (const key of Object.keys(parts.body)) names.add(this.fields.get(key)?.shown ?? key);
		}
		return names;
	}

	/** Whether a record shows a field as it is sent. */
	holdsField(key: string, sent: unknown, record: IDataObject): boolean {
		const field = this.fields.get(key);
		const isSame = field === undefined ? isSameUntyped : field.isText ? isSameText : isSameValue;
		return holds(sent, own(record, field?.shown ?? key), isSame);
	}

	/** Whether writing a row would change nothing. */
	async holdsRow({ parts: { path, body } }: InputRow, record: IDataObject): Promise<boolean> {
		for (const [key, id] of Object.entries(path)) {
			if (!this.within.has(key) && !holds({ id }, own(record, shownInPath(key)))) return false;
		}
		const isCustoms = (key: string) => key === this.customs && key !== '';
		const isHeld = Object.entries(body).every(
			([key, sent]) => key === 'id' || isCustoms(key) || this.holdsField(key, sent, record),
		);
		if (!isHeld || !isCustoms(this.customs)) return isHeld;
		return await this.holdsCustoms(body[this.customs], own(record, this.customs));
	}

	private async holdsCustoms(sent: unknown, shown: unknown): Promise<boolean> {
		const entries: Array<[string, unknown]> = Array.isArray(sent)
			? customValuesIn(sent).map((each) => [fieldKeyOf(each), each.value])
			: Object.entries(isObject(sent) ? sent : {});
		for (const [key, value] of entries) {
			if (!(await this.holdsCustom(key, value, shown))) return false;
		}
		return true;
	}

	private async holdsCustom(key: string, sent: unknown, shown: unknown): Promise<boolean> {
		let custom = customValueOf(shown, key);
		// A value without itemKey names its field by the ID of its item (v1 §2.3, S5).
		if (
			custom === undefined &&
			Array.isArray(shown) &&
			customValuesIn(shown).some(({ itemKey }) => isBlank(itemKey))
		) {
			const itemId = (await this.customField(key))?.itemId;
			if (itemId === undefined) return false;
			custom = customValueOf(shown, String(itemId));
		}
		if (custom === undefined) return isNothing(sent) && typeof shown === 'object' && shown !== null;
		const held = heldBy(custom);
		if (isNothing(sent)) return held.length === 0 && !chosenIn(custom)?.length;
		if (Array.isArray(sent)) {
			const [wanted, chosen] = [sent.map(textOf).sort(), chosenIn(custom)?.sort()];
			return JSON.stringify(wanted) === JSON.stringify(chosen);
		}
		if (held.some((each) => isSameText(sent, each))) return true;
		if (!held.some((each) => isSameValue(sent, each))) return false;
		const type = (await this.customField(key))?.itemType;
		if (type === undefined) return held.some((each) => isSameUntyped(sent, each));
		// Of a text each character counts.
		return !['text', 'url'].includes(type);
	}

	private async customField(key: string): Promise<CustomField | undefined> {
		return (await this.customFields()).find((each) => each.key === key);
	}
}
