/** Every field of every operation can be given by a language model: n8n keeps an expression in it. */
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node.ts';
import type { Field } from '../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { formFor } from '../support/formView';

const { description } = new SalesManagement();
const GIVEN = "={{ $fromAI('argument') }}";

/** What the builder of a tool decides: which operation, and what a form looks like. */
const BUILDERS = ['authentication', 'resource', 'operation', 'fieldsFrom'];

/** Where a model can give something; rows and JSON are one argument, a mapper has one for each column. */
function leaf({ type, name, typeOptions, options = [] }: INodeProperties): unknown {
	const inside = () => options as INodeProperties[];
	switch (type) {
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: GIVEN };
		case 'resourceMapper':
			return { mappingMode: 'defineBelow', value: { column: GIVEN } };
		case 'fixedCollection':
			return Object.fromEntries(
				(options as INodePropertyCollection[]).map((group) => [group.name, [filled(group.values)]]),
			);
		case 'collection':
			return typeOptions?.multipleValues ? GIVEN : filled(inside());
		case 'notice':
			return undefined;
		default:
			return BUILDERS.includes(name) ? undefined : GIVEN;
	}
}

const filled = (properties: readonly INodeProperties[]): INodeParameters =>
	Object.fromEntries(
		properties.map((each) => [each.name, leaf(each)]).filter(([, value]) => value !== undefined),
	) as INodeParameters;

/** The paths at which an expression stands. */
function given(value: unknown, path: string): string[] {
	if (value === GIVEN) return [path];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, each]) => given(each, `${path}.${key}`));
}

const operations = RESOURCES.flatMap(({ id, operations: all }) =>
	all.map((operation) => [id, operation.id, operation] as const),
);

const shownIn = (resource: string, operation: string) =>
	formFor(description.properties, { resource, operation });

test.each(operations)('%s: %s keeps every expression of a model', (resource, operation) => {
	const properties = shownIn(resource, operation);
	// Some fields are only in the form of one interface, or of one source of the fields.
	const kept = ['personalToken', 'v1ApiKey'].flatMap((authentication) =>
		['form', 'custom', 'input', 'file'].flatMap((fieldsFrom) => {
			const before = {
				...{ authentication, resource, operation, fieldsFrom },
				...filled(properties),
			};
			const node = { typeVersion: 1, parameters: before } as unknown as INode;
			const all = [...description.properties];
			const after = NodeHelpers.getNodeParameters(all, before, true, false, node, description);
			return given(after, '');
		}),
	);
	expect(kept).toEqual(expect.arrayContaining(given(filled(properties), '')));
	const fields = properties.filter(
		({ name, type }) => !BUILDERS.includes(name) && type !== 'notice',
	);
	const shut = fields.filter(
		({ noDataExpression, type }) => noDataExpression && type !== 'resourceMapper',
	);
	expect(shut.map(({ name }) => name)).toEqual([]);
});

test('there are forms to look at, with arguments of every kind', () => {
	const all = operations.flatMap(([resource, operation]) => shownIn(resource, operation));
	const kinds = new Set(all.map(({ type }) => type));
	expect([...kinds]).toEqual(
		expect.arrayContaining(['resourceLocator', 'resourceMapper', 'collection', 'fixedCollection']),
	);
	expect(given(all.map(leaf), '').length).toBeGreaterThan(700);
});

/** The fields of an operation, those of rows included. */
const fieldsOf = (fields: readonly Field[]): Field[] =>
	fields.flatMap((each) => [each, ...fieldsOf(each.columns ?? [])]);

test.each(operations)(
	'%s: %s has a locator for each reference to one record, since only that has the button of a model',
	(_resource, _operation, { form }) => {
		const all = fieldsOf([...form.fields, ...form.collections.flatMap(({ fields }) => fields)]);
		const references = all.filter(
			({ lookup, form: { type } }) => lookup && type !== 'multiOptions',
		);
		const others = references.filter(({ form: { type } }) => type !== 'resourceLocator');
		expect(others.map(({ name }) => name)).toEqual([]);
		for (const { form: shown } of references) {
			const modes = shown.modes?.map(({ name }) => name) ?? [];
			expect(modes).toEqual(expect.arrayContaining(['list', 'id']));
		}
	},
);
