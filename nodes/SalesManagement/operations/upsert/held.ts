/** Whether a record holds already what a row would write. */
import type { IDataObject } from 'n8n-workflow';
import { customValueOf, heldBy } from '../../fields';
import { customsProperty, type RecordDescription } from '../../records/record';
import { isBlank, isObject, own, textOf } from '../../values';
import type { InputRow } from '../rows';

const MOMENT = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
/** Of more digits, two numbers may be one to JavaScript. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

const isShort = (text: string): boolean => NUMBER.test(text) && text.length <= 16;

function isSame(sent: unknown, held: unknown): boolean {
	const [one, other] = [textOf(sent), textOf(held)];
	if (one === other) return true;
	if (isShort(one) && isShort(other)) return Number(one) === Number(other);
	return MOMENT.test(one) && MOMENT.test(other) && Date.parse(one) === Date.parse(other);
}

const isNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** A linked record is sent as its ID, and shown with more. */
function holds(sent: unknown, held: unknown): boolean {
	if (isNothing(sent)) return isNothing(held);
	if (Array.isArray(sent)) {
		if (!Array.isArray(held) || held.length !== sent.length) return false;
		return sent.every((each, at) => holds(each, held[at]));
	}
	if (!isObject(sent)) return !isObject(held) && !Array.isArray(held) && isSame(sent, held);
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

function customHolds(sent: unknown, custom: unknown): boolean {
	const held = heldBy(custom);
	if (isNothing(sent))
		return custom !== undefined && held.length === 0 && !chosenIn(custom)?.length;
	if (!Array.isArray(sent)) return held.some((each) => isSame(sent, each));
	const [wanted, chosen] = [sent.map(textOf).sort(), chosenIn(custom)?.sort()];
	return JSON.stringify(wanted) === JSON.stringify(chosen);
}

function customsHold(sent: unknown, shown: unknown): boolean {
	const entries: Array<[string, unknown]> = Array.isArray(sent)
		? sent.map((each: unknown) =>
				isObject(each) ? [textOf(each.itemKey), each.value] : ['', undefined],
			)
		: Object.entries(isObject(sent) ? sent : {});
	return entries.every(([key, value]) => customHolds(value, customValueOf(shown, key)));
}

/**
 * Whether writing a row would change nothing of the record that was found. What the record does not
 * show is taken for changed.
 */
export function isHeld(
	record: RecordDescription,
	{ parts: { path, body } }: InputRow,
	found: IDataObject,
): boolean {
	const customs = customsProperty(record);
	const shownAs = new Map(record.fields.map(({ key, shownAs: shown = key }) => [key, shown]));
	const within = new Set(record.within.map(({ key }) => key));
	const isInPath = Object.entries(path).every(
		([key, id]) => within.has(key) || holds({ id }, own(found, key.replace(/Id$/, ''))),
	);
	return (
		isInPath &&
		Object.entries(body).every(([key, value]) => {
			if (key === 'id') return true;
			if (key === customs && customs !== '') return customsHold(value, own(found, key));
			return holds(value, own(found, shownAs.get(key) ?? key));
		})
	);
}
