import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ROUTES, type OperationId } from '../api/routes';
import type { ApiVersion } from '../api/types';
import { asProperties, asProperty, isRequired, shownFor, type Field } from '../fields';
import { isFromColumns } from './columns/form';
import type { Collection, Form, Offered, Resource } from './operation';
import { sharedProperties, type OneForm } from './sharedForm';

/** The interfaces that have an operation. What only v1 has is open to tokens through a v1 key beside them. */
const versionsOf = (route: OperationId | undefined): ApiVersion[] =>
	(['v2', 'v1'] as const).filter((version) => route === undefined || route in ROUTES[version]);

/** Hides from a v1 key what only v2 has. */
export const unlessOnlyV2 = (
	routes: ReadonlyArray<OperationId | undefined>,
): Pick<INodePropertyOptions, 'displayOptions'> =>
	routes.flatMap(versionsOf).includes('v1') ? {} : { displayOptions: { show: shownFor('v2') } };

export const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

const resourceProperty = (resources: ReadonlyArray<Resource<Offered>>): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources
		.map(({ id, name, operations }) => ({
			name,
			value: id,
			...unlessOnlyV2(operations.map(({ route }) => route)),
		}))
		.sort(byName),
	default: 'deal',
});

const operationParameter: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: '',
};

const operationProperty = ({ id, operations }: Resource<Offered>): INodeProperties => ({
	...operationParameter,
	displayOptions: { show: { resource: [id] } },
	options: operations
		.map((each) => ({
			name: each.name,
			value: each.id,
			action: each.action,
			description: each.description,
			...unlessOnlyV2([each.route]),
		}))
		.sort(byName),
	default: operations.find((each) => each.id === 'getMany')?.id ?? operations[0]?.id ?? '',
});

/** A field at the top of the form, where and when it is shown. */
export const topProperty = (
	{ shownWhen, only, ...each }: Field,
	show: IDisplayOptions['show'],
): INodeProperties => ({
	...asProperty(each),
	...(isRequired(each) ? { required: true } : {}),
	displayOptions: {
		show: { ...show, ...shownWhen, ...(only === undefined ? {} : authenticationFor(only)) },
	},
});

/** At the top of the form the parameter is a sibling, not one of an outer level. */
const authenticationFor = (only: ApiVersion) => ({
	authentication: shownFor(only)['/authentication'],
});

export const collectionProperty = (
	{ label, name, button, fields }: Collection,
	show: IDisplayOptions['show'],
): INodeProperties => ({
	displayName: label,
	name,
	type: 'collection',
	placeholder: button,
	default: {},
	options: asProperties(fields),
	displayOptions: { show },
});

const isPath = ({ place }: Field) => place === 'path';

const controlsIn = ({ controls }: Form, place?: Collection['name'], isLast = false): Field[] =>
	controls
		.filter(({ within, atEnd = false }) => within === place && atEnd === isLast)
		.flatMap(({ fields }) => Object.values(fields));

/** Where the fields come from, where it acts, then how, then with what, and last what comes out of it. */
export const fieldsAtTop = (form: Form): Field[] => [
	...(form.filling ? [form.filling.from] : []),
	...form.fields.filter(isPath),
	...controlsIn(form),
	...(form.filling ? [form.filling.mapper] : []),
	...form.fields.filter((each) => !isPath(each)),
	...controlsIn(form, undefined, true),
];

/** Of a form that the input can fill: whether the form or the mapper is shown. */
function sourceOf({ filling, fields }: Form, name: string): IDisplayOptions['show'] {
	if (!filling) return {};
	const { from, mapper, collection } = filling;
	const isOfForm =
		name === collection ||
		(fields.some((each) => each.name === name) && isFromColumns(filling, name));
	if (name === mapper.name) return { [from.name]: ['input'] };
	return isOfForm ? { [from.name]: ['form'] } : {};
}

/** The collections, each with its controls in addition to the request's fields. */
export const wholeCollections = (form: Form): Collection[] =>
	form.collections
		.map((each) => ({ ...each, fields: [...each.fields, ...controlsIn(form, each.name)] }))
		.filter(({ fields }) => fields.length > 0);

const noticeProperty = ({ id, notice = '' }: Offered): INodeProperties => ({
	displayName: notice,
	name: `${id}Notice`,
	type: 'notice',
	default: '',
});

/** What the form of one operation shows, in its order. */
function operationForm(resource: Resource<Offered>, operation: Offered): OneForm {
	const { form } = operation;
	return {
		resource: resource.id,
		operation: operation.id,
		properties: [
			...(operation.notice === undefined ? [] : [noticeProperty(operation)]),
			...fieldsAtTop(form).map((each) => topProperty(each, sourceOf(form, each.name))),
			...wholeCollections(form).map((each) => collectionProperty(each, sourceOf(form, each.name))),
		],
	};
}

/** The whole form of the node: resource, operation, and each operation's fields. */
export const formOf = (resources: ReadonlyArray<Resource<Offered>>): INodeProperties[] => [
	resourceProperty(resources),
	...resources.map(operationProperty),
	...sharedProperties(
		resources.flatMap((resource) =>
			resource.operations.map((operation) => operationForm(resource, operation)),
		),
	),
];
