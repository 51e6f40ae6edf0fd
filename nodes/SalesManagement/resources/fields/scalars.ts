import type { INodePropertyOptions } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import { field, isAbsent, isObject, textOf, type Field, type FieldOptions } from './field';
import { toDate, toDateTime } from './time';

/** Lets `undefined` (left out) and `null` (clear it) through, and converts the rest. */
const whenSet =
	(convert: (entered: unknown, timezone: string) => unknown): Field['wire'] =>
	(entered, { timezone }) =>
		isAbsent(entered) || entered === null ? entered : convert(entered, timezone);

const asString = (label: string) => (entered: unknown) => {
	if (typeof entered === 'object') {
		throw new UsageError(`${label} holds ${JSON.stringify(entered)}; it takes text.`);
	}
	return textOf(entered);
};

interface TextOptions extends FieldOptions {
	/** The most characters that the service takes. */
	readonly maxLength?: number;
}

export const text = (
	name: string,
	label: string,
	{ maxLength = Number.POSITIVE_INFINITY, ...options }: TextOptions = {},
): Field =>
	field(
		name,
		label,
		{
			form: { type: 'string', default: '' },
			wire: whenSet((entered) => {
				const value = asString(label)(entered);
				if (value.length > maxLength) {
					throw new UsageError(
						`${label} has ${value.length} characters; the service takes at most ${maxLength}.`,
					);
				}
				return value;
			}),
		},
		options,
	);

/** Text of several lines, such as a memo. */
export const longText = (name: string, label: string, options?: FieldOptions): Field =>
	field(
		name,
		label,
		{
			form: { type: 'string', typeOptions: { rows: 4 }, default: '' },
			wire: whenSet(asString(label)),
		},
		options,
	);

interface Range {
	readonly min?: number;
	readonly max?: number;
}

/** Reads a number from a number or its text; empty text is no number, and is an error that says so. */
export function asNumber(entered: unknown, label: string, kind: 'whole number' | 'number'): number {
	const number =
		typeof entered === 'number'
			? entered
			: typeof entered === 'string' && entered.trim() !== ''
				? Number(entered)
				: Number.NaN;
	if (!Number.isFinite(number) || (kind === 'whole number' && !Number.isSafeInteger(number))) {
		throw new UsageError(`${label} holds ${JSON.stringify(entered)}; it takes a ${kind}.`);
	}
	return number;
}

export const integer = (
	name: string,
	label: string,
	{ min, max, ...options }: FieldOptions & Range = {},
): Field =>
	field(
		name,
		label,
		{
			form: {
				type: 'number',
				typeOptions: {
					numberPrecision: 0,
					...(min === undefined ? {} : { minValue: min }),
					...(max === undefined ? {} : { maxValue: max }),
				},
				default: min ?? 0,
			},
			wire: whenSet((entered) => {
				const number = asNumber(entered, label, 'whole number');
				if (number < (min ?? number) || number > (max ?? number)) {
					const range = [min, max].filter((end) => end !== undefined).join(' to ');
					throw new UsageError(`${label} is ${number}; it takes a whole number of ${range}.`);
				}
				return number;
			}),
		},
		options,
	);

/** A number with decimals. The service carries decimals as strings (v1 §2), so none is rounded. */
export const decimal = (name: string, label: string, options?: FieldOptions): Field =>
	field(
		name,
		label,
		{
			form: { type: 'number', typeOptions: { numberPrecision: 4 }, default: 0 },
			wire: whenSet((entered) => {
				asNumber(entered, label, 'number');
				return String(entered).trim();
			}),
		},
		options,
	);

/** A calendar date, `YYYY-MM-DD`. */
export const date = (name: string, label: string, options?: FieldOptions): Field =>
	field(
		name,
		label,
		{
			form: { type: 'dateTime', typeOptions: { dateOnly: true }, default: '' },
			wire: whenSet((entered, timezone) => toDate(entered, label, timezone)),
		},
		options,
	);

/** A moment, sent as UTC. */
export const dateTime = (name: string, label: string, options?: FieldOptions): Field =>
	field(
		name,
		label,
		{
			form: { type: 'dateTime', default: '' },
			wire: whenSet((entered, timezone) => toDateTime(entered, label, timezone)),
		},
		options,
	);

const FLAGS = new Map<unknown, boolean>([
	[true, true],
	[false, false],
	['true', true],
	['false', false],
	[1, true],
	[0, false],
]);

export function asFlag(entered: unknown, label: string): boolean {
	const flag = FLAGS.get(entered);
	if (flag === undefined) {
		throw new UsageError(`${label} holds ${JSON.stringify(entered)}; it takes true or false.`);
	}
	return flag;
}

interface FlagOptions extends FieldOptions {
	/** What the service wants instead of a JSON boolean. */
	readonly sent?: Readonly<Record<'on' | 'off', string | number>>;
	/** The value shown first when the user adds the option. */
	readonly initially?: boolean;
}

export const flag = (
	name: string,
	label: string,
	{ sent, initially = true, ...options }: FlagOptions = {},
): Field =>
	field(
		name,
		label,
		{
			form: { type: 'boolean', default: initially },
			wire: whenSet((entered) => {
				const on = asFlag(entered, label);
				return sent ? sent[on ? 'on' : 'off'] : on;
			}),
		},
		options,
	);

export const choice = (
	name: string,
	label: string,
	choices: INodePropertyOptions[],
	options?: FieldOptions,
): Field =>
	field(
		name,
		label,
		{
			form: { type: 'options', options: choices, default: choices[0]?.value ?? '' },
			wire: whenSet((entered) => {
				if (!choices.some(({ value }) => value === entered)) {
					const allowed = choices.map(({ value }) => String(value)).join(', ');
					throw new UsageError(
						`${label} is ${JSON.stringify(entered)}; it takes one of ${allowed}.`,
					);
				}
				return entered;
			}),
		},
		options,
	);

/** A JSON object or array, typed in or handed over by an expression. */
export const json = (name: string, label: string, options?: FieldOptions): Field =>
	field(
		name,
		label,
		{ form: { type: 'json', default: '{}' }, wire: whenSet((entered) => asJson(entered, label)) },
		options,
	);

export function asJson(entered: unknown, label: string): unknown {
	if (Array.isArray(entered) || isObject(entered)) return entered;
	try {
		const parsed: unknown = JSON.parse(String(entered));
		if (Array.isArray(parsed) || isObject(parsed)) return parsed;
	} catch {
		// Said below, with the field's name.
	}
	throw new UsageError(`${label} is not valid JSON; it takes an object or an array.`);
}
