/** The node's form: what it offers for which credential, what it loads anew, and what a model can give. */
import '../../harness/patientRegex';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { textOf } from '../../nodes/SalesManagement/shared';
import { allEntries, allParameters } from '../support/formTexts';
import { FormView, formFor } from '../support/formView';

const { description } = new SalesManagement();
const { properties } = description;
const form = new FormView(description);

/** With the fields inside collections. */
const insideOf = (some: readonly INodeProperties[]) =>
	allParameters(some, '').map(({ parameter }) => parameter);
const all = insideOf(properties);

const entriesOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];
const OPERATIONS = properties
	.filter(({ name }) => name === 'operation')
	.flatMap((each) =>
		(each.displayOptions?.show?.resource ?? []).flatMap((resource) =>
			entriesOf(each).map(({ value }) => [textOf(resource), textOf(value)] as const),
		),
	);

const shownIn = (resource: string, operation: string) =>
	formFor(properties, { resource, operation });

const inOrder = (names: readonly string[]) => [...names].sort((a, b) => a.localeCompare(b));

test('dropdowns are in the order of their names, and begin with what people want most', () => {
	const dropdowns = properties.filter(({ name }) => name === 'resource' || name === 'operation');
	for (const dropdown of dropdowns) {
		const titles = entriesOf(dropdown).map(({ name }) => name);
		expect(titles).toEqual(inOrder(titles));
		expect(dropdown.noDataExpression).toBe(true);
		const values = entriesOf(dropdown).map(({ value }) => value);
		const wanted = ['deal', 'getMany'].find((each) => values.includes(each));
		expect(values).toContain(dropdown.default);
		if (wanted !== undefined) expect(dropdown.default).toBe(wanted);
	}
	for (const { options = [], type, typeOptions } of properties) {
		if (type !== 'collection' || typeOptions?.multipleValues) continue;
		const titles = (options as INodeProperties[]).map(({ displayName }) => displayName);
		expect(titles).toEqual(inOrder(titles));
	}
});

test.each(['personalToken', 'teamToken', 'v1ApiKey'])(
	'with %s all is offered',
	(authentication) => {
		const offered = (name: string, more: INodeParameters = {}) =>
			form.entries(name, { authentication, ...more }).map(({ value }) => String(value));
		const pairs = offered('resource').flatMap((resource) =>
			offered('operation', { resource }).map((operation) => [resource, operation]),
		);
		expect(pairs.toSorted()).toEqual(OPERATIONS.toSorted());
	},
);

test('every field stands in some form, and in none twice', () => {
	const conditions = new Set<unknown>();
	const twice: unknown[] = [];
	for (const [resource, operation] of OPERATIONS) {
		shownIn(resource, operation).forEach((each) => conditions.add(each.displayOptions));
		for (const authentication of ['personalToken', 'v1ApiKey']) {
			for (const fieldsFrom of ['form', 'input', 'file']) {
				const chosen = { authentication, resource, operation, fieldsFrom };
				const fields = properties
					.filter((each) => each.type !== 'notice' && form.isShown(each, chosen))
					.map(({ name }) => name);
				if (new Set(fields).size < fields.length) twice.push({ ...chosen, fields });
			}
		}
	}
	expect(twice).toEqual([]);
	expect(properties.filter((each) => !conditions.has(each.displayOptions))).toEqual([]);
});

test('every field and every entry has a name, and begins with what can be chosen', () => {
	const placed = [description, new SalesManagementTrigger().description].flatMap((each) =>
		allParameters(each.properties, each.name),
	);
	const entries = allEntries(placed).map(({ path, entry }) => ({ path, displayName: entry.name }));
	const fields = placed.map(({ path, parameter: { displayName } }) => ({ path, displayName }));
	expect([...fields, ...entries].filter(({ displayName }) => displayName === '')).toEqual([]);
	const odd = placed.filter(({ parameter: { name, type, options, default: initial } }) => {
		const values = (options ?? []).map((each) => 'value' in each && each.value);
		if (type === 'notice') return initial !== '';
		if (type !== 'options' || values.length === 0) return name === '';
		return initial !== '' && !values.includes(initial as string);
	});
	expect(odd.map(({ path }) => path)).toEqual([]);
});

test('a list that depends on other parameters is loaded anew when they change, no other is', () => {
	const dependent = new Set(
		all.flatMap(({ name, typeOptions }) => {
			const on = typeOptions?.loadOptionsDependsOn;
			return on ? [`${name}: ${on.join()}`] : [];
		}),
	);
	expect(inOrder([...dependent])).toEqual(
		inOrder([
			'customFields: dealType.value,dealTypeId.value,dealId.value',
			'endPhaseReasonIds: dealType.value,dealTypeId.value,dealId.value,filters.dealTypeId.value',
			...['customFields', 'itemKey', 'matchBy', 'alsoMatchBy'].map(
				(name) => `${name}: customObjectDefKey`,
			),
			'columns: resource,operation,authentication,matchBy',
			'columns: resource,operation,authentication,matchBy,customObjectDefKey',
			'choices: &field',
		]),
	);
});

