import {
	hasNames,
	mayNameUsers,
	type Field,
	type Item,
	type NameAsked,
	type NameReader,
} from '../../fields';
import type { NameList } from '../../lists';
import { attempt, isBlank, isObject, own } from '../../values';
import type { Offered, Run, Steps } from '../operation';

/** What a run has for looking names up. */
export type NamingRun = Pick<Run, 'client' | 'items' | 'splitting'>;

/** What looking for names came to: a list that may hold them, or why there is none. */
export type Names = NameList | { readonly error: unknown };

/** A name that an item gives where an ID could be. */
export interface Asked extends NameAsked {
	readonly item: Item;
	/** Whether it stands for all that have the name. */
	readonly meansAll: boolean;
	/** Whether it is only compared with IDs that are given beside it. */
	readonly isBeside?: true;
}

/** The parts of an operation in which names may stand for IDs. */
export type Naming = Pick<Offered, 'form'> & Pick<Steps, 'alsoNames'>;

const takesNames = ({ type, lookup, columns = [] }: Field): boolean =>
	// One of users may be among them.
	type === 'customs' || (lookup !== undefined && hasNames(lookup)) || columns.some(takesNames);

/** A field that takes names, and where an item's value of it is. */
interface Place {
	readonly field: Field;
	readonly within?: string;
}

const placesIn = ({ form }: Naming): Place[] => [
	...form.fields.map((field) => ({ field })),
	...form.collections.flatMap(({ name, fields }) =>
		fields.map((field) => ({ field, within: name })),
	),
];

function enteredAt({ field: { name }, within }: Place, item: Item): unknown {
	if (within === undefined) return item.get(name);
	const collection = item.get(within);
	return isObject(collection) ? own(collection, name) : undefined;
}

/**
 * The names that the items give. Each item is read as it is later, but with a reader that takes note
 * of what is asked; what can't be read is reported then.
 * @param fieldsOf knows custom fields by their names, or takes note that they are asked for.
 */
export function namesAsked(
	operation: Naming,
	items: readonly Item[],
	fieldsOf: NameReader['fieldsOf'] = () => undefined,
): Asked[] {
	const places = placesIn(operation).filter(({ field }) => takesNames(field));
	const asked: Asked[] = [];
	for (const [at, item] of items.entries()) {
		const given = places
			.map((place) => ({ ...place, entered: attempt(() => enteredAt(place, item)) }))
			.filter(({ field, entered }) =>
				field.type === 'customs' ? mayNameUsers(entered) : !isBlank(entered),
			);
		// Of many rows that name nobody nothing is to be noted.
		if (given.length === 0 && !operation.alsoNames) continue;
		const note = (each: NameAsked, meansAll: boolean, more: Pick<Asked, 'isBeside'> = {}) => {
			if (hasNames(each.lookup)) asked.push({ ...each, item, meansAll, ...more });
			return NO_ID;
		};
		const names: NameReader = {
			idOf: (each) => note(each, false),
			idsOf: (each) => [note(each, true)],
			idsBeside: (each) => {
				note(each, true, { isBeside: true });
				return undefined;
			},
			fieldsOf,
		};
		const noting: Item = { ...item, names };
		for (const { field, entered } of given) attempt(() => field.wire(entered, noting));
		attempt(() => operation.alsoNames?.(noting, at === 0));
	}
	return asked;
}

/** What stands for an ID while only the names are wanted. */
const NO_ID = 1;
