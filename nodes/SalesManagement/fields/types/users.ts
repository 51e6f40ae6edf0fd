import { readIds, type Dropdown } from '../values';
import { optionsType } from './options';
import type { ValueType } from './valueType';

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
