import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ROUTES } from '../api/routes';
import type { ApiVersion } from '../api/types';
import type { Operation, Resource } from './define';
import { asProperty, shownFor, type Field } from './fields';

/** The interfaces that have an operation. What only v1 has is open to v2 tokens through a v1 key. */
const versionsOf = ({ route }: Operation): ApiVersion[] =>
	(['v2', 'v1'] as const).filter((version) => route in ROUTES[version]);

/** Hides from a v1 key what only v2 has. */
const unlessOnlyV2 = (
	versions: readonly ApiVersion[],
): Pick<INodePropertyOptions, 'displayOptions'> =>
	versions.includes('v1') ? {} : { displayOptions: { show: shownFor('v2') } };

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

const resourceProperty = (resources: readonly Resource[]): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources
		.map(({ id, name, operations }) => ({
			name,
			value: id,
			...unlessOnlyV2(operations.flatMap(versionsOf)),
		}))
		.sort(byName),
	default: 'deal',
});

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: '',
};

const operationProperty = ({ id, operations }: Resource): INodeProperties => {
	const ids = operations.map((each) => each.id);
	return {
		...operation,
		displayOptions: { show: { resource: [id] } },
		options: operations
			.map((each) => ({
				name: each.name,
				value: each.id,
				action: each.action,
				description: each.description,
				...unlessOnlyV2(versionsOf(each)),
			}))
			.sort(byName),
		default: ids.find((each) => each === 'getMany') ?? ids[0] ?? operation.default,
	};
};

const shownOn = (resource: Resource, operation: Operation, each?: Field): IDisplayOptions => ({
	show: {
		resource: [resource.id],
		operation: [operation.id],
		...each?.shownWhen,
		...(each?.only === undefined ? {} : { authentication: shownFor(each.only)['/authentication'] }),
	},
});

function operationForm(resource: Resource, operation: Operation): INodeProperties[] {
	const notice: INodeProperties[] =
		operation.notice === undefined
			? []
			: [
					{
						displayName: operation.notice,
						name: `${operation.id}Notice`,
						type: 'notice',
						default: '',
						displayOptions: shownOn(resource, operation),
					},
				];
	const fields = operation.form.fields.map((each): INodeProperties => ({
		...asProperty(each),
		...(each.required ? { required: true } : {}),
		displayOptions: shownOn(resource, operation, each),
	}));
	const collections = operation.form.collections
		.filter((collection) => collection.fields.length > 0)
		.map((collection): INodeProperties => ({
			displayName: collection.label,
			name: collection.name,
			type: 'collection',
			placeholder: collection.button,
			default: {},
			options: collection.fields
				.map(asProperty)
				.sort((a, b) => a.displayName.localeCompare(b.displayName)),
			displayOptions: shownOn(resource, operation),
		}));
	return [...notice, ...fields, ...collections];
}

/** The whole form of the node: resource, operation, and each operation's fields. */
export const formOf = (resources: readonly Resource[]): INodeProperties[] => [
	resourceProperty(resources),
	...resources.map(operationProperty),
	...resources.flatMap((resource) =>
		resource.operations.flatMap((operation) => operationForm(resource, operation)),
	),
];
