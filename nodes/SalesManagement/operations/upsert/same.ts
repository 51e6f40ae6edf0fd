/** Whether a record holds already what a row would write. */
import type { IDataObject } from 'n8n-workflow';
import {
	customEntries,
	customValueOf,
	entriesIn,
	keyOf,
	typeOfItem,
	typeOfValue,
	TYPES,
	type CustomField,
	type Field,
	type Type,
} from '../../fields';
import { customsProperty, type RecordDescription } from '../../records/record';
import { isBlank, isObject, own, textOf } from '../../values';
import type { InputRow } from '../rows';

type IsSame = (sent: unknown, held: unknown) => boolean;

/** Of a type that nobody tells, text may be text. */
const isSameUntyped: IsSame = (sent, held) =>
	textOf(sent) === textOf(held) ||
	(!(typeof sent === 'string' && typeof held === 'string') && isLooselySame(sent, held));

const isLooselySame: IsSame = (sent, held) => {
	const key = keyOf(sent)?.loose;
	return key !== undefined && key === keyOf(held)?.loose;
};

/** Numbers, dates and references are the same however they are written; of a text each character counts. */
const sameAs = (type: Type): IsSame =>
	TYPES[type].comparison === undefined
		? isSameUntyped
		: (sent, held) => {
				const key = keyOf(sent, type)?.exact;
				return key !== undefined && key === keyOf(held, type)?.exact;
			};

const isNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** A linked record is sent as its ID, bare or in an object, and shown with more. */
function holds(sent: unknown, held: unknown, isSame = isSameUntyped): boolean {
	if (isNothing(sent)) return isNothing(held);
	if (Array.isArray(sent)) {
		if (!Array.isArray(held) || held.length !== sent.length) return false;
		return sent.every((each, at) => holds(each, held[at]));
	}
	if (!isObject(sent)) return isSame(sent, isObject(held) ? own(held, 'id') : held);
	return (
		isObject(held) && Object.entries(sent).every(([name, each]) => holds(each, own(held, name)))
	);
}

const shownInPath = (key: string): string => key.replace(/Id$/, '');

/** Compares what is sent with what a record shows. What a record does not show is taken for changed. */
export class RecordComparison {
	private readonly fields: ReadonlyMap<string, Field>;
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
		this.fields = new Map(record.fields.map((each) => [each.key, each]));
	}

	/** The properties of records that rows are compared with. */
	shown(rows: readonly InputRow[]): ReadonlySet<string> {
		const names = new Set(['id']);
		for (const { parts } of rows) {
			for (const key of Object.keys(parts.path)) names.add(shownInPath(key));
			for (const key of Object.keys(parts.body)) names.add(this.fields.get(key)?.shownAs ?? key);
		}
		return names;
	}

	/** Whether a record shows a field as it is sent. */
	holdsField(key: string, sent: unknown, record: IDataObject): boolean {
		const { shownAs = key, type = 'untyped' } = this.fields.get(key) ?? {};
		return holds(sent, own(record, shownAs), sameAs(type));
	}

	/** Whether writing a row would change nothing. */
	async holdsRow({ parts: { path, body } }: InputRow, record: IDataObject): Promise<boolean> {
		for (const [key, id] of Object.entries(path)) {
			if (!this.within.has(key) && !holds({ id }, own(record, shownInPath(key)))) return false;
		}
		const { [this.customs]: sentCustoms, ...fields } = body;
		for (const [key, sent] of Object.entries(fields)) {
			if (key !== 'id' && !this.holdsField(key, sent, record)) return false;
		}
		for (const [key, custom] of customEntries(sentCustoms)) {
			const sent = isObject(custom) ? custom.value : custom;
			if (!(await this.holdsCustom(key, sent, own(record, this.customs)))) return false;
		}
		return true;
	}

	private async holdsCustom(key: string, sent: unknown, shown: unknown): Promise<boolean> {
		const named = customValueOf(shown, key);
		// A value without itemKey names its field by the ID of its item (v1 §2.3, S5).
		const isUnnamed =
			named === undefined &&
			Array.isArray(shown) &&
			shown.some((each) => isObject(each) && isBlank(each.itemKey));
		const itemId = isUnnamed ? (await this.customField(key))?.itemId : undefined;
		if (isUnnamed && itemId === undefined) return false;
		const custom = named ?? customValueOf(shown, key, itemId);
		if (custom === undefined) return isNothing(sent) && typeof shown === 'object' && shown !== null;
		const held = entriesIn(custom, Array.isArray(sent) ? 'options' : undefined);
		if (isNothing(sent)) return held.length === 0;
		const values = held.map(({ value }) => value);
		if (Array.isArray(sent)) {
			const [wanted, chosen] = [sent, values].map((each) => each.map(textOf).sort());
			return JSON.stringify(wanted) === JSON.stringify(chosen);
		}
		const [value] = values;
		if (values.length > 1 || !isLooselySame(sent, value)) return false;
		if (textOf(sent) === textOf(value)) return true;
		const type = typeOfValue(custom, typeOfItem((await this.customField(key))?.itemType));
		return sameAs(type)(sent, value);
	}

	private async customField(key: string): Promise<CustomField | undefined> {
		return (await this.customFields()).find((each) => each.key === key);
	}
}
