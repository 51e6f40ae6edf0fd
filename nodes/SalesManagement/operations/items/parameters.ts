/**
 * Reads the parameters of a run's items, asking n8n as rarely as possible. A parameter without an expression is
 * read from the form. A plain reference to the item's own data, `={{ $json.company }}`, is what n8n writes if a
 * column is dragged into a field. n8n evaluates each in a sandbox, which takes half a millisecond; here such
 * references are read from the item, and n8n evaluates the other expressions one by one.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../../api/routes';
import { unwrap, wayOf, type Item } from '../../fields';
import { isBlank, isObject, own, textOf, trimmed } from '../../shared';
import { CUSTOM_FIELDS } from '../form/columns';
import { isForAgent, type NodeOperation } from '../model';

/** The items of a run, as operations read them. */
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

/**
 * Makes a reader of parameters for each item.
 * @returns the reader by the index of the item; it returns `undefined` for a parameter that the form does not
 * have.
 */
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
		// Values without an expression are the same for all items, so no item keeps its own.
		return (name) => (readers.has(name) ? own(name) : entered[name]);
	};
}

/** Remembers values: each parameter is read twice, once for the names in it and once for the request. */
function memoized(get: Item['get']): Item['get'] {
	const known = new Map<string, unknown>();
	return (name) => {
		if (!known.has(name)) known.set(name, get(name));
		return known.get(name);
	};
}

const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

/**
 * Whether a value has an expression to evaluate. A mapper that takes the columns as they are still holds what was
 * mapped before, which counts for nothing.
 */
const hasExpression = (value: unknown) =>
	isExpression(value) ||
	(typeof value === 'object' &&
		value !== null &&
		own(value, 'mappingMode') !== 'autoMapInputData' &&
		Object.values(value).some(hasExpression));

/** Stands for a value that n8n itself must evaluate. */
const UNSURE = Symbol('unsure');

/** Makes the value of a parameter, or of a part of it, for an item and its data. */
type Make = (index: number, json: IDataObject) => unknown;

/**
 * Whether n8n can evaluate a part of a parameter alone: it has a path, such as `additionalFields.telNo`, and can't
 * refer to its neighbours by `$parameter["&name"]`.
 */
const isPartAlone = (path: string, raw: string) => /^\w+(\.\w+)+$/.test(path) && !/[&\\]/.test(raw);

/** @param path the path of the part in the node's parameters. */
function makerOf(context: IExecuteFunctions, path: string, raw: unknown): Make {
	if (isExpression(raw)) {
		const inItem = pathIn(raw.slice(1));
		return (index, json) => {
			const value = inItem ? valueAt(json, inItem) : UNSURE;
			if (value !== UNSURE || !isPartAlone(path, raw)) return value;
			const asked: unknown = context.getNodeParameter(path, index);
			// Inside a whole parameter n8n turns a date into text, so an object is evaluated with the whole.
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

/** The names and indexes that lead to a value in the data of an item, outermost first. */
type Path = readonly string[];

/** One step of a reference. Keys with escapes or braces are left to n8n. */
const STEP =
	/\.([\p{ID_Start}$_][\p{ID_Continue}$]*)|\["([^"\\{}\r\n\u2028\u2029]*)"\]|\['([^'\\{}\r\n\u2028\u2029]*)'\]|\[(0|[1-9]\d{0,8})\]/uy;
const WHOLE = /^\{\{\s*\$json(?<steps>[^\s](?:.*[^\s])?)\s*\}\}$/su;

/** The path in an expression that is one plain reference; `undefined` for any other expression. */
function pathIn(text: string): Path | undefined {
	const steps = WHOLE.exec(text)?.groups?.steps;
	if (steps === undefined) return undefined;
	const path: string[] = [];
	STEP.lastIndex = 0;
	while (STEP.lastIndex < steps.length) {
		const [, ...groups]: Array<string | undefined> = STEP.exec(steps) ?? [];
		const key = groups.find((each) => each !== undefined);
		// After a failure a sticky pattern starts at 0 again, so the loop ends here.
		if (key === undefined) return undefined;
		path.push(key);
	}
	return path;
}

/** The plain value at the end of a path; `undefined` if the innermost object lacks the property; else `UNSURE`. */
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

/** Reads the parameters of a tool call, without those that the model left empty. */
const agentParametersOf =
	(context: IExecuteFunctions, operation: NodeOperation) => (index: number) =>
		memoized((name) => {
			const raw = context.getNode().parameters[name];
			const value = hasExpression(raw) ? context.getNodeParameter(name, index) : raw;
			return givenByModel(operation, name, withoutWays(value, raw));
		});

/**
 * Locators that a model filled in, as bare values unless they say By Name: n8n's form puts any of them into By ID,
 * whether the value is an ID or a name.
 */
function withoutWays(value: unknown, raw: unknown): unknown {
	const way = wayOf(raw);
	if (way) return way !== 'name' && /\$fromai/i.test(textOf(unwrap(raw))) ? unwrap(value) : value;
	if (typeof value !== 'object' || !value || typeof raw !== 'object' || !raw) return value;
	const parts = Object.entries(value).map(([key, each]) => [key, withoutWays(each, own(raw, key))]);
	return Array.isArray(value) ? parts.map(([, each]) => each) : Object.fromEntries(parts);
}

/** Whether a model gives nothing: an empty text, list or object, itself or as JSON. Zero and false are values. */
const isNothing = (given: unknown) => ['', '[]', '{}'].includes(trimmed(textOf(unwrap(given))));

const withoutNothing = (collection: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(collection).filter(([, value]) => !isNothing(value)));

/**
 * A parameter of a tool call without its empty values: an update must not wipe a field for which the model had no
 * value, and Fields to Clear is there to clear fields. The options of a write stay as they are: an empty Dry Run
 * or Skip Notifications is a mistake, not a decision.
 */
function givenByModel({ writes }: NodeOperation, name: string, value: unknown): unknown {
	if (!isObject(value)) return isBlank(trimmed(value)) ? undefined : value;
	if (
		['filters', 'sort', 'fileOptions', 'additionalFields', 'updateFields'].includes(name) ||
		(name === 'options' && !writes)
	)
		return withoutNothing(value);
	return name === CUSTOM_FIELDS && isObject(value.value)
		? { ...value, value: withoutNothing(value.value) }
		: value;
}
