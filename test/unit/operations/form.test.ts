/** The node's form: what it offers for which credential, and what it loads anew when. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ROUTES } from '../../../nodes/SalesManagement/api/routes/routes';
import { OFFERED } from '../../../nodes/SalesManagement/operations';
import { formParts, isCollection } from '../../../nodes/SalesManagement/operations/form';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node.ts';
import { SalesManagementTrigger } from '../../../nodes/SalesManagement/SalesManagementTrigger.node.ts';
import { isObject, textOf } from '../../../nodes/SalesManagement/values';
import { formFor, FormView } from '../support/formView';

const { description } = new SalesManagement();
const { properties } = description;

const form = new FormView(description);

/** The values that a dropdown offers beside these. */
const offered = (name: string, chosen: Record<string, string>): unknown[] =>
	form.entries(name, chosen).map(({ value }) => value);

const shownNames = (names: readonly string[]) => [...names].sort((a, b) => a.localeCompare(b));

/** A token reaches what only version 1 has through a v1 key beside it. */
const AUTHENTICATIONS = [
	['personalToken', ['v2', 'v1']],
	['teamToken', ['v2', 'v1']],
	['v1ApiKey', ['v1']],
] as const;

test.each(AUTHENTICATIONS)(
	'with %s all is offered by its name, and a notice says what none of %j has',
	(authentication, versions) => {
		const routes = new Set(versions.flatMap((version) => Object.keys(ROUTES[version])));
		expect(offered('resource', { authentication }).sort()).toEqual(
			OFFERED.map(({ id }) => id).sort(),
		);
		for (const { id: resource, operations } of OFFERED) {
			const ids = operations.map(({ id }) => id);
			expect(offered('operation', { authentication, resource }).sort()).toEqual(ids.sort());
			for (const { id: operation, route } of operations) {
				const chosen = { authentication, resource, operation };
				const isNoticed = properties.some(
					(each) => each.name === 'tokenNotice' && form.isShown(each, chosen),
				);
				expect([operation, isNoticed]).toEqual([
					operation,
					route !== undefined && !routes.has(route),
				]);
			}
		}
	},
);

test('dropdowns are in the order of their names, and begin with what people want most', () => {
	const dropdowns = properties.filter(({ name }) => name === 'resource' || name === 'operation');
	expect(dropdowns).toHaveLength(1 + OFFERED.length);
	for (const { name, options, displayOptions, default: initial, noDataExpression } of dropdowns) {
		const entries = (options ?? []) as Array<{ name: string; value: string }>;
		const titles = entries.map((each) => each.name);
		expect(titles).toEqual(shownNames(titles));
		expect(noDataExpression).toBe(true);
		const values = entries.map(({ value }) => value);
		if (name === 'resource') expect(initial).toBe('deal');
		else if (values.includes('getMany')) expect(initial).toBe('getMany');
		else expect(values).toContain(initial);
		if (name === 'operation') expect(displayOptions?.show?.resource).toHaveLength(1);
	}
});

test.each(
	OFFERED.flatMap(({ id, operations }) =>
		operations.map((each) => [`${id}.${each.id}`, id, each] as const),
	),
)('%s shows just what its data describe, in their order', (_, resource, operation) => {
	const nameOf = ({ name }: { name: string }) => name;
	const shown = formFor(properties, { resource, operation: operation.id }).filter(
		({ type, displayOptions }) => type !== 'notice' && displayOptions?.show?.operation,
	);
	const parts = formParts(operation.form);
	expect(shown.map(nameOf)).toEqual(parts.map(nameOf));
	for (const part of parts.filter(isCollection)) {
		const { options = [] } = shown.find(({ name }) => name === part.name) ?? {};
		const inner = options as INodeProperties[];
		expect(inner.map(nameOf).sort()).toEqual(part.fields.map(nameOf).sort());
		const titles = inner.map(({ displayName }) => displayName);
		expect(titles).toEqual(shownNames(titles));
	}
});

test('the form is no larger than those of other large nodes, which the editor loads as a whole', () => {
	expect(Buffer.byteLength(JSON.stringify(properties))).toBeLessThanOrEqual(200_000);
});

test('a list that depends on other parameters is loaded anew when they change, no other is', () => {
	const dependent = new Set<string>();
	const look = (each: unknown): void => {
		if (Array.isArray(each)) each.forEach(look);
		if (!isObject(each)) return;
		const { typeOptions, name } = each;
		if (isObject(typeOptions) && 'loadOptionsDependsOn' in typeOptions) {
			dependent.add(`${textOf(name)}: ${(typeOptions.loadOptionsDependsOn as string[]).join()}`);
		}
		Object.values(each).forEach(look);
	};
	look(properties);
	const ofDealType = ['customFields', 'endPhaseReasonIds'].map(
		(name) => `${name}: dealType.value,dealTypeId.value,dealId.value`,
	);
	const ofDefinition = ['customFields', 'itemKey', 'matchBy'].map(
		(name) => `${name}: customObjectDefKey`,
	);
	const ofOperation = ['', ',customObjectDefKey'].map(
		(more) => `columns: resource,operation,authentication${more}`,
	);
	const ofCondition = ['value: &field'];
	expect([...dependent].sort()).toEqual(
		[...ofDealType, ...ofDefinition, ...ofOperation, ...ofCondition].sort(),
	);
});

test('every field and every entry of a list has a name, and no text stands where none belongs', () => {
	const nodes = [description, new SalesManagementTrigger().description];
	const unnamed: unknown[] = [];
	const look = (each: unknown): void => {
		if (Array.isArray(each)) each.forEach(look);
		if (!isObject(each)) return;
		const { name, displayName, description: text, type, default: initial, options } = each;
		if (displayName === '' || name === '') unnamed.push(each);
		if (typeof text === 'string') expect(text).not.toMatch(/\.\.(?!\.)|\. ?[,;]/);
		if (type === 'notice') expect(initial).toBe('');
		if (type === 'options' && Array.isArray(options)) {
			const values = (options as IDataObject[]).map(({ value }) => value);
			if (values.length > 0)
				expect(initial === '' || values.includes(initial as string)).toBe(true);
		}
		Object.values(each).forEach(look);
	};
	look(nodes.map(({ properties: each }) => each));
	expect(unnamed).toEqual([]);
});

test('the texts of actions are in sentence case and without articles (n8n’s guidelines)', () => {
	const actions = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options as Array<{ action: string }>)
		.map(({ action }) => action);
	expect(actions.length).toBeGreaterThan(70);
	for (const action of actions) {
		expect(action).toMatch(/^[A-Z][^A-Z]*$/);
		expect(action).not.toMatch(/\b(?:an?|the)\b/i);
	}
});

test.each([
	['customer', 'its deals, contacts, actions and other child records'],
	['contact', 'its custom values, actions and links to deals'],
	['deal', undefined],
])('a delete says what the documents say goes with a %s (v2 §4.4, §4.9)', (resource, what) => {
	const top = { authentication: 'personalToken', resource, operation: 'delete' };
	const [entry] = form.entries('operation', top).filter(({ value }) => value === 'delete');
	const [notice] = properties.filter((each) => each.type === 'notice' && form.isShown(each, top));
	const rest = what === undefined ? '' : `, with ${what}`;
	expect(entry?.description).toBe(`Delete a ${resource} permanently${rest}`);
	expect(notice?.displayName).toBe(
		what && `Deleting a ${resource} also permanently deletes ${what}`,
	);
});
