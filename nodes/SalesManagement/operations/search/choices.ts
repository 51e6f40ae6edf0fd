/** The values of search conditions: choices and names, of which some have commas. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { isWithheld } from '../../api/errors/errors';
import {
	asList,
	isName,
	MOST_PARTS,
	namesKnown,
	optionMeant,
	optionsMeant,
	toId,
	unwrap,
	type CustomFieldRef,
	type Lookup,
	type WireContext,
} from '../../fields';
import { distinctBy, isBlank } from '../../values';
import type { SearchField } from './searchField';

type Named = Pick<SearchField, 'label' | 'lookup'>;

/** What stands for an option while it is only noted that the options are needed. */
const NOT_YET: readonly INodePropertyOptions[] = [{ name: '', value: 1 }];

/** The custom field whose options a list has. */
const refOf = (lookup: Lookup): CustomFieldRef | undefined =>
	lookup.kind === 'dropdown' && 'optionsOf' in lookup.names ? lookup.names.optionsOf : undefined;

/** The options of a custom field, none where they are not known; `NOT_YET` while they are asked for. */
function optionsOf(
	{ resource, key }: CustomFieldRef,
	{ names }: WireContext,
): readonly INodePropertyOptions[] {
	if (!names?.fieldsOf) return [];
	try {
		const known = names.fieldsOf(resource);
		if (!known) return NOT_YET;
		const options = known
			.filter((each) => each.key === key)
			.flatMap((each) => ('options' in each ? (each.options as INodePropertyOptions[]) : []));
		return distinctBy(options, ({ value }) => value);
	} catch (error) {
		if (isWithheld(error)) return [];
		throw error as Error;
	}
}

/** The option that text means, as where a record is written; else digits are its number. */
function choiceIn(given: string, ref: CustomFieldRef, named: Named, context: WireContext): unknown {
	const { label, lookup } = named;
	const options = optionsOf(ref, context);
	if (options === NOT_YET) return NOT_YET[0]?.value;
	const option = optionMeant(given, options, label);
	if (option) return option.value;
	const isNumber = /^\s*\d+\s*$/.test(given);
	if (isNumber || !lookup || !context.names) return given;
	// Whoever knows names says which there are.
	return context.names.idOf({ lookup, label, name: given.trim() });
}

/**
 * What a name or an address stands for: the IDs of all that have the name, but one option only, since
 * two of one label are not the same choice. Any other value is left as it is.
 */
export function namedValues(
	value: unknown,
	named: Named,
	context: WireContext,
): readonly unknown[] {
	const { label, lookup } = named;
	const given = unwrap(value);
	if (!lookup || isBlank(given)) return [value];
	const ref = refOf(lookup);
	if (ref) return [typeof given === 'string' ? choiceIn(given, ref, named, context) : value];
	if (context.names && isName(given)) {
		return context.names.idsOf({ lookup, label, name: given.trim() });
	}
	const isAddress = typeof given === 'string' && given.includes('/') && lookup.kind === 'locator';
	return isAddress ? [toId(given, label, { urlPath: lookup.urlPath })] : [value];
}

/** What a piece of text with commas stands for among options. */
function knownOption(
	piece: string,
	ref: CustomFieldRef,
	context: WireContext,
): readonly unknown[] | undefined {
	const options = optionsOf(ref, context);
	const found = options === NOT_YET ? options : optionsMeant(piece, options);
	return found.length > 0 ? found.map(({ value }) => value) : undefined;
}

/** Names that are searched for cost requests: only the whole text is tried beside its parts. */
const isSearched = (lookup: Lookup): boolean =>
	lookup.kind === 'locator' ? lookup.method !== 'searchUsers' : 'newest' in lookup.names;

/** The values of a condition on several. */
export function valuesOf(value: unknown, named: Named, context: WireContext): readonly unknown[] {
	const given = unwrap(value) ?? '';
	const { label, lookup } = named;
	if (!lookup) return asList(given, label);
	const ref = refOf(lookup);
	return asList(given, label, {
		mayBeNames: true,
		known: (piece) =>
			ref ? knownOption(piece, ref, context) : namesKnown(piece, { lookup, label }, context),
		most: isSearched(lookup) ? 1 : MOST_PARTS,
	});
}
