import type { INodePropertyMode } from 'n8n-workflow';
import { isObject, textOf, trimmed } from '../shared';
import { field, whenSet, type Field, type FieldOptions, type FieldType } from './field';
import modes from './locatorModes.json';
import { asFlag, linksType, referencesType, referenceType } from './types';
import {
	asList,
	assertNames,
	filled,
	hasNames,
	objectIn,
	readIds,
	toId,
	unwrap,
	wayOf,
	type Dropdown,
	type Locator,
	type Lookup,
} from './values';

/**
 * A resource locator for short lists as well: it takes names, a model can fill it in, and nothing is
 * loaded before somebody opens it. What is entered is checked when it is read: n8n's own check would
 * name neither the field nor the mistake, and say so once for each form with a field of this name.
 */
const lookupForm = (lookup: Lookup): Field['form'] => ({
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{ ...modes.list, typeOptions: { searchListMethod: lookup.method, searchable: true } },
		modes.id,
		...(hasNames(lookup) ? [modes.name] : []),
	] as INodePropertyMode[],
});

/**
 * Makes fields that hold one record.
 * @param sent the form in which its ID is sent.
 * @param suffix the end that a search adds to the name.
 */
const referenceTo =
	(sent: (id: number) => unknown, suffix: string) =>
	(name: string, label: string, lookup: Lookup, options?: FieldOptions): Field => {
		const type: FieldType = {
			form: lookupForm(lookup),
			toRequest: whenSet((entered, context) => {
				const [id] = readIds(entered, { lookup, label, isOne: true }, context);
				return sent(id as number);
			}),
			lookup,
			type: referenceType,
			searchName: `${name}${suffix}`,
		};
		return field(name, label, type, options);
	};

/** A reference to one record, sent as `{id}` (v2 §2.1.3), searched as `customerId` (v1 §4). */
export const reference = referenceTo((id) => ({ id }), 'Id');

/** A reference to one record, sent as the bare number: in a path, a query, and some bodies. */
export const referenceId = referenceTo((id) => id, '');

/** A path parameter that names one record. */
export const pathId = (
	name: string,
	label: string,
	lookup: Lookup,
	{ key = name, ...options }: FieldOptions = {},
): Field => referenceId(name, label, lookup, { ...options, key, in: 'path', traits: ['required'] });

/** A path parameter for one record, or the word `all` for every one (v2 §4.5, §4.10). */
export function pathIdOrAll(name: string, label: string, lookup: Locator): Field {
	const one = pathId(name, label, lookup);
	return {
		...one,
		description: 'For all records, enter "all" under By ID',
		form: { ...one.form, default: { mode: 'list', value: 'all', cachedResultName: 'All' } },
		toRequest: (entered, context) => {
			const isAll = trimmed(textOf(unwrap(entered))).toLowerCase() === 'all';
			return isAll && wayOf(entered) !== 'name' ? 'all' : one.toRequest(entered, context);
		},
	};
}

/**
 * Makes fields that hold several records.
 * @param sent the form in which each ID is sent.
 */
const referencesTo =
	(sent: (id: number) => unknown) =>
	(
		name: string,
		label: string,
		lookup: Dropdown,
		{ means, ...options }: FieldOptions & { readonly means?: 'all' } = {},
	): Field => {
		const { dependsOn = [] } = lookup;
		const type: FieldType = {
			form: {
				type: 'multiOptions',
				// `Invitees` → `Invitee Names or IDs`, as n8n's guidelines want it.
				displayName: `${label.replace(/s$/, '')} Names or IDs`,
				typeOptions: {
					loadOptionsMethod: lookup.method,
					...(dependsOn.length > 0 && { loadOptionsDependsOn: [...dependsOn] }),
				},
				default: [],
			},
			toRequest: whenSet((entered, context) => {
				const ids = readIds(entered, { lookup, label, means }, context);
				return filled([...ids], label, options).map(sent);
			}),
			lookup,
			cleared: [],
			type: referencesType,
		};
		return field(name, label, type, options);
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
			toRequest: whenSet((entered) =>
				filled(asList(entered, label), label).map((each) => linkOf(each, label)),
			),
			type: linksType,
		},
		options,
	);

function linkOf(given: unknown, label: string) {
	const text = trimmed(textOf(given));
	if (text.startsWith('-')) return { id: toId(text.slice(1), label), delete: true };
	// Read as text, its `delete` would be lost.
	const link = objectIn(given) ?? given;
	if (!isObject(link) || '__rl' in link) return { id: toId(link, label) };
	// Another property than those of an association (v2 §2.8) could be meant to remove it.
	assertNames(link, ['id', 'delete'], `${label} has no column`);
	const isRemoved = asFlag(link.delete ?? false, `Delete of ${label}`);
	return { id: toId(link, label), ...(isRemoved && { delete: true }) };
}
