import type { INodePropertyOptions } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import { textOf } from '../values';
import { field, whenSet, type Comparison, type Field, type FieldOptions } from './field';
import { asJson, asNames } from './lists';
import { toDate, toDateTime } from './time';

/** How a type of field converts an entered value; what was left out or emptied never gets here. */
type Convert<Value> = (entered: unknown, label: string, timezone: string) => Value;

/** A type of field that needs nothing but its name and texts. */
const scalar =
	<Value>(form: Field['form'], convert: Convert<Value>, comparison?: Comparison) =>
	(name: string, label: string, options?: FieldOptions): Field<Value> => {
		const wire = whenSet((entered, { timezone }) => convert(entered, label, timezone));
		return field(name, label, { form, wire, comparison }, options);
	};

function plainText(entered: unknown, label: string): string {
	if (typeof entered !== 'object') return textOf(entered);
	throw new UsageError(`${label} is ${JSON.stringify(entered)}; it must be text.`);
}

interface TextOptions extends FieldOptions {
	/** The most characters that the service takes. */
	readonly maxLength?: number;
}

export const text = (
	name: string,
	label: string,
	{ maxLength = Infinity, ...options }: TextOptions = {},
): Field<string> => {
	const limited = (entered: unknown) => {
		const value = plainText(entered, label);
		if (value.length <= maxLength) return value;
		throw new UsageError(
			`${label} has ${value.length} characters; the service accepts at most ${maxLength}.`,
		);
	};
	return scalar({ type: 'string', default: '' }, limited, 'text')(name, label, options);
};

/** Text of several lines, such as a memo. */
export const longText = scalar(
	{ type: 'string', typeOptions: { rows: 4 }, default: '' },
	plainText,
	'text',
);

/** Names separated by commas, an array of them, or its JSON. */
export const names = scalar({ type: 'string', default: '' }, asNames);

/** Reads a number from a number or its text; empty text is not a number but an error. */
export function asNumber(entered: unknown, label: string, kind: 'whole number' | 'number'): number {
	const number =
		typeof entered === 'number'
			? entered
			: typeof entered === 'string' && entered.trim() !== ''
				? Number(entered)
				: Number.NaN;
	if (!Number.isFinite(number) || (kind === 'whole number' && !Number.isSafeInteger(number))) {
		throw new UsageError(`${label} is ${JSON.stringify(entered)}; it must be a ${kind}.`);
	}
	return number;
}

interface IntegerOptions extends FieldOptions {
	readonly min?: number;
	readonly max?: number;
	/** The value shown first when the user adds the field; the minimum when absent. */
	readonly initially?: number;
}

export const integer = (
	name: string,
	label: string,
	{ min, max, initially = min ?? 0, ...options }: IntegerOptions = {},
): Field<number> => {
	const ends = {
		...(min === undefined ? {} : { minValue: min }),
		...(max === undefined ? {} : { maxValue: max }),
	};
	const inRange = (entered: unknown) => {
		const number = asNumber(entered, label, 'whole number');
		if (number >= (min ?? number) && number <= (max ?? number)) return number;
		const range = max === undefined ? `of ${min ?? ''} or more` : `from ${min ?? ''} to ${max}`;
		throw new UsageError(`${label} is ${number}; it must be a whole number ${range}.`);
	};
	const typeOptions = { numberPrecision: 0, ...ends };
	const form = { type: 'number', typeOptions, default: initially } as const;
	return scalar(form, inRange, 'integer')(name, label, options);
};

/** A number with decimals. The service carries decimals as strings (v1 §2), so none is rounded. */
export const decimal = scalar(
	{ type: 'number', typeOptions: { numberPrecision: 4 }, default: 0 },
	(entered, label) => {
		asNumber(entered, label, 'number');
		return String(entered).trim();
	},
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

const FLAGS = new Map<unknown, boolean>([
	['true', true],
	['false', false],
	['1', true],
	['0', false],
]);

function asFlag(entered: unknown, label: string): boolean {
	const flag = FLAGS.get(textOf(entered).trim().toLowerCase());
	if (flag !== undefined) return flag;
	throw new UsageError(`${label} is ${JSON.stringify(entered)}; it must be true or false.`);
}

interface FlagOptions extends FieldOptions {
	/** The value shown first when the user adds the option. */
	readonly initially?: boolean;
}

export const flag = (
	name: string,
	label: string,
	{ initially = true, ...options }: FlagOptions = {},
): Field<boolean> => scalar({ type: 'boolean', default: initially }, asFlag)(name, label, options);

/** A flag that the service wants as its own values instead of a JSON boolean. */
export const flagSentAs = <Sent extends string | number>(
	name: string,
	label: string,
	{ on, off }: { readonly on: Sent; readonly off: Sent },
	options?: FlagOptions,
): Field<Sent> => ({
	...flag(name, label, options),
	wire: whenSet((entered) => (asFlag(entered, label) ? on : off)),
});

/** One entry of a fixed list. */
export interface Choice<Value extends string | number = string | number> extends Pick<
	INodePropertyOptions,
	'name' | 'description' | 'displayOptions'
> {
	readonly value: Value;
}

/** The documents spell sort keys in two ways (v2 §2.1): `updated_at` is `updatedAt`. */
const folded = (value: unknown) => textOf(value).trim().replace(/_/g, '').toLowerCase();

export const choice = <const Value extends string | number>(
	name: string,
	label: string,
	choices: ReadonlyArray<Choice<Value>>,
	options?: FieldOptions,
): Field<Value> => {
	const chosen = (entered: unknown): Value => {
		const found =
			choices.find(({ value }) => value === entered) ??
			choices.find(({ value }) => folded(value) === folded(entered));
		if (found) return found.value;
		const allowed = choices.map(({ value }) => value).filter((value) => value !== '');
		throw new UsageError(
			`${label} is ${JSON.stringify(entered)}; it must be one of ${allowed.join(', ')}.`,
		);
	};
	const form = { type: 'options', default: choices[0]?.value ?? '' } as const;
	return scalar({ ...form, options: [...choices] }, chosen)(name, label, options);
};

/** A JSON object or array, typed in or given by an expression. */
export const json = scalar<unknown>({ type: 'json', default: '{}' }, asJson);
