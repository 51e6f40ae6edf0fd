/**
 * The parameters of a run's items, without asking n8n more often than it takes. What has no expression is
 * read from the form. A plain reference to the item's own data, `={{ $json.company }}`, is what dragging a
 * column into a field writes; n8n evaluates each in a sandbox, half a millisecond for each, although it says
 * no more than where a value is. So these are read from the item, and n8n evaluates the rest, each by itself.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../../api/routes';
import { unwrap, wayOf, type Item } from '../../fields';
import { isBlank, isObject, own, textOf, trimmed } from '../../shared';
import { CUSTOM_FIELDS } from '../form/columns';
import { isForAgent, type NodeOperation } from '../model';

/** The items of a run, as the operation reads them. */
export function itemsOf(
	context: IExecuteFunctions,
	{ version }: Client,
	operation: NodeOperation,
): Item[] {
	const timezone = context.getTimezone();
	const saved = context.getNode().parameters;
	const readerOf = isForAgent(context)
		? agentParametersOf(context, operation)
		: parametersOf(context);
	return context.getInputData().map((item, index) => ({
		index,
		saved,
		input: item.json,
		version,
		timezone,
		get: readerOf(index),
	}));
}

/** @returns a reader for each item, by its index; `undefined` is what the form does not have. */
function parametersOf(context: IExecuteFunctions): (index: number) => Item['get'] {
	const entered = context.getNode().parameters;
	const items = context.getInputData();
	const readerOf = (name: string, raw: unknown) => {
		const make = makerOf(context, name, raw);
		return (index: number): unknown => {
			const value = make(index, items[index]?.json ?? {});
			return value === UNSURE ? context.getNodeParameter(name, index) : value;
		};
	};
	const readers = new Map(
		Object.entries(entered)
			.filter(([, raw]) => hasExpression(raw))
			.map(([name, raw]) => [name, readerOf(name, raw)]),
	);
	return (index) => {
		const own = memoized((name) => readers.get(name)?.(index));
		// What all items share, each need not keep.
		return (name) => (readers.has(name) ? own(name) : entered[name]);
	};
}

/** Reads each parameter once, although names are looked up before the form is read. */
function memoized(get: Item['get']): Item['get'] {
	const known = new Map<string, unknown>();
	return (name) => {
		if (!known.has(name)) known.set(name, get(name));
		return known.get(name);
	};
}

const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

/** A mapper that takes the columns as they are still holds what was mapped before; that is not evaluated. */
const hasExpression = (value: unknown): boolean =>
	isExpression(value) ||
	(typeof value === 'object' &&
		value !== null &&
		own(value, 'mappingMode') !== 'autoMapInputData' &&
		Object.values(value).some(hasExpression));

/** No value: what n8n makes of it is not certain. */
const UNSURE = Symbol('unsure');

/** Makes the value of a parameter, or of a part of it, for an item and its data. */
type Make = (index: number, json: IDataObject) => unknown;

/** A part that n8n finds by its path, `additionalFields.telNo`, and that can't name its neighbours: `$parameter["&name"]`. */
const isPartAlone = (path: string, raw: string): boolean =>
	/^\w+(\.\w+)+$/.test(path) && !/[&\\]/.test(raw);

/** @param path where the part is in the parameters. */
function makerOf(context: IExecuteFunctions, path: string, raw: unknown): Make {
	if (isExpression(raw)) {
		const inItem = pathIn(raw.slice(1));
		return (index, json) => {
			const value = inItem ? valueAt(json, inItem) : UNSURE;
			if (value !== UNSURE || !isPartAlone(path, raw)) return value;
			const asked: unknown = context.getNodeParameter(path, index);
			// Inside of a parameter n8n turns dates into text.
			return typeof asked === 'object' && asked !== null ? UNSURE : asked;
		};
	}
	if (!hasExpression(raw)) return () => raw;
	const parts = Object.entries(raw as object).map(
		([name, value]) => [name, makerOf(context, `${path}.${name}`, value)] as const,
	);
	return (index, json) => {
		const values: Array<[string, unknown]> = [];
		for (const [name, make] of parts) {
			const value = make(index, json);
			if (value === UNSURE) return UNSURE;
			values.push([name, value]);
		}
		return Array.isArray(raw) ? values.map(([, value]) => value) : Object.fromEntries(values);
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

/** Values that a model gives are asked of n8n, and what it left empty is left out. */
const agentParametersOf =
	(context: IExecuteFunctions, operation: NodeOperation) => (index: number) =>
		memoized((name) => {
			const raw = context.getNode().parameters[name];
			const value = hasExpression(raw) ? context.getNodeParameter(name, index) : raw;
			return givenByModel(operation, name, withoutWays(value, raw));
		});

/**
 * What a model gives is given in no way but By Name: n8n's form puts a locator that it fills into By ID, of whatever
 * kind its value is.
 */
function withoutWays(value: unknown, raw: unknown): unknown {
	const way = wayOf(raw);
	if (way) return way !== 'name' && /\$fromai/i.test(textOf(unwrap(raw))) ? unwrap(value) : value;
	if (typeof value !== 'object' || !value || typeof raw !== 'object' || !raw) return value;
	const parts = Object.entries(value).map(([key, each]) => [key, withoutWays(each, own(raw, key))]);
	return Array.isArray(value) ? parts.map(([, each]) => each) : Object.fromEntries(parts);
}

/** The collections in which empty is nothing given. */
const LEFT_OUT = ['filters', 'sort', 'fileOptions', 'additionalFields', 'updateFields'];

/** Whether a model says that it gives nothing, as text or as itself; zero and false are values. */
const isNothing = (given: unknown): boolean =>
	['', '[]', '{}'].includes(trimmed(textOf(unwrap(given))));

const withoutNothing = (collection: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(collection).filter(([, value]) => !isNothing(value)));

/**
 * A parameter as a tool call gives it, without what was left empty: an update must not wipe a field
 * for which the model had no value. What clears fields is Fields to Clear. The options of a write are
 * left as they are, since Dry Run or Skip Notifications without a value is no decision.
 */
function givenByModel({ writes }: NodeOperation, name: string, value: unknown): unknown {
	if (!isObject(value)) return isBlank(trimmed(value)) ? undefined : value;
	if (LEFT_OUT.includes(name) || (name === 'options' && !writes)) return withoutNothing(value);
	return name === CUSTOM_FIELDS && isObject(value.value)
		? { ...value, value: withoutNothing(value.value) }
		: value;
}
