/** What the data say about a form, so that a scenario that leaves a field out is noticed. */
import { RESOURCES } from '../../../../nodes/SalesManagement/operations';
import type { Form } from '../../../../nodes/SalesManagement/operations/operation';
import type { Field } from '../../../../nodes/SalesManagement/fields';

type Written = 'create' | 'update';

const MAPPER = 'customFields';

function formOf(resource: string, operation: string): Form {
	const found = RESOURCES.find(({ id }) => id === resource)?.operations.find(
		({ id }) => id === operation,
	);
	if (!found) throw new Error(`there is no ${resource}.${operation}`);
	return found.form;
}

const isOfBody = ({ name, place = 'body', only }: Field) =>
	place === 'body' && only !== 'v1' && name !== MAPPER;

/** The fields of the record at the top of the form, and those behind a button. */
export function recordFields(
	resource: string,
	operation: Written,
): { top: Field[]; more: Field[]; all: Field[] } {
	const { fields, collections } = formOf(resource, operation);
	const button = operation === 'create' ? 'additionalFields' : 'updateFields';
	const top = fields.filter(isOfBody);
	const more = collections
		.filter(({ name }) => name === button)
		.flatMap((collection) => collection.fields)
		.filter(isOfBody);
	return { top, more, all: [...top, ...more] };
}

export const fieldNames = (resource: string, operation: Written): string[] =>
	recordFields(resource, operation).all.map(({ name }) => name);

/** What Fields to Clear offers; nothing where the form has no such field. */
export function clearableNames(resource: string): string[] {
	const field = formOf(resource, 'update').fields.find(({ name }) => name === 'fieldsToClear');
	return (field?.form.options ?? []).map((option) => String('value' in option && option.value));
}

/** The method that gives the mapper of custom fields its columns. */
export function mapperMethod(resource: string): string | undefined {
	const field = formOf(resource, 'create').fields.find(({ name }) => name === MAPPER);
	return field?.form.typeOptions?.resourceMapper?.resourceMapperMethod;
}

/** The columns of a field that takes rows; none for other fields. */
export const columnsOf = ({ form }: Field): string[] =>
	form.type === 'collection' ? (form.options ?? []).map(({ name }) => name) : [];
