import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { NamesAt } from '../fields';
import { isObject, objectsAt, valuesAt } from '../shared';

export interface Named {
	readonly id: number;
	readonly name: string;
}

/** A thing with a name, and the deal types that have it. */
export interface NamedEntry extends Named {
	/** What tells it from others of its name, and by which it goes as well: an email address. */
	readonly also?: string;
	readonly dealTypes: readonly Named[];
}

export const filledText = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** The text at the end of such a path. */
export const textAt = (root: unknown, path: string): string | undefined =>
	filledText(valuesAt(root, path)[0]);

/** The id and name of a thing, where it has both. */
export function named(thing: unknown, id = 'id', name = 'name'): Named | undefined {
	if (!isObject(thing)) return undefined;
	const found = thing[id];
	if (typeof found !== 'number') return undefined;
	return { id: found, name: textAt(thing, name) ?? `#${found}` };
}

/** Gathers the distinct names out of many objects. */
export class Names {
	private readonly found = new Map<number, NamedEntry & { readonly dealTypes: Named[] }>();

	/** @param dealTypeOf the deal type that an object belongs to; absent where none does. */
	constructor(
		private readonly place: NamesAt,
		private readonly dealTypeOf?: (root: IDataObject) => Named | undefined,
	) {}

	add(root: IDataObject): void {
		const { at, id, name, also } = this.place;
		const dealType = this.dealTypeOf?.(root);
		for (const thing of [at].flat().flatMap((path) => objectsAt(root, path))) {
			const each = named(thing, id, name);
			if (!each) continue;
			const known = this.found.get(each.id) ?? {
				...each,
				also: also && textAt(thing, also),
				dealTypes: [],
			};
			if (dealType && !known.dealTypes.some(({ id }) => id === dealType.id)) {
				known.dealTypes.push(dealType);
			}
			this.found.set(each.id, known);
		}
	}

	/** In the order in which they came. */
	get entries(): NamedEntry[] {
		return [...this.found.values()];
	}
}

/** Whether an entry of a list has a word in its name, or is the id that was typed. */
export function matching(filter: string) {
	const word = filter.trim().toLowerCase();
	return ({ name, value }: Pick<INodePropertyOptions, 'name' | 'value'>): boolean =>
		name.toLowerCase().includes(word) || String(value) === word;
}

/** The name of an entry with its deal types in front, which tell it from another one: `Renewal: Won`. */
export const inTypes = ({ name, dealTypes }: NamedEntry): string =>
	dealTypes.length > 0 ? `${dealTypes.map((type) => type.name).join(', ')}: ${name}` : name;

/** A name with what tells it from others like it: `Anna Berg (anna@example.com)`. */
export const withRest = (name: string, rest: string | undefined): string =>
	rest ? `${name} (${rest})` : name;
