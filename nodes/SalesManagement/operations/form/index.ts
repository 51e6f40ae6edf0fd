import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { asProperties, asProperty, isRequired, shownFor, type Field } from '../../fields';
import type { Collection, Form, NodeOperation, Resource } from '../model';
import { isFromColumns } from './columns';
import { sharedProperties, type OneForm } from './sharedForm';

/** A dropdown at the top of the form with fixed entries, sorted by their names. */
export const dropdownProperty = (
	displayName: string,
	choices: readonly INodePropertyOptions[],
	initially: string,
): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'options',
	noDataExpression: true,
	options: choices.toSorted((a, b) => a.name.localeCompare(b.name)),
	default: initially,
});

function operationProperty({ id: resource, operations }: Resource): INodeProperties {
	const choices = operations.map(({ id: value, name, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	const initially = operations.find(({ id }) => id === 'getMany') ?? operations[0];
	return {
		...dropdownProperty('Operation', choices, initially?.id ?? ''),
		displayOptions: { show: { resource: [resource] } },
	};
}

/** A field at the top of the form, with the conditions under which it is shown. */
export function topProperty(each: Field, show: IDisplayOptions['show'] = {}): INodeProperties {
	const { shownWhen, apiVersion } = each;
	return {
		...asProperty(each),
		...(isRequired(each) && { required: true }),
		displayOptions: {
			show: {
				...show,
				...shownWhen,
				// Both parameters are on the same level, so the name has no slash.
				...(apiVersion && { authentication: shownFor(apiVersion)['/authentication'] }),
			},
		},
	};
}

export const collectionProperty = (
	{ label, name, button, fields, shownWhen }: Collection,
	show: IDisplayOptions['show'] = {},
): INodeProperties => ({
	displayName: label,
	name,
	type: 'collection',
	placeholder: button,
	default: {},
	options: asProperties(fields),
	displayOptions: { show: { ...show, ...shownWhen } },
});

const isPath = (each: Field) => each.in === 'path';

const fieldsOf = (controls: Form['controls']): Field[] =>
	controls.flatMap(({ fields }) => Object.values(fields));

/** The fields at the top, in order: Fields From, the path, the controls, the mapper, the other fields. */
function fieldsAtTop({ filling, fields, controls }: Form): Field[] {
	const own = controls.filter(({ collection }) => collection === undefined);
	return [
		...(filling ? fieldsOf([filling.from]) : []),
		...fields.filter(isPath),
		...fieldsOf(own),
		...(filling ? [filling.mapper] : []),
		...fields.filter((each) => !isPath(each)),
	];
}

/** The collections, each with its controls after the fields of the request. */
const wholeCollections = ({ collections, controls }: Form): Collection[] =>
	collections
		.map((each) => ({
			...each,
			fields: [
				...each.fields,
				...fieldsOf(controls.filter(({ collection }) => collection === each.name)),
			],
		}))
		.filter(({ fields }) => fields.length > 0);

export const isCollection = (part: Field | Collection): part is Collection => 'button' in part;

/** The fields and collections of a form, in its order. */
export const formParts = (form: Form): Array<Field | Collection> => [
	...fieldsAtTop(form),
	...wholeCollections(form),
];

/** The choices of Fields From for which a part of a form is shown. */
function sourceOf({ filling, fields }: Form, name: string): IDisplayOptions['show'] {
	if (!filling) return {};
	if (name === filling.mapper.name) return { fieldsFrom: ['input'] };
	const isOfForm =
		name === filling.collection ||
		(fields.some((each) => each.name === name) && isFromColumns(filling, name));
	return isOfForm ? { fieldsFrom: ['form'] } : {};
}

const noticeOf = ({ id, notice }: NodeOperation): INodeProperties[] =>
	notice === undefined
		? []
		: [{ displayName: notice, name: `${id}Notice`, type: 'notice', default: '' }];

/** The form of one operation: its notice, fields and collections, in its order. */
function operationForm(resource: Resource, operation: NodeOperation): OneForm {
	const { form } = operation;
	return {
		resource: resource.id,
		operation: operation.id,
		properties: [
			...noticeOf(operation),
			...formParts(form).map((part) => {
				const show = sourceOf(form, part.name);
				return isCollection(part) ? collectionProperty(part, show) : topProperty(part, show);
			}),
		],
	};
}

/** The whole form of the node: Resource, Operation, and the fields of each operation. */
export const formOf = (resources: readonly Resource[]): INodeProperties[] => [
	dropdownProperty(
		'Resource',
		resources.map(({ id, name }) => ({ name, value: id })),
		'deal',
	),
	...resources.map(operationProperty),
	...sharedProperties(
		resources.flatMap((resource) =>
			resource.operations.map((operation) => operationForm(resource, operation)),
		),
	),
];
