import type { INodeProperties } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import { isObject, textOf } from '../values';
import { field, whenSet, type Field, type FieldOptions, type FieldType } from './field';
import { asList } from './lists';
import type { FieldListMethod, Locator, Lookup } from './lookup';
import { asNumber } from './scalars';

/** Takes the value out of a resource locator; any other value is returned unchanged. */
const unwrap = (entered: unknown): unknown =>
	isObject(entered) && '__rl' in entered ? entered.value : entered;

/** The id at the end of a record's address, such as `…/v2/deals/12`. */
const ID_IN_URL = /\/(\d+)\/?(?:[?#].*)?$/;

/**
 * Reads one record id from a locator, a number, its text, a record's address, or a record.
 * @throws UsageError when there is none.
 */
export function toId(entered: unknown, label: string): number {
	const value = unwrap(entered);
	if (isObject(value) && value.id !== undefined) return toId(value.id, label);
	const fromUrl = typeof value === 'string' ? ID_IN_URL.exec(value)?.[1] : undefined;
	if (value === '' || value === null || value === undefined) {
		throw new UsageError(`${label} is empty; choose a record or enter its ID.`);
	}
	const id = asNumber(fromUrl ?? value, label, 'whole number');
	if (id < 1) throw new UsageError(`${label} is ${id}; an ID is a positive whole number.`);
	return id;
}

/** Reads a list of ids from an array, its JSON, comma-separated text or a single value. */
export const toIds = (entered: unknown, label: string): number[] =>
	asList(unwrap(entered), label).map((each) =>
		toId(typeof each === 'string' ? each.trim() : each, label),
	);

const inputPattern = (regex: string, errorMessage: string) => [
	{ type: 'regex' as const, properties: { regex, errorMessage } },
];

/**
 * The ways to specify a record. n8n checks every parameter of one name by the patterns of all of
 * its forms, shown or not, so a parameter that may be `all` anywhere must let it through everywhere.
 */
const locatorModes = ({ method, urlPath, orAll }: Locator): Pick<INodeProperties, 'modes'> => ({
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: method, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 12',
			validation: inputPattern(
				orAll ? '^\\s*(?:\\d+|all)\\s*$' : '^\\s*\\d+\\s*$',
				'An ID is a whole number',
			),
		},
		...(urlPath === undefined
			? []
			: [
					{
						displayName: 'By URL',
						name: 'url',
						type: 'string' as const,
						placeholder: `e.g. https://…/v2/${urlPath}/12`,
						validation: inputPattern(
							`https?://.+/${urlPath}/\\d+/?(?:[?#].*)?$`,
							`The address must end with /${urlPath}/ and the ID`,
						),
					},
				]),
	],
});

const EXPRESSION = '<a href="https://docs.n8n.io/code/expressions/">expression</a>';
const PICK_ONE = `Choose from the list, or specify an ID using an ${EXPRESSION}`;
const PICK_MANY = `Choose from the list, or specify IDs using an ${EXPRESSION}`;

const withHelp = (description: string | undefined, help: string): string =>
	description ? `${description}. ${help}.` : `${help}.`;

const loadedFrom = (method: string, dependsOn: readonly string[] = []) => ({
	loadOptionsMethod: method,
	...(dependsOn.length > 0 ? { loadOptionsDependsOn: [...dependsOn] } : {}),
});

/** n8n's guidelines want dropdowns of names to say that an ID will do as well. */
export const dropdownForm = (
	label: string,
	method: string,
	dependsOn?: readonly string[],
): Field['form'] => ({
	type: 'options',
	displayName: `${label} Name or ID`,
	typeOptions: loadedFrom(method, dependsOn),
	default: '',
});

export const lookupForm = (lookup: Lookup, label: string): Field['form'] =>
	lookup.kind === 'dropdown'
		? dropdownForm(label, lookup.method, lookup.dependsOn)
		: {
				type: 'resourceLocator',
				default: { mode: 'list', value: '' },
				...locatorModes(lookup),
			};

