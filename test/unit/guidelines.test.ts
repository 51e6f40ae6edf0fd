/**
 * n8n's guidelines for verified community nodes, as far as a program can hold them: over every
 * parameter, dropdown and operation of both nodes. docs/guidelines.md lists all points.
 */
import type { INodeProperties } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { RESOURCES } from '../../nodes/SalesManagement/operations';
import { formParts } from '../../nodes/SalesManagement/operations/form';
import { RECORDS } from '../../nodes/SalesManagement/records';
import { allEntries, allParameters, sentencesOf, toTitleCase } from './support/formTexts';

const nodes = [new SalesManagement().description, new SalesManagementTrigger().description];
const all = nodes.flatMap(({ name, properties }) => allParameters(properties, name));
const parameters = all.filter(({ parameter }) => parameter.type !== 'notice');
const entries = allEntries(parameters);

/** Those that break a rule, each as its place and what stands there. */
const broken = <Each extends { path: string }>(
	list: readonly Each[],
	text: (each: Each) => string | undefined,
	isRight: (text: string) => boolean,
): string[] => [
	...new Set(
		list.flatMap((each) => {
			const found = text(each);
			return found === undefined || isRight(found) ? [] : [`${each.path}: ${found}`];
		}),
	),
];

/** n8n's own sentence below every dropdown, which ends with a period. */
const withoutHelp = (text?: string) =>
	/^Choose from the list, or specify/.test(text ?? '') ? '' : text;

const isSentenceCase = (text: string) => /^[A-Z0-9<“"]/.test(text);
/** One sentence goes without a period; of several each has one. */
const isPunctuated = (text: string) =>
	sentencesOf(text) > 1 ? /[.:!?)]$/.test(text) : !/[.,;]$/.test(text);

test('the walk reaches all of the forms', () => {
	expect(parameters.length).toBeGreaterThan(400);
	expect(entries.length).toBeGreaterThan(200);
});

