/**
 * n8n's guidelines for verified community nodes, as far as a program can hold them: over every
 * parameter, dropdown and operation of both nodes.
 * https://docs.n8n.io/connect/create-nodes/build-your-node/reference/ux-guidelines
 */
import { Workflow, type IDataObject, type INodeParameters, type INodeTypes } from 'n8n-workflow';
import tables from './guidelines.json';
import { sentencesOf, toTitleCase } from '../support/formTexts';
import {
	descriptions,
	entries,
	labels,
	named,
	node,
	operations,
	parameters,
	sentences,
	trigger,
	type Operation,
	type Text,
} from './support/nodeTexts';

const parametersWhere = (isMeant: (each: (typeof parameters)[number]['parameter']) => boolean) =>
	parameters.filter(({ parameter }) => isMeant(parameter));
const textOf = (
	{ path, parameter }: (typeof parameters)[number],
	of: 'displayName' | 'description',
) => ({
	path,
	text: parameter[of] ?? '',
});

const notices = parametersWhere(({ type }) => type === 'notice');
const flags = parametersWhere(({ type }) => type === 'boolean');
const locators = parametersWhere(({ type }) => type === 'resourceLocator');
// Match By and Also Match By list fields, which have names and keys, no IDs.
const fromService = parametersWhere(
	({ name, type, typeOptions }) =>
		!/matchBy$/i.test(name) &&
		typeOptions?.loadOptionsMethod !== undefined &&
		/options/i.test(type),
);
const placeholders = parameters.map(({ path, parameter: { placeholder = '', type } }) => ({
	path,
	text: placeholder,
	isButton: /collection/i.test(type),
}));
const buttons = placeholders.filter(({ isButton, text }) => isButton && text !== '');
const examples = placeholders.filter(({ isButton, text }) => !isButton && text !== '');