/** One record, sent as whatever `sent` makes of its id; a search compares the id. */
const referenceTo =
	<Sent>(sent: (id: number) => Sent, searchName: (name: string) => string) =>
	(
		name: string,
		label: string,
		lookup: Lookup,
		{ description, ...options }: FieldOptions = {},
	): Field<Sent> => {
		const type: FieldType<Sent> = {
			form: lookupForm(lookup, label),
			wire: whenSet((entered) => sent(toId(entered, label))),
			comparison: 'integer',
			searchName: searchName(name),
		};
		return field(name, label, type, {
			...options,
			description: withHelp(description, PICK_ONE),
		});
	};

/** A reference to one record, sent as `{id}` (v2 §2.1.3), searched as `customerId` (v1 §4). */
export const reference = referenceTo(
	(id) => ({ id }),
	(name) => `${name}Id`,
);

/** A reference to one record, sent as the bare number: in a path, a query, and some bodies. */
export const referenceId = referenceTo(
	(id) => id,
	(name) => name,
);

/** A path parameter that names one record. */
export const pathId = (
	name: string,
	label: string,
	lookup: Lookup,
	{ key = name, ...options }: FieldOptions = {},
): Field<number> =>
	referenceId(name, label, lookup, { ...options, key, place: 'path', is: ['required'] });

/** A path parameter for one record, or the word `all` for every one (v2 §4.5, §4.10). */
export function pathIdOrAll(name: string, label: string, lookup: Locator): Field<number | 'all'> {
	const one = pathId(name, label, lookup);
	const modes = (one.form.modes ?? []).map((mode) =>
		mode.name === 'id' ? { ...mode, placeholder: 'e.g. 12, or all' } : mode,
	);
	return {
		...one,
		description: `${one.description} To cover every record, enter "all" under By ID.`,
		form: { ...one.form, modes, default: { mode: 'id', value: 'all' } },
		wire: (entered) => {
			const value = unwrap(entered);
			if (value === undefined || value === '') {
				throw new UsageError(`${label} is empty; enter "all" or an ID.`);
			}
			return textOf(value).trim() === 'all' ? 'all' : toId(value, label);
		},
	};
}

/** `Invitees` → `Invitee Names or IDs`, as n8n's guidelines want it. */
const namesOrIds = (label: string): string => `${label.replace(/s$/, '')} Names or IDs`;

/** A list of records, each sent as whatever `sent` makes of its id. */
const referencesTo =
	<Sent>(sent: (id: number) => Sent) =>
	(
		name: string,
		label: string,
		lookup: Extract<Lookup, { kind: 'dropdown' }>,
		{ description, ...options }: FieldOptions = {},
	): Field<Sent[]> => {
		const type: FieldType<Sent[]> = {
			form: {
				type: 'multiOptions',
				displayName: namesOrIds(label),
				typeOptions: loadedFrom(lookup.method, lookup.dependsOn),
				default: [],
			},
			wire: whenSet((entered) => toIds(entered, label).map(sent)),
		};
		return field(name, label, type, { ...options, description: withHelp(description, PICK_MANY) });
	};

/** References to several records, each sent as `{id}`. */
export const references = referencesTo((id) => ({ id }));

/** References to several records, each sent as the bare number. */
export const referenceIds = referencesTo((id) => id);

/**
 * Records given by their ids as text or an array, for lists that no dropdown can show whole. An
 * entry such as `-12` removes a link instead of adding it.
 */
export const linkedIds = (name: string, label: string, options?: FieldOptions): Field =>
	field(
		name,
		label,
		{
			form: { type: 'string', default: '', placeholder: 'e.g. 12, 15, -9' },
			wire: whenSet((entered) =>
				asList(entered, label)
					.filter((each) => each !== '')
					.map((each) => linkOf(each, label)),
			),
		},
		options,
	);

function linkOf(entered: unknown, label: string) {
	if (isObject(entered) && entered.delete === true) {
		return { id: toId(entered, label), delete: true };
	}
	const text = textOf(entered).trim();
	if (!text.startsWith('-')) return { id: toId(entered, label) };
	return { id: toId(text.slice(1), label), delete: true };
}

/** The item key of a custom field, chosen from a list of fields. */
export const itemKey = (
	name: string,
	label: string,
	method: FieldListMethod,
	{ description, ...options }: FieldOptions = {},
): Field<string> =>
	field(
		name,
		label,
		{ form: dropdownForm(label, method), wire: whenSet((entered) => textOf(entered).trim()) },
		{ ...options, description: withHelp(description, PICK_ONE) },
	);
