import { hasNames, type Field, type Item } from '../../fields';
import { attempt, isObject, own } from '../../values';
import type { Offered, Steps } from '../operation';

/** The parts of an operation in which names may stand for IDs. */
export type Naming = Pick<Offered, 'form'> & Pick<Steps, 'alsoNames'>;

const takesNames = ({ type, lookup, columns = [] }: Field): boolean =>
	// One of users may be among them.
	type === 'customs' || (lookup !== undefined && hasNames(lookup)) || columns.some(takesNames);

/**
 * Reads all in which an item may give names, as it is read later, so that its reader of names is asked
 * for them; what can't be read is reported then.
 */
export function nameFinder({ form, alsoNames }: Naming): (item: Item) => void {
	const top = form.fields.filter(takesNames);
	const inner = form.collections.map(({ name, fields }) => ({
		name,
		fields: fields.filter(takesNames),
	}));
	return (item) => {
		const read = (fields: readonly Field[], entered: (name: string) => unknown) => {
			for (const each of fields) attempt(() => each.wire(entered(each.name), item));
		};
		read(top, (name) => item.get(name));
		for (const { name, fields } of inner) {
			const collection = fields.length > 0 && attempt(() => item.get(name));
			if (isObject(collection)) read(fields, (each) => own(collection, each));
		}
		attempt(() => alsoNames?.(item));
	};
}
