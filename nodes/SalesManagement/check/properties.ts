/** The properties of records against their descriptions: a documented one is missing, or of another type. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../api/routes/routes';
import type { ApiVersion } from '../api/types';
import type { Field } from '../fields';
import { recordOf } from '../records';
import type { RecordDescription } from '../records/record';
import { isObject } from '../values';
import { typeOf } from './shape';

/** Of these the documents describe each property; of the others only ID and name. */
const DESCRIBED = ['customer', 'deal', 'contact', 'customerAction', 'dealAction', 'contactAction'];

/** Sent only, shown on request, shown by single reads, or in some revisions only. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
	customer: ['memo', 'parentId', 'company'],
	deal: ['dealCode', 'totalCost', 'totalProfit'],
};

/** What the service itself fills in. */
const ALWAYS_FILLED = ['id', 'createdAt', 'updatedAt'];

const ANY_TEXT = ['text', 'date', 'date-time', 'number as text'];

/** Types by `typeOf`, the documented one first; null besides. */
const TYPES: Readonly<Record<NonNullable<Field['comparison']>, readonly string[]>> = {
	text: ANY_TEXT,
	integer: ['integer'],
	decimal: ['number as text'],
	dateTime: ['date-time'],
	date: ['date'],
	customDate: ['date-time', 'date'],
	id: ['object', 'list'],
};

/** The record that an operation answers with; contacts of a deal are contacts. */
function describedBy(operation: OperationId): RecordDescription | undefined {
	const [resource = ''] = operation.split('.');
	return recordOf(resource === 'dealContact' ? 'contact' : resource);
}

const nameOf = ({ key, shownAs = key }: Field): string => shownAs;

/** Whether the documents leave open that a property is shown. */
function isOptional({ id, customs }: RecordDescription, field: Field): boolean {
	const name = nameOf(field);
	if (name === customs?.property || name === 'customObjects') return true;
	return DESCRIBED.includes(id)
		? (OPTIONAL[id]?.includes(name) ?? false)
		: !['id', 'name'].includes(name);
}

/** @param showsNull whether the service shows what is empty: else what is missing may be that. */
function problemOf(
	field: Field,
	records: readonly IDataObject[],
	showsNull: boolean,
): string | undefined {
	const name = nameOf(field);
	const having = records.filter((each) => Object.hasOwn(each, name));
	const isFilled = field.is.includes('required') || ALWAYS_FILLED.includes(name);
	if (having.length === 0) return isFilled || showsNull ? `${name} is missing` : undefined;
	const { comparison = 'id', form } = field;
	const types = form.type === 'boolean' ? ['flag'] : TYPES[comparison];
	const others = new Set(having.map((each) => typeOf(each[name])));
	for (const type of [...types, 'null']) others.delete(type);
	return others.size > 0
		? `${name} is ${[...others].join(' or ')} instead of ${types[0]}`
		: undefined;
}

/**
 * What is wrong with documented properties in all of these records.
 * @returns `undefined` where there is none to look at.
 */
export function propertyProblems(
	operation: OperationId,
	records: readonly IDataObject[],
	version: ApiVersion,
): string[] | undefined {
	const record = describedBy(operation);
	const isOther = /^domainSetting|getLabels|getFields/.test(operation);
	if (!record || isOther || records.length === 0) return undefined;
	const showsNull = records.some((each) => Object.values(each).includes(null));
	const byName = new Map(record.fields.toReversed().map((field) => [nameOf(field), field]));
	return [...byName.values()]
		.filter(({ only }) => only === undefined || only === version)
		.flatMap((field) => {
			const isLeftOut = !records.some((each) => Object.hasOwn(each, nameOf(field)));
			if (isLeftOut && isOptional(record, field)) return [];
			return problemOf(field, records, showsNull) ?? [];
		});
}

/**
 * What is wrong with custom values. Those of contacts and actions may come without the item key (S5, v1 §2.3).
 * @returns `undefined` where there is none to look at.
 */
export function customProblems(
	operation: OperationId,
	records: readonly IDataObject[],
): string[] | undefined {
	const property = describedBy(operation)?.customs?.property;
	if (property === undefined || records.length === 0) return undefined;
	const lists = records.map((each) => each[property]);
	if (lists.every((each) => each === undefined)) return [`${property} is missing`];
	if (lists.some(isObject)) return [`${property} is an object instead of a list`];
	const values = lists.flatMap((each) => (each as unknown[] | null) ?? []).filter(isObject);
	if (values.length === 0) return undefined;
	const names = [
		property.replace(/s$/, 'ItemId'),
		...(/^(customer|deal)C/.test(property) ? ['itemKey'] : []),
	];
	const decimals = values.map((each) => typeOf(each.decimalNumber));
	return [
		...names
			.filter((name) => values.every((each) => each[name] === undefined))
			.map((name) => `${name} of custom values is missing`),
		...(decimals.some((type) => !['null', 'number as text'].includes(type))
			? ['decimalNumber of custom values is no text']
			: []),
	];
}
