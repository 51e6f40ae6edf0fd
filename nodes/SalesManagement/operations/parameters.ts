/**
 * The parameters of a run's items, without asking n8n more often than it takes. What has no expression is
 * read from the form. Plain references to the item's own data, `={{ $json.company }}`, are what dragging a
 * column into a field writes, and text with several of them what two drags make; n8n evaluates each in a
 * sandbox, half a millisecond for each, although it says no more than where a value is. So these are read
 * from the item, and n8n evaluates the rest.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Item } from '../fields';
import { isObject } from '../values';

type Context = Pick<
	IExecuteFunctions,
	'getNode' | 'getInputData' | 'getNodeParameter' | 'evaluateExpression'
>;

/** Makes the value of a parameter, or of a part of it, for one item. */
type Make = (index: number) => unknown;

/** @returns a reader for each item, by its index; `undefined` is what the form does not have. */
export function parametersOf(context: Context): (index: number) => Item['get'] {
	const entered = context.getNode().parameters;
	const items = context.getInputData();
	const jsonOf = (index: number) => items[index]?.json ?? {};
	const makerOf = (name: string, raw: unknown): Make => {
		const whole: Make = (index) => context.getNodeParameter(name, index);
		if (isExpression(raw)) return expression(raw, jsonOf, whole);
		const make = made(raw, jsonOf, (text, index) => partOf(context, text, index));
		return (index) => {
			try {
				return make(index);
			} catch {
				// n8n says of the whole parameter what failed in it.
				return whole(index);
			}
		};
	};
	const makers = new Map(
		Object.entries(entered)
			.filter(([, raw]) => hasExpression(raw))
			.map(([name, raw]) => [name, makerOf(name, raw)]),
	);
	return (index) => {
		const own = once((name) => makers.get(name)?.(index));
		// What all items share, each need not keep.
		return (name) => (makers.has(name) ? own(name) : entered[name]);
	};
}

/** Reads each parameter once, although names are looked up before the form is read. */
export function once(get: Item['get']): Item['get'] {
	const known = new Map<string, unknown>();
	return (name) => {
		if (!known.has(name)) known.set(name, get(name));
		return known.get(name);
	};
}

const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

const hasExpression = (value: unknown): boolean =>
	isExpression(value) ||
	(typeof value === 'object' && value !== null && Object.values(value).some(hasExpression));

type JsonOf = (index: number) => IDataObject;

/** A parameter's value out of its parts; those without an expression are the same for all items. */
function made(raw: unknown, jsonOf: JsonOf, part: (text: string, index: number) => unknown): Make {
	if (isExpression(raw)) return expression(raw, jsonOf, (index) => part(raw, index));
	if (!hasExpression(raw)) return () => raw;
	if (Array.isArray(raw)) {
		const entries = raw.map((each) => made(each, jsonOf, part));
		return (index) => entries.map((make) => make(index));
	}
	const entries = Object.entries(raw as IDataObject).map(
		([name, value]) => [name, made(value, jsonOf, part)] as const,
	);
	return (index) => Object.fromEntries(entries.map(([name, make]) => [name, make(index)]));
}

/** Alone, an expression can't see its neighbours: `$parameter["&name"]`, however it is spelt. */
const MAY_NAME_NEIGHBOURS = /[&\\]/;

/** @throws where only n8n can tell the whole: it turns dates inside a parameter into text. */
function partOf(context: Context, text: string, index: number): unknown {
	if (MAY_NAME_NEIGHBOURS.test(text)) throw new Error('It may name its neighbours.');
	const value: unknown = context.evaluateExpression(text.slice(1), index);
	if (typeof value === 'object' && value !== null)
		throw new Error('An object, for n8n to convert.');
	return value;
}

/** @param asked what n8n makes of the expression. */
function expression(text: string, jsonOf: JsonOf, asked: Make): Make {
	const template = templateIn(text.slice(1));
	if (!template) return asked;
	return (index) => {
		const value = filled(template, jsonOf(index));
		return value === UNSURE ? asked(index) : value;
	};
}

/** Where a value is in the data of an item: names and places, outermost first. */
type Path = readonly string[];

/** Escapes, brackets and braces in quoted keys are left to n8n's own readers. */
const STEP =
	/\.([\p{ID_Start}$_][\p{ID_Continue}$]*)|\["([^"\\{}\r\n\u2028\u2029]*)"\]|\['([^'\\{}\r\n\u2028\u2029]*)'\]|\[(0|[1-9]\d{0,8})\]/uy;
const WHOLE = /^\{\{\s*\$json(?<steps>[^\s](?:.*[^\s])?)\s*\}\}$/su;

/** @returns `undefined` for everything but one plain reference. */
function pathIn(text: string): Path | undefined {
	const steps = WHOLE.exec(text)?.groups?.steps;
	if (steps === undefined) return undefined;
	const path: string[] = [];
	STEP.lastIndex = 0;
	while (STEP.lastIndex < steps.length) {
		const [, ...groups]: Array<string | undefined> = STEP.exec(steps) ?? [];
		const key = groups.find((each) => each !== undefined);
		// After a failure the pattern begins anew, so this must end here.
		if (key === undefined) return undefined;
		path.push(key);
	}
	return path;
}

/** Where values are in the data of an item, and the text between them. */
type Template = ReadonlyArray<Path | string>;

/** @returns `undefined` for everything but plain references and text around them. */
function templateIn(text: string): Template | undefined {
	if (!text.includes('{{')) return undefined;
	const pieces = text.split(/(\{\{[^{}]*\}\})/u).filter((piece) => piece !== '');
	const template = pieces.map((piece) => {
		if (piece.startsWith('{{')) return pathIn(piece);
		return /[{}\\]/.test(piece) ? undefined : piece;
	});
	return template.every((each) => each !== undefined) ? template : undefined;
}

/** No value: what n8n makes of it is not certain. */
const UNSURE = Symbol('unsure');

function filled(template: Template, json: IDataObject): unknown {
	const values = template.map((each) => (typeof each === 'string' ? each : valueAt(json, each)));
	if (values.length === 1) return values[0];
	const isText = values.every((each) => ['string', 'number'].includes(typeof each));
	return isText ? values.join('') : UNSURE;
}

/** Text, a number, a flag, null, or `undefined` where the innermost object has no such property. */
function valueAt(json: IDataObject, path: Path): unknown {
	let value: unknown = json;
	for (const [depth, step] of path.entries()) {
		if (typeof value !== 'object' || value === null) return UNSURE;
		if (!Object.hasOwn(value, step)) {
			const isMissing = depth === path.length - 1 && isObject(value) && !(step in value);
			return isMissing ? undefined : UNSURE;
		}
		value = (value as IDataObject)[step];
	}
	const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? value : UNSURE;
}
