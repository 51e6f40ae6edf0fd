/**
 * Compares the properties of records with their descriptions: a documented one may be missing, or of another
 * type.
 */
import type { IDataObject } from 'n8n-workflow';
import type { ApiVersion, OperationId } from '../api/routes';
import { isKnownTo } from '../fields';
import { customsProperty, recordOf, type RecordDescription } from '../records';
import { isObject } from '../shared';
import { typeOf } from './answerShape';
import optional from './optionalProperties.json';

/**
 * The records of which the documents describe each property, with those that a list need not show: they are only sent,
 * shown on request or by single reads, or new in some revision. Of all other records only ID and name are expected.
 */
const OPTIONAL: Readonly<Record<string, readonly string[] | undefined>> = optional;

/** Properties that the service itself fills in. */
const ALWAYS_FILLED = ['id', 'createdAt', 'updatedAt'];

/** The record that an operation answers with, if it is described; contacts of a deal are contacts. */
export function describedBy(operation: OperationId): RecordDescription | undefined {
	const [resource = ''] = operation.split('.');
	if (/^domainSetting|getLabels|getFields/.test(operation)) return undefined;
	return recordOf(resource === 'dealContact' ? 'contact' : resource);
}

/** Whether the documents leave it open if a property is shown. */
function isOptional({ id }: RecordDescription, name: string): boolean {
	if (name === 'customObjects') return true;
	return OPTIONAL[id]?.includes(name) ?? !['id', 'name'].includes(name);
}

/**
 * The problems that all of these records have with documented properties and custom values.
 * @returns `true` if they have none, `false` without a record to look at.
 */
export function propertyProblems(
	operation: OperationId,
	records: readonly IDataObject[],
	version: ApiVersion,
): string | boolean {
	const record = describedBy(operation);
	if (!record || records.length === 0) return false;
	// If no answer contains null, the service may leave out empty properties, so a missing one proves nothing.
	const showsNull = JSON.stringify(records).includes('":null');
	const property = customsProperty(record);
	const standard = record.fields.filter(
		(field) => isKnownTo(field, version) && field.shownAs !== property,
	);
	const customs = { shownAs: property, traits: ['required'], type: { shapes: ['list'] } };
	const expected = property ? [...standard, customs] : standard;
	const problems = expected.flatMap(({ shownAs: name, traits, type }) => {
		const having = records.filter((each) => Object.hasOwn(each, name));
		const isFilled = traits.includes('required') || ALWAYS_FILLED.includes(name);
		if (having.length === 0) {
			const isMissing = (isFilled || showsNull) && !isOptional(record, name);
			return isMissing ? [`${name} is missing`] : [];
		}
		const { shapes } = type;
		const others = new Set(having.map((each) => typeOf(each[name])));
		for (const shape of [...shapes, 'null']) others.delete(shape);
		return [...others].map((shape) => `${name} is ${shape} instead of ${shapes[0]}`);
	});
	return [...problems, ...customProblems(property, records)].join(', ') || true;
}

/** The properties that custom values lack. Those of contacts and actions may lack the item key (S5, v1 §2.3). */
function customProblems(property: string, records: readonly IDataObject[]): string[] {
	const values = records.flatMap((each) => each[property]).filter(isObject);
	const keys = /^(customer|deal)C/.test(property) ? ['itemKey'] : [];
	return [property.replace(/s$/, 'ItemId'), ...keys]
		.filter((name) => values.length > 0 && values.every((each) => each[name] === undefined))
		.map((name) => `${name} of custom values is missing`);
}
