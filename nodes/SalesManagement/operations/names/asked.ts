import { hasNames, type Field, type Item, type NameAsked } from '../../fields';
import { isBlank, isObject, own } from '../../values';
import type { Operation } from '../operation';

/** A name that an item gives where an ID could be. */
export interface Asked extends NameAsked {
	readonly item: Item;
}

/** The parts of an operation in which names may stand for IDs. */
export type Naming = Pick<Operation, 'form' | 'alsoNames'>;

const takesNames = ({ lookup, columns = [] }: Field): boolean =>
	(lookup !== undefined && hasNames(lookup)) || columns.some(takesNames);

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
 */
export function namesAsked(operation: Naming, items: readonly Item[]): Asked[] {
	const places = placesIn(operation).filter(({ field }) => takesNames(field));
	const asked: Asked[] = [];
	for (const item of items) {
		const note = (each: NameAsked) => {
			if (hasNames(each.lookup)) asked.push({ ...each, item });
			return [NO_ID] as const;
		};
		const noting: Item = { ...item, names: { idsOf: note, idOf: (each) => note(each)[0] } };
		for (const place of places) {
			attempt(() => {
				const entered = enteredAt(place, noting);
				if (!isBlank(entered)) place.field.wire(entered, noting);
			});
		}
		attempt(() => operation.alsoNames?.(noting));
	}
	return asked;
}

/** What stands for an ID while only the names are wanted. */
const NO_ID = 1;

function attempt(read: () => unknown): void {
	try {
		read();
	} catch {
		// The item's own run says what is wrong with it.
	}
}
