/** Selected fields of a record. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, own, setOwn } from '../../values';

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
	/** Makes the record simple, when somebody asks for a name of that. */
	readonly simplify: (record: IDataObject) => IDataObject;
	/** Whether each name is a property of its own, whatever depth it was found in. */
	readonly isFlat?: boolean;
	readonly check?: OutputFieldCheck;
}

/**
 * Only the named fields, in the order named. A name is looked for in the service's own record first
 * and then among those of the simplified one, whose names are whole: a dot is part of a label.
 */
export function picked(
	record: IDataObject,
	{ names, simplify, isFlat = false, check }: Picking,
): IDataObject {
	const output: IDataObject = {};
	let simple: IDataObject | undefined;
	for (const name of names) {
		const path = name.split('.');
		const isRaw = has(record, path);
		if (!isRaw) simple ??= simplify(record);
		const isFound = isRaw || Object.hasOwn(simple ?? {}, name);
		const value = isRaw ? valueAt(record, path) : own(simple ?? {}, name);
		if (value !== undefined) place(output, isFlat || !isRaw ? [name] : path, value);
		check?.look(name, isFound, record);
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
