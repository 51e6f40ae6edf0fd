/**
 * Plain references to the item's own data, `={{ $json.company }}`, which is what dragging a column
 * into a field writes. n8n evaluates each expression in a sandbox, half a millisecond for each; such
 * a one says no more than where a value is. So does text with several of them, as two drags make it.
 */
import type { IDataObject } from 'n8n-workflow';

/** A property of an object, or an entry of an array. */
type Step = string | number;

/** Where a value is in the data of an item, outermost first. */
type Path = readonly Step[];

/** No value: what is there, or how n8n reads it, is not certain. */
const UNSURE = Symbol('unsure');

/** Escapes, brackets and braces in quoted keys are left to n8n's own readers. */
const STEP =
	/\.(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)|\["(?<double>[^"\\{}\r\n\u2028\u2029]*)"\]|\['(?<single>[^'\\{}\r\n\u2028\u2029]*)'\]|\[(?<at>0|[1-9]\d{0,8})\]/uy;
const WHOLE = /^=\{\{\s*\$json(?<steps>[^\s](?:.*[^\s])?)\s*\}\}$/su;

/**
 * @param text a parameter as it stands in the form.
 * @returns `undefined` for everything but one plain reference.
 */
function pathIn(text: string): Path | undefined {
	const steps = WHOLE.exec(text)?.groups?.steps;
	if (steps === undefined) return undefined;
	const path: Step[] = [];
	STEP.lastIndex = 0;
	while (STEP.lastIndex < steps.length) {
		const { name, double, single, at } = STEP.exec(steps)?.groups ?? {};
		const key = name ?? double ?? single;
		// After a failure the pattern begins anew, so this must end here.
		if (key === undefined && at === undefined) return undefined;
		path.push(key ?? Number(at));
	}
	return path;
}

/** Where values are in the data of an item, and the text between them. */
export type Template = ReadonlyArray<Path | string>;

/** @returns `undefined` for everything but plain references and text around them. */
export function templateIn(text: string): Template | undefined {
	const whole = pathIn(text);
	if (whole) return [whole];
	const pieces = text.slice(1).split(/(\{\{[^{}]*\}\})/u);
	const template = pieces.map((piece, at) => {
		if (at % 2 === 1) return pathIn(`=${piece}`);
		return /[{}\\]/.test(piece) ? undefined : piece;
	});
	return pieces.length > 1 && template.every((each) => each !== undefined) ? template : undefined;
}

/** What a template makes of an item's data, and of what kind the values in it are. */
export function filledTemplate(
	json: IDataObject,
	template: Template,
): { readonly value: unknown; readonly kind: string } | undefined {
	const values = template.map((each) => (typeof each === 'string' ? each : valueAt(json, each)));
	const [only] = values;
	const kind = values.map((each) => typeof each).join();
	if (values.length === 1) return only === UNSURE ? undefined : { value: only, kind };
	const isText = values.every((each) => ['string', 'number'].includes(typeof each));
	return isText ? { value: values.join(''), kind } : undefined;
}

/**
 * The value at a path: text, a number, a flag, null, or `undefined` where the innermost object has no
 * such property. All else, and all that is reached through anything but own data of plain objects and
 * arrays, is for n8n to read.
 */
function valueAt(json: IDataObject, path: Path): unknown {
	let value: unknown = json;
	for (const [depth, step] of path.entries()) {
		const holder = value;
		if (!isHolder(holder, step)) return UNSURE;
		const found = Object.getOwnPropertyDescriptor(holder, step);
		if (found === undefined) {
			const isMissing = typeof step === 'string' && depth === path.length - 1;
			return isMissing ? undefined : UNSURE;
		}
		if (!found.enumerable || !('value' in found)) return UNSURE;
		value = found.value;
	}
	return isCertain(value) ? value : UNSURE;
}

/** Whether nothing but its own data can have the name. */
function isHolder(value: unknown, step: Step): value is object {
	if (typeof value !== 'object' || value === null) return false;
	if (typeof step === 'number') return Array.isArray(value) && isOf(value, Array.prototype);
	return isOf(value, Object.prototype) && !(step in Object.prototype);
}

const isOf = (value: object, prototype: object): boolean =>
	Object.getPrototypeOf(value) === prototype;

/** Halves of characters, and U+0000, are lost on the way through one of n8n's engines. */
const CHANGED = /[\0\ud800-\udfff]/u;

function isCertain(value: unknown): boolean {
	if (typeof value === 'string') return !CHANGED.test(value);
	return typeof value === 'number' || typeof value === 'boolean' || value === null;
}
