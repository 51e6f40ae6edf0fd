/** Selected fields of a record. */
import type { IDataObject } from 'n8n-workflow';
import { fieldMeant, folded, namesOf } from '../../fields';
import { isObject, own, setOwn } from '../../values';
import type { Named } from '../columns/ownNames';
import { customCalled, entriesOf, type CustomEntry } from './customNames';
import { readable, type Known } from './readable';

/** What a path of properties leads to; a dot reaches into an object. */
export function valueAt(record: IDataObject, path: readonly string[]): unknown {
	return path.reduce<unknown>((at, key) => (isObject(at) ? own(at, key) : undefined), record);
}

/** Whether a record has a property at this path, or a null somewhere above it. */
export function has(record: IDataObject, [first = '', ...rest]: readonly string[]): boolean {
	if (!Object.hasOwn(record, first)) return false;
	const value = record[first];
	return rest.length === 0 || value === null || (isObject(value) && has(value, rest));
}

/** Where a name leads in a record. */
interface Place {
	readonly value: unknown;
	/** The path in the service's own record; absent for a name that only reads well. */
	readonly path?: readonly string[];
}

/** A record as it came, and made simple when somebody asks for a name of that. */
export class Choice {
	private simple?: IDataObject;
	private customs?: readonly CustomEntry[];

	constructor(
		readonly raw: IDataObject,
		private readonly by: {
			readonly shape: Named;
			readonly simplified: (record: IDataObject, known?: Known) => IDataObject;
			/** What its compact custom values leave out. */
			readonly known?: Known;
		},
	) {}

	/**
	 * A property of the service's own record, a null above it included, else one of the simplified
	 * record, of which a dot is part of the label. What neither has may be another name of a field.
	 */
	place(name: string): Place | undefined {
		const path = name.split('.');
		if (has(this.raw, path)) return { path, value: valueAt(this.raw, path) };
		const simple = (this.simple ??= this.by.simplified(this.raw, this.by.known));
		if (Object.hasOwn(simple, name)) return { value: own(simple, name) };
		return this.standard(name) ?? this.custom(name);
	}

	private standard(name: string): Place | undefined {
		const { fields } = this.by.shape;
		const field = fieldMeant(name, fields);
		if (!field) return undefined;
		const property = field.shownAs ?? field.key;
		if (!Object.hasOwn(this.raw, property)) return undefined;
		const shown = this.raw[property];
		const isId = namesOf(field, fields).ids.has(folded(name));
		return { value: isId ? field.content(shown) : shown };
	}

	private custom(name: string): Place | undefined {
		const property = this.by.shape.customs?.property;
		if (property === undefined) return undefined;
		const { raw } = this;
		const { known } = this.by;
		const entries = (this.customs ??= entriesOf(own(raw, property), known));
		const custom = customCalled(name, entries, property);
		return custom && { value: readable(custom.value, known, raw) };
	}
}

/** Puts a value at a path of properties. */
function place(output: IDataObject, path: readonly string[], value: unknown): void {
	const parent = path.slice(0, -1).reduce((outer, key) => {
		if (!isObject(own(outer, key))) setOwn(outer, key, {});
		return own(outer, key) as IDataObject;
	}, output);
	setOwn(parent, path[path.length - 1] ?? '', value);
}

interface Picking {
	readonly names: readonly string[];
	/** Whether each name is a property of its own, whatever depth it was found in. */
	readonly isFlat?: boolean;
	readonly check?: OutputFieldCheck;
}

/** Only the named fields, in the order named. */
export function picked(choice: Choice, { names, isFlat = false, check }: Picking): IDataObject {
	const output: IDataObject = {};
	for (const name of names) {
		const found = choice.place(name);
		if (found?.path === undefined) {
			if (found) setOwn(output, name, found.value);
		} else if (found.value !== undefined) {
			place(output, isFlat ? [name] : found.path, found.value);
		}
		check?.look(name, found !== undefined, choice.raw);
	}
	return output;
}

/** Whether a record shows what is empty; some services leave it out (v2 §2). */
const showsEmpty = (record: IDataObject): boolean => Object.values(record).includes(null);

/** Notices fields that no record of the run has: they may be misspelt. */
export class OutputFieldCheck {
	private readonly missing = new Set<string>();
	private readonly found = new Set<string>();
	private isEmptyShown = false;

	look(name: string, isFound: boolean, record: IDataObject): void {
		(isFound ? this.found : this.missing).add(name);
		this.isEmptyShown ||= !isFound && showsEmpty(record);
	}

	/**
	 * A sentence for the user, and what to do; `undefined` when every field was found in some record.
	 * @param none begins it with what no record has.
	 */
	told(none: (fields: string, areSeveral: boolean) => string, check: string): string | undefined {
		const missing = [...this.missing].filter((name) => !this.found.has(name));
		if (missing.length === 0) return undefined;
		const begin = none(missing.map((each) => `"${each}"`).join(', '), missing.length > 1);
		return this.isEmptyShown
			? `${begin}: ${check}`
			: `${begin}. What is empty may be left out by this service, so if it is not empty in all records, ${check}`;
	}

	get message(): string | undefined {
		return this.told(
			(fields, areSeveral) => `No record has the output field${areSeveral ? 's' : ''} ${fields}`,
			'check the spelling under Output Fields.',
		);
	}
}
