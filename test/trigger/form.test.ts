/** The trigger's form: what it offers for which record, event and credential, stated apart from it. */
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import codex from '../../nodes/SalesManagement/SalesManagement.node.json';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import tables from './form.json';
import { FormView } from '../support/formView';
import { table } from '../support/table';

const { description } = new SalesManagementTrigger();
const { properties } = description;

const form = new FormView(description);

const atTop = (chosen: INodeParameters): INodeParameters => ({
	authentication: 'personalToken',
	resource: 'deal',
	event: 'createdOrUpdated',
	...chosen,
});

/** The entries of a dropdown or a collection that n8n shows beside these values. */
const shown = (name: string, chosen: INodeParameters = {}, options: INodeParameters = {}) => {
	const top = atTop(chosen);
	return form.entries(name, top, { ...top, ...options });
};
const valuesOf = (name: string, chosen?: INodeParameters) =>
	shown(name, chosen).map(({ value }) => value);

test.each(['personalToken', 'teamToken'])(
	'with a %s every list can be watched',
	(authentication) => {
		const resources = shown('resource', { authentication });
		expect(resources.map(({ name, value }) => [name, value])).toEqual(tables.resources);
	},
);

test.each(table<[string, string[]]>(tables.events))(
	'the events of a %s are %j',
	(resource, events) => {
		expect(valuesOf('event', { resource }).sort()).toEqual(events.sort());
	},
);

test('what it begins with is there to be chosen', () => {
	for (const { name, type, default: initial } of properties) {
		if (type === 'options') expect(valuesOf(name)).toContain(initial);
	}
});

test.each([
	['customObject', [true]],
	['deal', []],
])('a definition is asked for by custom objects alone: %s', (resource, required) => {
	const keys = properties.filter(
		(each) => each.name === 'customObjectDefKey' && form.isShown(each, atTop({ resource })),
	);
	expect(keys.map((each) => each.required)).toEqual(required);
});

describe('options', () => {
	test('begin with what the description of each promises', () => {
		const options = properties.find(({ name }) => name === 'options')!.options as INodeProperties[];
		const initially = Object.fromEntries(options.map((each) => [each.name, each.default]));
		expect(initially).toMatchObject(tables.initially);
	});

	const all = tables.resources.map(([, value]) => value);
	test.each(
		table<[string, string, INodeParameters, INodeParameters, string[]]>(tables.options, { all }),
	)('%s: beside %s', (option, _what, chosen, options, resources) => {
		const offering = all.filter((resource) =>
			shown('options', { ...chosen, resource }, options).some(({ name }) => name === option),
		);
		expect(offering).toEqual(resources);
	});
});

describe('in n8n’s node creator', () => {
	/** n8n lists node and trigger as one, by the codex of the node, and the trigger's events as actions. */
	const entry = [
		{ properties: { displayName: new SalesManagement().description.displayName, codex } },
	];
	const actions = shown('event').map(({ action, value }) => ({
		properties: { displayName: action, value },
	}));

	test.each(table<[string, string]>(tables.lookedFor))(
		'"%s" finds the nodes, and the event %s',
		(words, event) => {
			expect(sublimeSearch(words, entry)).toHaveLength(1);
			expect(sublimeSearch(words, actions)[0]?.item.properties.value).toBe(event);
		},
	);

	test.each(['won deal', 'pipeline', 'opportunity', 'update customer', 'export deals', 'crm'])(
		'"%s" finds the nodes',
		(words) => expect(sublimeSearch(words, entry)).toHaveLength(1),
	);
});

test.each([
	['won', true],
	['deleted', false],
])(
	'Users can be chosen where something of the deals is left to be looked at: %s',
	(event, isShown) => {
		expect(shown('filters', { event }).some(({ name }) => name === 'users')).toBe(isShown);
	},
);
