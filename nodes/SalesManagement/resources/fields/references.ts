import type { INodeProperties } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import { field, isObject, type Field, type FieldOptions } from './field';
import { asNumber } from './scalars';

/** Takes the value out of a resource locator; any other value stands for itself. */
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
	if (id < 1) throw new UsageError(`${label} is ${id}; an ID is a whole number from 1.`);
	return id;
}

/** Reads a list of ids from an array, comma-separated text or a single value. */
export function toIds(entered: unknown, label: string): number[] {
	const value = unwrap(entered);
	const list = Array.isArray(value)
		? value
		: typeof value === 'string'
			? value.split(',').filter((part) => part.trim() !== '')
			: [value];
	return list.map((each) => toId(typeof each === 'string' ? each.trim() : each, label));
}

/** How the chosen record is sent. */
type Sent = 'id' | 'object';

interface ReferenceOptions extends FieldOptions {
	/** `object` sends `{id}` (v2 §2.1.3), `id` the bare number. */
	readonly sent?: Sent;
}

/** Where a named list or a searchable list comes from: a method of `lookups/`. */
export type Lookup =
	| { readonly kind: 'options'; readonly method: string; readonly dependsOn?: string[] }
	| {
			readonly kind: 'search';
			readonly method: string;
			readonly urlPath?: string;
			/** Whether some operation takes the word `all` in place of an id (v2 §4.5, §4.10). */
			readonly orAll?: boolean;
	  };

/** A short list of names, loaded as a whole. */
export const named = (method: string, ...dependsOn: string[]): Lookup => ({
	kind: 'options',
	method,
	dependsOn,
});

/** A long list, searched and paged; `urlPath` is the part of a record's address before its id. */
export const searched = (
	method: string,
	urlPath?: string,
	{ orAll = false }: { orAll?: boolean } = {},
): Lookup => ({ kind: 'search', method, urlPath, orAll });

/**
 * The ways to say which record. n8n checks every parameter of one name by the patterns of all of
 * its forms, shown or not, so a parameter that may be `all` anywhere must let it through everywhere.
 */
const locatorModes = ({
	method,
	urlPath,
	orAll = false,
}: Extract<Lookup, { kind: 'search' }>): Pick<INodeProperties, 'modes'> => ({
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
			validation: [
				{
					type: 'regex',
					properties: {
						regex: orAll ? '^\\s*(?:\\d+|all)\\s*$' : '^\\s*\\d+\\s*$',
						errorMessage: 'An ID is a whole number',
					},
				},
			],
		},
		...(urlPath === undefined
			? []
			: [
					{
						displayName: 'By URL',
						name: 'url',
						type: 'string' as const,
						placeholder: `e.g. https://…/v2/${urlPath}/12`,
						validation: [
							{
								type: 'regex',
								properties: {
									regex: `https?://.+/${urlPath}/\\d+/?(?:[?#].*)?$`,
									errorMessage: `An address here ends with /${urlPath}/ and the ID`,
								},
							},
						],
					},
				]),
	],
});

const PICK_ONE =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
const PICK_MANY =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** The method that fills a dropdown, and the parameters on which its content depends. */
const loadedFrom = (lookup: Lookup): Field['form']['typeOptions'] => ({
	loadOptionsMethod: lookup.method,
	...(lookup.kind === 'options' && lookup.dependsOn?.length
		? { loadOptionsDependsOn: lookup.dependsOn }
		: {}),
});

export const lookupForm = (lookup: Lookup): Field['form'] =>
	lookup.kind === 'search'
		? {
				type: 'resourceLocator',
				default: { mode: 'list', value: '' },
				...locatorModes(lookup),
			}
		: {
				type: 'options',
				typeOptions: loadedFrom(lookup),
				default: '',
			};

const withHelp = (description: string | undefined, help: string): string =>
	description ? `${description}. ${help}.` : `${help}.`;

/** A reference to one record, chosen from a lookup. */
export const reference = (
	name: string,
	label: string,
	lookup: Lookup,
	{ sent = 'object', ...options }: ReferenceOptions = {},
): Field =>
	field(
		name,
		label,
		{
			form: lookupForm(lookup),
			wire: (entered) => {
				if (entered === undefined || entered === null) return entered;
				const id = toId(entered, label);
				return sent === 'object' ? { id } : id;
			},
		},
		{ ...options, description: withHelp(options.description, PICK_ONE) },
	);

/** A reference whose id stands in the path or the query as a bare number. */
export const referenceId = (
	name: string,
	label: string,
	lookup: Lookup,
	options: FieldOptions = {},
): Field => reference(name, label, lookup, { ...options, sent: 'id' });

/** A list of references. */
export const references = (
	name: string,
	label: string,
	lookup: Lookup,
	{ sent = 'object', ...options }: ReferenceOptions = {},
): Field =>
	field(
		name,
		label,
		{
			form: {
				type: 'multiOptions',
				typeOptions: loadedFrom(lookup),
				default: [],
			},
			wire: (entered) => {
				if (entered === undefined || entered === null) return entered;
				const ids = toIds(entered, label);
				return sent === 'object' ? ids.map((id) => ({ id })) : ids;
			},
		},
		{ ...options, description: withHelp(options.description, PICK_MANY) },
	);

/**
 * Records given by their ids as text or an array, for lists that no dropdown can show whole.
 * Where links are `removable`, an entry such as `-12` removes one instead of adding it.
 */
export const linkedIds = (
	name: string,
	label: string,
	{ removable = false, ...options }: FieldOptions & { removable?: boolean } = {},
): Field =>
	field(
		name,
		label,
		{
			form: {
				type: 'string',
				default: '',
				placeholder: removable ? 'e.g. 12, 15, -9' : 'e.g. 12, 15',
			},
			wire: (entered) =>
				entered === undefined || entered === null ? entered : links(entered, label, removable),
		},
		options,
	);

function links(entered: unknown, label: string, removable: boolean) {
	const list = Array.isArray(entered) ? entered : String(entered).split(',');
	return list
		.map((each: unknown) => (typeof each === 'string' ? each.trim() : each))
		.filter((each) => each !== '')
		.map((each) => {
			if (isObject(each) && each.delete === true) return { id: toId(each, label), delete: true };
			if (!removable || !String(each).startsWith('-')) return { id: toId(each, label) };
			return { id: toId(String(each).slice(1), label), delete: true };
		});
}

/** A path parameter for one record. */
export const recordId = (
	name: string,
	label: string,
	lookup: Lookup,
	key: string,
	options: FieldOptions = {},
): Field => referenceId(name, label, lookup, { ...options, key, place: 'path', required: true });