/** What may be code: names with dots or underscores, tags, and texts in quotes. */
const withoutCode = (text: string) =>
	text.replace(/_?\b[\w.{}]*[._{][\w.{}]*|<[^>]*>|"[^"]*"/g, '');
const isIdWritten = ({ text }: Text) => !/\b(?:Id|id|Ids|ids|iD)\b/.test(withoutCode(text));

test.each<[rule: string, texts: readonly Text[], holds: (each: Text) => boolean]>([
	['a label is in Title Case', labels, ({ text }) => text === toTitleCase(text)],
	['a sentence begins with a capital', sentences, ({ text }) => /^[A-Z0-9<“"]/.test(text)],
	[
		'one sentence goes without a period, of several each has one',
		sentences,
		({ text }) => (sentencesOf(text) > 1 ? /[.:!?)]$/ : /[^.,;]$/).test(text),
	],
	[
		'a text is read at a glance: it has at most 25 words',
		[...descriptions, ...notices.map((each) => textOf(each, 'displayName'))],
		({ text }) => text.replace(/<[^>]*>/g, '').split(/\s+/).length <= 25,
	],
	[
		'ID is written ID in a label',
		parameters.map((each) => textOf(each, 'displayName')),
		isIdWritten,
	],
	['and in a description', parameters.map((each) => textOf(each, 'description')), isIdWritten],
	[
		'the description of a flag begins with Whether',
		flags.map((each) => textOf(each, 'description')),
		({ text }) => text.startsWith('Whether '),
	],
	['an example begins with e.g.', examples, ({ text }) => /^e\.g\. \S/.test(text)],
	['a button begins with Add', buttons, ({ text }) => /^Add [A-Z]/.test(text)],
	[
		'a dropdown from the service says in its label that it takes an ID',
		fromService.map((each) => textOf(each, 'displayName')),
		({ text }) => / Names? or IDs?$/.test(text),
	],
])('%s', (_rule, texts, holds) => {
	expect(texts.length).toBeGreaterThan(10);
	expect(texts.filter((each) => !holds(each))).toEqual([]);
});

test('a locator begins with the list', () => {
	expect(locators.length).toBeGreaterThan(20);
	// Of an empty one the editor shows the first mode.
	const others = locators.filter(({ parameter: { modes, default: initial } }) => {
		const isEmpty = initial === '';
		return modes?.[0]?.name !== 'list' || !(isEmpty || (initial as IDataObject).mode === 'list');
	});
	expect(others.map(({ path }) => path)).toEqual([]);
});

test.each(tables.labels)('$name reads as everywhere in n8n', ({ name, expected }) => {
	expect(named(name)).not.toEqual([]);
	for (const { parameter } of named(name)) expect(parameter).toMatchObject(expected);
});

/** All words of the record's name, in any order: a contact that is linked to a deal. */
const namesRecord = (text: string, { nouns: [one] }: Operation) =>
	one.split(' ').every((word) => text.toLowerCase().includes(word));

test.each<[rule: string, holds: (each: Operation) => boolean]>([
	['an action is in sentence case', ({ action = '' }) => /^[A-Z][^A-Z.]*$/.test(action)],
	['an action has no articles', ({ action = '' }) => !/\b(?:an?|the)\b/i.test(action)],
	['an action names its record', (each) => namesRecord(each.action ?? '', each)],
	[
		'a description says more than the name',
		({ name, description = '' }) => name.toLowerCase() !== description.toLowerCase(),
	],
	[
		'a name goes without the record',
		({ name, nouns }) => !nouns.some((noun) => name.toLowerCase().includes(noun)),
	],
	[
		'the same operation has n8n’s word for it everywhere',
		({ value, name }) =>
			name ===
			({ getMany: 'Get Many', createOrUpdate: 'Create or Update', delete: 'Delete' }[
				String(value)
			] ?? name),
	],
	[
		'a delete says that it is permanent',
		({ value, description = '' }) => value !== 'delete' || / permanently$/.test(description),
	],
])('of operations: %s', (_rule, holds) => {
	expect(operations.length).toBeGreaterThan(70);
	expect(operations.filter((each) => !holds(each)).map(({ path }) => path)).toEqual([]);
});

/** A bound in a list is a value in a record; a column may have the name of a parameter. */
const TWO_MEANINGS: Readonly<Record<string, readonly string[]>> = {
	active: ['Scheduled', 'Status'],
	// As in n8n's own nodes, for a file that is read and one that is written.
	binaryPropertyName: ['Input Binary Field', 'Put Output File in Field'],
	delete: ['Delete', 'Delete Field', 'Unlink'],
	deleted: ['Include Deleted', 'Remove Row'],
	endDatetime: ['End', 'End Until'],
	id: ['ID', 'Row ID', 'Value ID'],
	itemKey: ['Field Name or ID', 'Item Key'],
	startDatetime: ['Start', 'Start From'],
};

test('one name has one label, across the node and the trigger', () => {
	const found = new Map<string, Set<string>>();
	for (const { parameter } of parameters) {
		const label = parameter.displayName.replace(/^(.*) Names or IDs$/, '$1s');
		found.set(parameter.name, (found.get(parameter.name) ?? new Set()).add(label));
	}
	const several = [...found].filter(([, all]) => all.size > 1);
	expect(Object.fromEntries(several.map(([name, all]) => [name, [...all].sort()]))).toEqual(
		TWO_MEANINGS,
	);
	expect(entries.length).toBeGreaterThan(200);
});

/** By n8n's own evaluation. */
function shownBelow(description: typeof node, parameters: INodeParameters) {
	const place = { id: 'a', name: 'A', typeVersion: 1, position: [0, 0] as [number, number] };
	const shown = { ...place, type: description.name, parameters };
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [shown], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(shown, description.subtitle, 'internal', {});
}

test.each([
	[node, { resource: 'deal', operation: 'create' }, 'Create: Deal'],
	[node, { resource: 'dealAction', operation: 'getMany' }, 'Get many: Deal action'],
	[trigger, { resource: 'deal', event: 'createdOrUpdated' }, 'Created or updated: Deal'],
	[trigger, { resource: 'customerAction', event: 'deleted' }, 'Deleted: Customer action'],
])('the canvas shows what a node does (%#)', (description, chosen, subtitle) => {
	expect(shownBelow(description, chosen)).toBe(subtitle);
});