test.each([
	['customer', 'its deals, contacts, actions and other child records'],
	['contact', 'its custom values, actions and links to deals'],
	['deal', undefined],
])('a delete says what the documents say goes with a %s (v2 §4.4, §4.9)', (resource, what) => {
	const top = { authentication: 'personalToken', resource, operation: 'delete' };
	const [notice] = properties.filter((each) => each.type === 'notice' && form.isShown(each, top));
	expect(notice?.displayName).toBe(
		what &&
			`Deleting a ${resource} also permanently deletes ${what}, which Stop When More Than does not count`,
	);
});

test.each([
	['dealProductDetails', ['id', 'deleted']],
	['dealCustomers', ['delete']],
])('rows of %s have %j only where a deal is updated', (name, ofUpdates) => {
	const columnsIn = (operation: string) =>
		insideOf(shownIn('deal', operation))
			.filter((each) => each.name === name)
			.flatMap(({ options = [] }) => options.map((column) => column.name));
	for (const operation of ['create', 'createMany', 'createOrUpdate']) {
		const columns = columnsIn(operation);
		expect(columns.length).toBeGreaterThan(0);
		expect(columns.filter((each) => ofUpdates.includes(each))).toEqual([]);
	}
	for (const operation of ['update', 'updateMany']) {
		expect(columnsIn(operation)).toEqual(expect.arrayContaining(ofUpdates));
	}
});

const GIVEN = "={{ $fromAI('argument') }}";
/** What the builder of a tool decides: which operation, and what a form looks like. */
const BUILDERS = ['authentication', 'resource', 'operation', 'fieldsFrom'];

/** Where a model can give something; rows and JSON are one argument, a mapper has one for each column. */
function leaf({ type, name, typeOptions, options = [] }: INodeProperties): unknown {
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: GIVEN };
	if (type === 'resourceMapper') {
		return { mappingMode: 'defineBelow', value: { column: GIVEN } };
	}
	if (type === 'fixedCollection') {
		const groups = options as INodePropertyCollection[];
		return Object.fromEntries(groups.map((group) => [group.name, [filled(group.values)]]));
	}
	if (type === 'collection' && !typeOptions?.multipleValues) {
		return filled(options as INodeProperties[]);
	}
	return type === 'notice' || BUILDERS.includes(name) ? undefined : GIVEN;
}

const filled = (fields: readonly INodeProperties[]): INodeParameters =>
	Object.fromEntries(
		fields.map((each) => [each.name, leaf(each)]).filter(([, value]) => value !== undefined),
	) as INodeParameters;

/** The paths at which an expression stands. */
function given(value: unknown, path: string): string[] {
	if (value === GIVEN) return [path];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, each]) => given(each, `${path}.${key}`));
}

describe('a language model can give every field of every operation', () => {
	test.each(OPERATIONS)('%s: %s', (resource, operation) => {
		const shown = shownIn(resource, operation);
		// Some fields are only in the form of one interface, or of one source of the fields.
		const kept = ['personalToken', 'v1ApiKey'].flatMap((authentication) =>
			['form', 'input', 'file'].flatMap((fieldsFrom) => {
				const chosen = { authentication, resource, operation, fieldsFrom };
				const before: IDataObject = { ...chosen, ...filled(shown) };
				const parameters = before as INodeParameters;
				const node = { typeVersion: 1, parameters } as unknown as INode;
				const after = NodeHelpers.getNodeParameters(
					...([properties, parameters, true, false, node, description] as unknown as Parameters<
						typeof NodeHelpers.getNodeParameters
					>),
				);
				return given(after, '');
			}),
		);
		expect(kept).toEqual(expect.arrayContaining(given(filled(shown), '')));
		const shut = shown.filter(
			({ name, type, noDataExpression }) =>
				noDataExpression && !BUILDERS.includes(name) && !/notice|Mapper/.test(type),
		);
		expect(shut.map(({ name }) => name)).toEqual([]);
		// Only a locator has the button of a model; it takes IDs besides its list.
		for (const { type, modes = [] } of insideOf(shown)) {
			if (type !== 'resourceLocator') continue;
			const names = modes.map(({ name }) => name);
			expect(names).toEqual(expect.arrayContaining(['list', 'id']));
		}
	});

	test('there are forms to look at, with arguments of every kind', () => {
		const shown = OPERATIONS.flatMap(([resource, operation]) => shownIn(resource, operation));
		expect([...new Set(shown.map(({ type }) => type))]).toEqual(
			expect.arrayContaining([
				'resourceLocator',
				'resourceMapper',
				'collection',
				'fixedCollection',
			]),
		);
		expect(given(shown.map(leaf), '').length).toBeGreaterThan(700);
	});
});

test('whatever is chosen from a long list, or from the account’s settings, is a locator or several', () => {
	const dropdowns = all.filter(
		({ type, typeOptions }) => type === 'options' && typeOptions?.loadOptionsMethod,
	);
	expect(new Set(dropdowns.map(({ name }) => name))).toEqual(
		new Set(['alsoMatchBy', 'field', 'itemKey', 'matchBy']),
	);
});
