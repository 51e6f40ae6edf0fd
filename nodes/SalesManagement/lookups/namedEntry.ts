import type { INodePropertyOptions } from 'n8n-workflow';
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

	constructor(private readonly place: NamesAt) {}

	/** @param dealType the deal type that the object belongs to, where it has one. */
	add(root: unknown, dealType?: Named): void {
		const { at, id, name, also } = this.place;
		const paths = typeof at === 'string' ? [at] : at;
		for (const thing of paths.flatMap((path) => objectsAt(root, path))) {
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
export function matching(filter = '') {
	const word = filter.trim().toLowerCase();
	return ({ name, value }: Pick<INodePropertyOptions, 'name' | 'value'>): boolean =>
		name.toLowerCase().includes(word) || String(value) === word;
}

/** The entries that a deal type has; all where none is given. */
export const ofType = (entries: readonly NamedEntry[], dealType?: number): readonly NamedEntry[] =>
	dealType === undefined
		? entries
		: entries.filter(
				({ dealTypes }) => dealTypes.length === 0 || dealTypes.some(({ id }) => id === dealType),
			);

/** An entry with its deal types in front, which tell it from another one of its name: `Renewal: Won`. */
export const inTypes = (name: string, dealTypes: Iterable<Pick<Named, 'name'>>): string =>
	`${Array.from(dealTypes, (each) => each.name).join(', ')}: ${name}`;

/** A name with what tells it from others like it: `Anna Berg (anna@example.com)`. */
export const withRest = (name: string, rest: string | undefined): string =>
	rest ? `${name} (${rest})` : name;

/**
 * The entries as a dropdown shows them: where no deal type is chosen, each with its deal types in front
 * unless every deal type has it.
 */
export function toOptions(
	entries: readonly NamedEntry[],
	dealType?: number,
): INodePropertyOptions[] {
	const all = new Set(entries.flatMap(({ dealTypes }) => dealTypes.map(({ id }) => id)));
	return entries.map((entry) => {
		const { id, name, dealTypes, also } = entry;
		const some = dealType === undefined && dealTypes.length > 0 && dealTypes.length < all.size;
		return { name: withRest(some ? inTypes(name, dealTypes) : name, also), value: id };
	});
}
