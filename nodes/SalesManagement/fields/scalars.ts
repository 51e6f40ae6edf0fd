import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { isObject, quoted, textOf, trimmed, UsageError } from '../shared';
import { toDate, toDateTime } from './dates';
import { field, whenSet, type Field, type FieldOptions } from './field';
import { asJson, asNames, filled } from './jsonAndLists';
import { FIELDS } from './nameMatching';
import { asDecimal, asLine, asNumber, plainText } from './numbers';
import { optionMeant } from './options';
import type { Type } from './types';

/** How a type of field converts an entered value; what was left out or emptied never gets here. */
export type Convert<Value> = (entered: unknown, label: string, timezone: string) => Value;

/** A type of field that needs nothing but its name and texts. A number that is left empty is not given. */
const scalar =
	<Value>(form: Field['form'], convert: Convert<Value>, type?: Type) =>
	(name: string, label: string, options?: FieldOptions): Field<Value> => {
		const isEmpty = (entered: unknown) => form.type === 'number' && trimmed(entered) === '';
		const wire = whenSet((entered, { timezone }) =>
			isEmpty(entered) ? undefined : convert(entered, label, timezone),
		);
		return field(name, label, { form, wire, type }, options);
	};

export const text = scalar({ type: 'string', default: '' }, asLine, 'text');

/** Text that may be a part of what is searched, so that each blank counts. */
export const partOfText = scalar({ type: 'string', default: '' }, plainText, 'text');

/** Text of several lines, such as a memo. */
export const longText = scalar(
	{ type: 'string', typeOptions: { rows: 4 }, default: '' },
	plainText,
	'text',
);

/** Names separated by commas, an array of them, or its JSON. */
export const names = scalar({ type: 'string', default: '' }, asNames);

interface IntegerOptions extends FieldOptions {
	readonly min?: number;
	readonly max?: number;
	/** The value shown first when the user adds the field; none when absent. */
	readonly initially?: number;
}

export const integer = (
	name: string,
	label: string,
	{ min, max, initially, ...options }: IntegerOptions = {},
): Field<number> => {
	const inRange = (entered: unknown) => {
		const number = asNumber(entered, label);
		if (number >= (min ?? number) && number <= (max ?? number)) return number;
		const range = max === undefined ? `of ${min ?? ''} or more` : `from ${min ?? ''} to ${max}`;
		throw new UsageError(`${label} is ${number}; it must be a whole number ${range}.`);
	};
	const typeOptions = { numberPrecision: 0, minValue: min, maxValue: max };
	const form = { type: 'number', typeOptions, default: initially ?? '' } as const;
	return scalar(form, inRange, 'integer')(name, label, options);
};

/** A number with decimals. The service carries decimals as strings (v1 §2), so none is rounded. */
export const decimal = scalar(
	{ type: 'number', typeOptions: { numberPrecision: 4 }, default: '' },
	asDecimal,
	'decimal',
);

/** A calendar date, `YYYY-MM-DD`. */
export const date = scalar(
	{ type: 'dateTime', typeOptions: { dateOnly: true }, default: '' },
	toDate,
	'date',
);

/** A moment, sent as UTC. */
export const dateTime = scalar({ type: 'dateTime', default: '' }, toDateTime, 'dateTime');

const OFF = ['false', '0', 'no', 'off'];
const ON = ['true', '1', 'yes', 'on'];

export function asFlag(entered: unknown, label: string): boolean {
	const word = textOf(entered).trim().toLowerCase();
	if (ON.includes(word)) return true;
	if (OFF.includes(word)) return false;
	throw new UsageError(`${label} is ${quoted(entered)}; it must be true or false.`);
}

interface FlagOptions extends FieldOptions {
	/** The value shown first when the user adds the option. */
	readonly initially?: boolean;
}

/** A flag that the service wants as its own values instead of a JSON boolean; undefined is left out. */
export const flagSentAs = <const Sent>(
	name: string,
	label: string,
	{ on, off }: { readonly on: Sent; readonly off: Sent },
	{ initially = true, ...options }: FlagOptions = {},
): Field<Sent> => {
	const sent = (entered: unknown) => (asFlag(entered, label) ? on : off);
	return scalar({ type: 'boolean', default: initially }, sent, 'flag')(name, label, options);
};

export const flag = (name: string, label: string, options?: FlagOptions): Field<boolean> =>
	flagSentAs<boolean>(name, label, { on: true, off: false }, options);

/** One entry of a fixed list. */
export interface Choice<Value extends string | number = string | number> extends Pick<
	INodePropertyOptions,
	'name' | 'description' | 'displayOptions'
> {
	readonly value: Value;
}

export const choice = <const Value extends string | number>(
	name: string,
	label: string,
	choices: ReadonlyArray<Choice<Value>>,
	options?: FieldOptions,
): Field<Value> => {
	const chosen = (entered: unknown): Value => {
		const found =
			choices.find(({ value }) => value === entered) ??
			optionMeant(textOf(entered), choices, label, FIELDS);
		if (found) return found.value;
		const allowed = choices.map(({ value }) => value).filter((value) => value !== '');
		throw new UsageError(
			`${label} is ${quoted(entered)}; it must be one of ${allowed.join(', ')}.`,
		);
	};
	const form = { type: 'options', default: choices[0]?.value ?? '' } as const;
	return scalar({ ...form, options: [...choices] }, chosen)(name, label, options);
};

/** A JSON object or array, typed in or given by an expression. */
export const json = scalar<unknown>({ type: 'json', default: '{}' }, asJson);

/** A JSON array of objects, or one of them, for lists whose entries no form shows. Emptying it is a choice of its own. */
export const jsonList = (
	name: string,
	label: string,
	options?: FieldOptions,
): Field<IDataObject[]> => {
	const wire = whenSet((entered) => {
		const list = [asJson(entered, label)].flat();
		if (!list.every((each) => isObject(each) && Object.keys(each).length > 0)) {
			throw new UsageError(`${label} must be an array of objects.`);
		}
		return filled(list as IDataObject[], label, options);
	});
	return field(name, label, { form: { type: 'json', default: '[]' }, wire, cleared: [] }, options);
};
