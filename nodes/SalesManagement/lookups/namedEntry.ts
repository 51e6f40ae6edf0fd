import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { NamesAt } from '../fields';
import { filledText, isObject, objectsAt, remembered, valuesAt } from '../shared';

interface IdAndName {
	readonly id: number;
	readonly name: string;
}

/** A thing with a name, and the deal types that have it. */
export interface NamedEntry extends IdAndName {
	/**
	 * A second name that tells it from others of the same name, and by which it can be found as well: an email
	 * address.
	 */
	readonly also?: string;
	/** The status of a phase (v1 §2.1). */
	readonly status?: unknown;
	readonly dealTypes: readonly IdAndName[];
}

/** The text at the end of a path. */
export const textAt = (root: unknown, path: string): string | undefined =>
	filledText(valuesAt(root, path)[0]);

/** The id and name of a thing; `undefined` without a numeric id. */
export function idAndName(thing: unknown, id = 'id', name = 'name'): IdAndName | undefined {
	if (!isObject(thing)) return undefined;
	const found = thing[id];
	if (typeof found !== 'number') return undefined;
	return { id: found, name: textAt(thing, name) ?? `#${found}` };
}

/** Collects the distinct names in many objects. */
export class NameCollector {
	private readonly found = new Map<number, NamedEntry & { readonly dealTypes: IdAndName[] }>();

	/** @param dealTypeOf the deal type that an object belongs to; absent if none does. */
	constructor(
		private readonly place: NamesAt,
		private readonly dealTypeOf?: (root: IDataObject) => IdAndName | undefined,
	) {}

	add(root: IDataObject): void {
		const { at, id, name, also } = this.place;
		const dealType = this.dealTypeOf?.(root);
		for (const thing of [at].flat().flatMap((path) => objectsAt(root, path))) {
			const each = idAndName(thing, id, name);
			if (!each) continue;
			const { dealTypes } = remembered(this.found, each.id, () => ({
				...each,
				also: also && textAt(thing, also),
				status: thing.status,
				dealTypes: [],
			}));
			if (dealType && !dealTypes.some(({ id }) => id === dealType.id)) dealTypes.push(dealType);
		}
	}

	/** The entries in the order in which they were found. */
	get entries(): NamedEntry[] {
		return [...this.found.values()];
	}
}

/** Makes a filter: whether an entry has the word in its name, or the typed id. */
export function matching(filter: string) {
	const word = filter.trim().toLowerCase();
	return ({ name, value }: Pick<INodePropertyOptions, 'name' | 'value'>) =>
		name.toLowerCase().includes(word) || String(value) === word;
}

/** The name of an entry with its deal types in front, which tell it from another one: `Renewal: Won`. */
export const inTypes = ({ name, dealTypes }: NamedEntry): string =>
	dealTypes.length > 0 ? `${dealTypes.map((type) => type.name).join(', ')}: ${name}` : name;

/** A name with an addition that tells it from others like it: `Anna Berg (anna@example.com)`. */
export const withRest = (name: string, rest: string | undefined): string =>
	rest ? `${name} (${rest})` : name;
