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

/** A record as it came, and made simple when somebody asks for a name of that. */
export class Choice {
	private simple?: IDataObject;

	constructor(
		readonly raw: IDataObject,
		private readonly simplify: (record: IDataObject) => IDataObject,
	) {}

	/** Whether it is a property of the service's own record; a null above it counts. */
	isRaw(name: string): boolean {
		return has(this.raw, name.split('.'));
	}

	/** A simplified name is whole: a dot is part of the label. */
	isSimple(name: string): boolean {
		return Object.hasOwn(this.simplified, name);
	}

	get simplified(): IDataObject {
		return (this.simple ??= this.simplify(this.raw));
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

/**
 * Only the named fields, in the order named. A name is looked for in the service's own record first
 * and then among those of the simplified one.
 * @param isFlat whether each name is a property of its own, whatever depth it was found in.
 */
export function picked(choice: Choice, names: readonly string[], isFlat = false): IDataObject {
	const output: IDataObject = {};
	for (const name of names) {
		if (choice.isRaw(name)) {
			const path = name.split('.');
			const value = valueAt(choice.raw, path);
			if (value !== undefined) place(output, isFlat ? [name] : path, value);
		} else if (choice.isSimple(name)) setOwn(output, name, own(choice.simplified, name));
	}
	return output;
}

/** Whether a record shows what is empty; some services leave it out (v2 §2). */
export const showsEmpty = (record: IDataObject): boolean => Object.values(record).includes(null);

/**
 * What to do about fields that no record has, behind a sentence that names them.
 * @param isEmptyShown whether any record showed what is empty.
 */
export const missingAdvice = (isEmptyShown: boolean, check: string): string =>
	isEmptyShown
		? `: ${check}`
		: `. What is empty may be left out by this service, so if it is not empty in all records, ${check}`;

/** Notices output fields that no record of the run has: they may be misspelt. */
export class OutputFieldCheck {
	private readonly missing = new Set<string>();
	private readonly found = new Set<string>();
	private isEmptyShown = false;

	look(choice: Choice, names: readonly string[]): void {
		for (const name of names) {
			if (this.found.has(name)) continue;
			if (choice.isRaw(name) || choice.isSimple(name)) this.found.add(name);
			else {
				this.missing.add(name);
				this.isEmptyShown ||= showsEmpty(choice.raw);
			}
		}
	}

	/** A sentence for the user; `undefined` when every field was found in some record. */
	get message(): string | undefined {
		const missing = [...this.missing].filter((path) => !this.found.has(path));
		if (missing.length === 0) return undefined;
		const fields = missing.map((each) => `"${each}"`).join(', ');
		const none = `No record has ${missing.length === 1 ? 'the output field' : 'the output fields'} ${fields}`;
		return none + missingAdvice(this.isEmptyShown, 'check the spelling under Output Fields.');
	}
}