describe('text case', () => {
	test('labels, names of dropdown entries and nodes are in Title Case', () => {
		const isTitle = (text: string) => text === toTitleCase(text);
		expect(broken(parameters, ({ parameter }) => parameter.displayName, isTitle)).toEqual([]);
		expect(broken(entries, ({ entry }) => entry.name, isTitle)).toEqual([]);
		for (const { displayName } of nodes) expect(displayName).toBe(toTitleCase(displayName));
	});

	test('descriptions, hints and notices are in sentence case, one sentence without a period', () => {
		const texts = [
			...all.flatMap(({ path, parameter: { description, hint, type, displayName } }) =>
				[withoutHelp(description), hint, type === 'notice' ? displayName : undefined].map(
					(text) => ({
						path,
						text,
					}),
				),
			),
			...entries.map(({ path, entry }) => ({ path, text: entry.description })),
		];
		expect(broken(texts, ({ text }) => text || undefined, isSentenceCase)).toEqual([]);
		expect(broken(texts, ({ text }) => text || undefined, isPunctuated)).toEqual([]);
	});

	test('ID is written ID', () => {
		const wrong = /\b(?:Id|id|Ids|ids|iD)\b/;
		expect(
			broken(
				parameters,
				(each) => each.parameter.displayName,
				(t) => !wrong.test(t),
			),
		).toEqual([]);
		const words = (text = '') => text.replace(/_?\b[\w.{}]*[._{][\w.{}]*|<[^>]*>|"[^"]*"/g, '');
		expect(
			broken(
				parameters,
				(each) => words(each.parameter.description),
				(t) => !wrong.test(t),
			),
		).toEqual([]);
	});
});

describe('parameters', () => {
	test('the description of a flag begins with Whether', () => {
		const flags = parameters.filter(({ parameter }) => parameter.type === 'boolean');
		expect(flags.length).toBeGreaterThan(20);
		const isWhether = (text: string) => text.startsWith('Whether ');
		expect(broken(flags, (each) => each.parameter.description ?? '', isWhether)).toEqual([]);
	});

	test('an example begins with e.g., a button with Add', () => {
		const isButton = ({ type }: INodeProperties) => /collection/i.test(type);
		const right = ({ parameter }: (typeof all)[number]) =>
			isButton(parameter) ? /^Add [A-Z]/ : /^e\.g\. \S/;
		for (const each of parameters) {
			const { placeholder } = each.parameter;
			if (placeholder)
				expect([each.path, placeholder]).toEqual([each.path, expect.stringMatching(right(each))]);
		}
	});

	test('a locator begins with the list, where it has one', () => {
		const locators = parameters.filter(({ parameter }) => parameter.type === 'resourceLocator');
		expect(locators.length).toBeGreaterThan(20);
		for (const { path, parameter } of locators) {
			const { modes = [], default: initial } = parameter;
			expect([path, modes[0]?.name]).toEqual([path, 'list']);
			expect([path, initial]).toEqual([path, expect.objectContaining({ mode: 'list' })]);
		}
	});

	test('a dropdown filled by the service says that an ID can be given, by label and description', () => {
		const dynamic = parameters.filter(
			({ parameter: { name, type, typeOptions } }) =>
				// Fields have names and keys, no IDs.
				name !== 'matchBy' && typeOptions?.loadOptionsMethod !== undefined && /options/i.test(type),
		);
		expect(dynamic.length).toBeGreaterThan(20);
		for (const { path, parameter } of dynamic) {
			expect([path, parameter.displayName]).toEqual([
				path,
				expect.stringMatching(/ Names? or IDs?$/),
			]);
			expect([path, parameter.description]).toEqual([
				path,
				expect.stringMatching(/Choose from the list, or specify .*expression/),
			]);
		}
	});

	test('a text of the form is read at a glance: it has at most 25 words', () => {
		const isShort = (text: string) => text.replace(/<[^>]*>/g, '').split(/\s+/).length <= 25;
		expect(broken(all, ({ parameter }) => parameter.description, isShort)).toEqual([]);
		expect(broken(entries, ({ entry }) => entry.description, isShort)).toEqual([]);
	});

	test('Return All and Limit read as everywhere in n8n', () => {
		const named = (wanted: string) =>
			parameters.filter(({ parameter: { name } }) => name === wanted);
		for (const { parameter } of named('returnAll')) {
			expect(parameter).toMatchObject({
				default: false,
				description: 'Whether to return all results or only up to a given limit',
			});
		}
		expect(named('limit')).not.toEqual([]);
		for (const { parameter } of named('limit')) {
			expect(parameter).toMatchObject({
				default: 50,
				typeOptions: { minValue: 1 },
				description: 'Max number of results to return',
			});
		}
	});

	test('the order of a list is a collection of its own, right below Options', () => {
		const elsewhere = RESOURCES.flatMap(({ id, operations }) =>
			operations.flatMap(({ id: operation, form }) =>
				[
					...form.fields,
					...form.collections.filter(({ name }) => name !== 'sort').flatMap(({ fields }) => fields),
					...form.controls
						.filter(({ within }) => within !== 'sort')
						.flatMap(({ fields }) => Object.values(fields)),
				]
					.filter(({ name }) => /^(?:sort|order)/i.test(name))
					.map(({ name }) => `${id}.${operation}: ${name}`),
			),
		);
		expect(elsewhere).toEqual([]);
		const sorted = RESOURCES.flatMap(({ operations }) => operations).filter(({ form }) =>
			form.collections.some(({ name, fields }) => name === 'sort' && fields.length > 0),
		);
		expect(sorted.length).toBeGreaterThan(5);
		for (const { form } of sorted) {
			const [before, last] = formParts(form).slice(-2);
			expect([before?.name, last?.name]).toEqual(['options', 'sort']);
		}
	});
});

describe('operations', () => {
	const operations = RESOURCES.flatMap((resource) =>
		resource.operations.map((operation) => ({
			path: `${resource.id}.${operation.id}`,
			operation,
			record: RECORDS.find(({ id }) => id === resource.id)!,
		})),
	);
	const nouns = ({ record }: (typeof operations)[number]) => [record.one, record.many];

	/** All words of the record's name, in any order: a contact that is linked to a deal. */
	const wordsOf = ({ record }: (typeof operations)[number]) =>
		new RegExp(
			record.one
				.split(' ')
				.map((word) => `(?=.*${word})`)
				.join(''),
		);

	test('actions are in sentence case, without articles, and name what they act on', () => {
		expect(operations.length).toBeGreaterThan(70);
		for (const each of operations) {
			const { action } = each.operation;
			expect(action).toMatch(/^[A-Z][^A-Z.]*$/);
			expect(action).not.toMatch(/\b(?:an?|the)\b/i);
			expect([each.path, action.toLowerCase()]).toEqual([
				each.path,
				expect.stringMatching(wordsOf(each)),
			]);
		}
	});

	test('descriptions name the resource, and say more than the name', () => {
		for (const each of operations) {
			const { description, name } = each.operation;
			expect([each.path, description]).toEqual([each.path, expect.stringMatching(wordsOf(each))]);
			expect(description.toLowerCase()).not.toBe(name.toLowerCase());
		}
	});

	test('names are n8n’s words, without the resource', () => {
		for (const each of operations) {
			const { name } = each.operation;
			expect(name).toBe(toTitleCase(name));
			const repeated = nouns(each).filter((noun) => name.toLowerCase().includes(noun));
			expect([each.path, repeated]).toEqual([each.path, []]);
		}
		const named = (id: string) =>
			new Set(
				operations.filter((each) => each.operation.id === id).map((each) => each.operation.name),
			);
		expect([...named('getMany')]).toEqual(['Get Many']);
		expect([...named('createOrUpdate')]).toEqual(['Create or Update']);
		expect([...named('delete')]).toEqual(['Delete']);
	});

	test('a delete says that it is for good, in n8n’s word', () => {
		const deletes = operations.filter(({ operation: { id } }) => id === 'delete');
		expect(deletes.length).toBeGreaterThan(5);
		for (const { operation } of deletes)
			expect(operation.description).toMatch(/ permanently(?:, with .+)?$/);
		const texts = all.flatMap(({ parameter: { description = '', displayName } }) => [
			description,
			displayName,
		]);
		for (const text of texts) expect(text).not.toMatch(/for good/);
	});
});

describe('consistency', () => {
	/** A bound in a list is a value in a record; a column may have the name of a parameter. */
	const TWO_MEANINGS: Readonly<Record<string, readonly string[]>> = {
		active: ['Scheduled', 'Status'],
		// As in n8n's own nodes, for a file that is read and one that is written.
		binaryPropertyName: ['Input Binary Field', 'Put Output File in Field'],
		delete: ['Delete', 'Delete Field', 'Unlink'],
		deleted: ['Include Deleted', 'Remove Row'],
		endDatetime: ['End', 'End Until'],
		id: ['Row ID', 'Value ID'],
		itemKey: ['Field Name or ID', 'Item Key'],
		startDatetime: ['Start', 'Start From'],
		// What a condition compares with: typed, or chosen from a list.
		value: ['Value', 'Value Name or ID', 'Values'],
	};

	test('one name has one label, across the node and the trigger', () => {
		const labels = new Map<string, Set<string>>();
		for (const { parameter } of parameters) {
			const { name, displayName } = parameter;
			const label = displayName.replace(/^(.*) Names or IDs$/, '$1s');
			labels.set(name, (labels.get(name) ?? new Set()).add(label));
		}
		const several = [...labels].filter(([, found]) => found.size > 1);
		expect(Object.fromEntries(several.map(([name, found]) => [name, [...found].sort()]))).toEqual(
			TWO_MEANINGS,
		);
	});

	test('an action has a pattern and no kind, in the words of the service', () => {
		const texts = [
			...all.flatMap(({ parameter: { displayName, description } }) => [displayName, description]),
			...entries.flatMap(({ entry }) => [entry.name, entry.description]),
		].join('\n');
		expect(texts).not.toMatch(/\b(?:kind|type) of action|\baction (?:kind|type)/i);
	});
});

test('each node shows its resource and operation below its name', () => {
	for (const { subtitle } of nodes) expect(subtitle).toMatch(/\$parameter\["resource"\]/);
});
