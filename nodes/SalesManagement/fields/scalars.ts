import type { INodePropertyOptions } from 'n8n-workflow';
import { hasContent, isBlank, quoted, textOf, trimmed, UsageError } from '../shared';
import { field, whenSet, type Field, type FieldOptions } from './field';
import {
	asFlag,
	dateTimeType,
	dateType,
	decimalType,
	flagType,
	idType,
	integerType,
	plainType,
	referenceType,
	textType,
	type ValueType,
} from './types';
import {
	asColumnNames,
	asJson,
	asNames,
	asNumber,
	asObjects,
	FIELDS,
	filled,
	optionMeant,
	plainText,
} from './values';

/**
 * Makes fields of a type that needs nothing but a name and texts. A number that is left empty is not given.
 * @param own the form and the reading of these fields, if they are not those of the type.
 */
const scalar =
	(type: ValueType, own: Partial<Pick<ValueType, 'form' | 'parse'>> = {}) =>
	(name: string, label: string, options?: FieldOptions): Field => {
		const { form, parse } = { ...type, ...own };
		const isEmpty = (entered: unknown) => form.type === 'number' && trimmed(entered) === '';
		const toRequest = whenSet((entered, context) =>
			isEmpty(entered) ? undefined : parse(entered, label, context),
		);
		return field(name, label, { form, toRequest, type }, options);
	};

export const text = scalar(textType);

/** Text that may be a part of what is searched, so that each blank counts. */
export const partOfText = scalar(textType, { parse: plainText });

/** Text of several lines, such as a memo. */
export const longText = scalar(textType, {
	form: { type: 'string', typeOptions: { rows: 4 }, default: '' },
	parse: plainText,
});

/** Names separated by commas, an array of them, or its JSON. */
export const names = scalar({ ...plainType, parse: asNames });

/** Names of columns, which may have commas. */
export const columnNames = scalar({ ...plainType, parse: asColumnNames });

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
): Field => {
	const inRange = (entered: unknown) => {
		const number = asNumber(entered, label);
		if (number >= (min ?? number) && number <= (max ?? number)) return number;
		const range = max === undefined ? `of ${min ?? ''} or more` : `from ${min ?? ''} to ${max}`;
		throw new UsageError(`${label} is ${number}; it must be a whole number ${range}.`);
	};
	const typeOptions = { numberPrecision: 0, minValue: min, maxValue: max };
	const form = { ...integerType.form, typeOptions, default: initially ?? '' };
	return scalar(integerType, { form, parse: inRange })(name, label, options);
};

/** A record's own ID. */
export const id = scalar(idType, { form: integerType.form, parse: asNumber });

export const decimal = scalar(decimalType);
export const date = scalar(dateType);
export const dateTime = scalar(dateTimeType);

/** A time, or a blank where there is none. */
export function dateTimeOrBlank(name: string, label: string, options?: FieldOptions): Field {
	const time = dateTime(name, label, options);
	return {
		...time,
		toRequest: (entered, context) => (isBlank(entered) ? '' : time.toRequest(entered, context)),
	};
}

interface FlagOptions extends FieldOptions {
	/** The value shown first when the user adds the option. */
	readonly initially?: boolean;
}

/** A flag that the service wants as its own values instead of a JSON boolean; undefined is left out. */
export const flagSentAs = (
	name: string,
	label: string,
	{ on, off }: Readonly<Record<'on' | 'off', unknown>>,
	{ initially = true, ...options }: FlagOptions = {},
): Field => {
	const form = { ...flagType.form, default: initially };
	const parse = (entered: unknown) => (asFlag(entered, label) ? on : off);
	return scalar({ ...flagType, form, parse })(name, label, options);
};

export const flag = (name: string, label: string, options?: FlagOptions): Field =>
	flagSentAs(name, label, { on: true, off: false }, options);

export const choice = (
	name: string,
	label: string,
	choices: readonly INodePropertyOptions[],
	options?: FieldOptions,
): Field => {
	const chosen = (entered: unknown) => {
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
	const type = { ...plainType, form: { ...form, options: [...choices] }, parse: chosen };
	return scalar(type)(name, label, options);
};

const asJsonText = { form: { type: 'json', default: '{}' }, parse: asJson } as const;

/** A JSON object or array, typed in or given by an expression. */
export const json = scalar({ ...plainType, ...asJsonText });

/** A reference that only the service sets. */
export const shownReference = scalar(referenceType, asJsonText);

/** Rows that the node itself reads, each an object of what its parameters hold. */
export const objects = scalar({
	...plainType,
	form: { type: 'fixedCollection', default: {} },
	parse: asObjects,
});

/** A JSON array of objects, or one of them, for lists whose entries no form shows. Emptying it is a choice of its own. */
export const jsonList = (name: string, label: string, options?: FieldOptions): Field => {
	const toRequest = whenSet((entered) => {
		const list = [asJson(entered, label)].flat();
		if (!list.every(hasContent)) {
			throw new UsageError(`${label} must be an array of objects.`);
		}
		return filled(list, label, options);
	});
	return field(
		name,
		label,
		{ form: { type: 'json', default: '[]' }, toRequest, cleared: [] },
		options,
	);
};
