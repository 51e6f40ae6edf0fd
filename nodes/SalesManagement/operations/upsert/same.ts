/** Whether a record holds already what a row would write. */
import type { IDataObject } from 'n8n-workflow';
import {
	customEntries,
	customValueOf,
	entriesIn,
	typeOfItem,
	typeOfValue,
	type CustomField,
} from '../../fields';
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
		const isHeld = Object.entries(body).every(
			([key, sent]) => key === 'id' || key === this.customs || this.holdsField(key, sent, record),
		);
		if (!isHeld || this.customs === '') return isHeld;
		for (const [key, custom] of customEntries(own(body, this.customs))) {
			const sent = isObject(custom) ? custom.value : custom;
			if (!(await this.holdsCustom(key, sent, own(record, this.customs)))) return false;
		}
		return true;
	}

	private async holdsCustom(key: string, sent: unknown, shown: unknown): Promise<boolean> {
		let custom = customValueOf(shown, key);
		// A value without itemKey names its field by the ID of its item (v1 §2.3, S5).
		const isKeyless = (each: unknown) => isObject(each) && isBlank(each.itemKey);
		if (custom === undefined && Array.isArray(shown) && shown.some(isKeyless)) {
			const itemId = (await this.customField(key))?.itemId;
			if (itemId === undefined) return false;
			custom = customValueOf(shown, key, itemId);
		}
		if (custom === undefined) return isNothing(sent) && typeof shown === 'object' && shown !== null;
		const held = entriesIn(custom, Array.isArray(sent) ? 'options' : undefined);
		if (isNothing(sent)) return held.length === 0;
		if (Array.isArray(sent)) {
			const [wanted, chosen] = [sent, held.map(({ value }) => value)].map((each) =>
				each.map(textOf).sort(),
			);
			return JSON.stringify(wanted) === JSON.stringify(chosen);
		}
		const [{ value } = { value: undefined }, ...others] = held;
		if (others.length > 0 || !isSameValue(sent, value)) return false;
		if (isSameText(sent, value)) return true;
		const type = typeOfValue(custom, typeOfItem((await this.customField(key))?.itemType));
		// Of a text each character counts.
		return type === 'untyped' ? isSameUntyped(sent, value) : type !== 'text';
	}

	private async customField(key: string): Promise<CustomField | undefined> {
		return (await this.customFields()).find((each) => each.key === key);
	}
}
