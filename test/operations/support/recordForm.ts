/** What the node's own form has of a record's fields, so that a scenario that leaves one out is noticed. */
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node.ts';

export type Authentication = 'personalToken' | 'v1ApiKey';
type Written = 'create' | 'update';
type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const { description } = new SalesManagement();
const node = { typeVersion: 1 };

/** Those of the entries that n8n shows for an operation. */
const shown = (entries: readonly Entry[], values: INodeParameters): INodeProperties[] =>
	(entries as INodeProperties[]).filter((entry) =>
		NodeHelpers.displayParameter(values, entry, node, description, values),
	);

function formOf(resource: string, operation: Written, authentication: Authentication) {
	const values = { authentication, resource, operation, fieldsFrom: 'form', output: 'raw' };
	const fields = shown(description.properties, values);
	const named = (name: string) => fields.find((field) => field.name === name);
	return { fields, named, inside: (name: string) => shown(named(name)?.options ?? [], values) };
}

/** At the top of the form, and no field of the record: what the node asks, and the record's place. */
const OTHERS = new Set([
	'authentication',
	'resource',
	'operation',
	'fieldsFrom',
	'customFields',
	'additionalFields',
	'options',
	'customerId',
	'contactId',
	'customObjectDefKey',
]);

/** The fields of the record at the top of the form, and those behind a button. */
export function recordFields(
	resource: string,
	operation: Written,
	authentication: Authentication = 'personalToken',
) {
	const { fields, inside } = formOf(resource, operation, authentication);
	const isCreate = operation === 'create';
	const top = fields.filter(({ name, type }) => isCreate && type !== 'notice' && !OTHERS.has(name));
	const more = inside(isCreate ? 'additionalFields' : 'updateFields');
	return { top, more, all: [...top, ...more] };
}

export const fieldNames = (...asked: Parameters<typeof recordFields>): string[] =>
	recordFields(...asked).all.map(({ name }) => name);

/** What Fields to Clear offers; nothing where the form has no such field. */
export const clearableNames = (resource: string, authentication?: Authentication): string[] =>
	formOf(resource, 'update', authentication ?? 'personalToken')
		.inside('fieldsToClear')
		.map((option) => String((option as unknown as INodePropertyOptions).value));

/** The method that gives the mapper of custom fields its columns. */
export const mapperMethod = (resource: string): string | undefined =>
	formOf(resource, 'create', 'personalToken').named('customFields')?.typeOptions?.resourceMapper
		?.resourceMapperMethod;

/** The columns of a field that takes rows; none for other fields. */
export const columnsOf = ({ type, options }: INodeProperties): string[] =>
	type === 'collection' ? (options ?? []).map(({ name }) => name) : [];
