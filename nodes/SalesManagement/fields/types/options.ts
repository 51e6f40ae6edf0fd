/** Choices of a custom field, and the users of the account. */
import { trimmed, unknownName } from '../../shared';
import {
	asId,
	asList,
	asNumber,
	optionMeant,
	plainText,
	readIds,
	unwrap,
	wayOf,
	type Dropdown,
} from '../values';
import { referenceType } from './references';
import { textType } from './text';
import { plainType, type Parse, type ValueType } from './valueType';

/** The value of an option that is given by its value, its label or both, or picked from a list. */
export const optionValue: Parse = (entered, label, { options = [] }) => {
	const value = unwrap(entered);
	if (wayOf(entered) && typeof value === 'number') return asId(value, label);
	const given = trimmed(plainText(value, label));
	const option = optionMeant(given, options, label);
	if (option) return option.value;
	// Options that were read from records may not be all, so another text is passed on where options are texts.
	if (given !== '' && options.some(({ value }) => typeof value === 'string')) return given;
	if (/^(0|[1-9]\d*)$/.test(given)) return asNumber(given, label);
	const names = options.map(({ name }) => name);
	const known = names.join(', ') || 'not known';
	const without = names.every((name) => /^\d+$/.test(name))
		? ' Without a V1 API Key in the credential, labels are not known.'
		: '';
	throw unknownName(
		`${label} has no choice "${given}"; its choices are ${known}.${without}`,
		label,
		given,
	);
};

/** One choice of a custom field, of which people see a label. */
export const optionType: ValueType = {
	...referenceType,
	hasOptions: true,
	parse: optionValue,
	column: 'options',
	cell: textType.cell,
	canonical: plainType.canonical,
	// A choice without a label is its number, which as text might be the label of another one.
	readable: (value) =>
		typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
};

/** Several choices of a custom field. */
export const optionsType: ValueType = {
	...optionType,
	isList: true,
	parse: (entered, label, context) =>
		asList(entered, label, { mayBeNames: (context.options ?? []).length > 0 }).map((each) =>
			optionValue(each, label, context),
		),
	column: 'string',
};

/** The users of the account, whom custom fields may hold. */
export const USERS: Dropdown = {
	kind: 'dropdown',
	method: 'getUsers',
	names: { listedBy: 'user.getMany' },
};

/** Users in a custom field. */
export const usersType: ValueType = {
	...optionsType,
	hasOptions: undefined,
	lookup: USERS,
	parse: (entered, label, context) => readIds(entered, { lookup: USERS, label }, context),
};
