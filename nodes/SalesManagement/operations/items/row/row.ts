import type { IDataObject } from 'n8n-workflow';
import { problemInPath, type OperationId, type ServiceRequest } from '../../../api/routes';
import {
	isKnownTo,
	isRequired,
	isShown,
	withoutValue,
	type Field,
	type Item,
	type RequestPart,
	type ValueContext,
} from '../../../fields';
import {
	isBlank,
	isObject,
	listed,
	own,
	Problems,
	setOwn,
	trimmed,
	UsageError,
} from '../../../shared';
import { CUSTOM_FIELDS, FIELDS_TO_CLEAR } from '../../form/columns';
import type { Collection, Form, NodeOperation, RequestParts } from '../../model';

/** What an item comes to: of one that is wrong as much as can be read. */
interface ItemRead {
	readonly parts: RequestParts;
	readonly settings?: unknown;
	/** Tells all missing required fields and values of the wrong kind, or that there is nothing to change. */
	readonly error?: unknown;
}

/** What an item is read by. */
export type Readable = Pick<NodeOperation, 'form' | 'read'>;

/** Reads one item into the parts of a request, and what its operation reads besides. */
export function readItem({ form, read }: Readable, item: Item): ItemRead {
	const parts: RequestParts = {
		path: {},
		query: {},
		body: {},
		group: {},
		condition: {},
		match: {},
	};
	const problems = new Problems();
	try {
		problems.try(() => readInto(parts, form, item));
		const settings = problems.try(() => read?.(item, parts));
		problems.assertNone();
		return { parts, settings };
	} catch (error) {
		return { parts, error };
	}
}

function readInto(parts: RequestParts, form: Form, item: Item): void {
	const problems = new Problems();
	const put = partWriter(parts, { ...item, problems });
	const top = { ...item, fields: form.fields };
	problems.try(() => {
		if (item.error !== undefined) throw item.error as Error;
	});
	for (const each of form.fields) {
		problems.try(() => {
			if (!isKnownTo(each, item.version) || !isShown(each, top, item)) return;
			const entered = item.get(each.name);
			// What no column gives is told already.
			if (isRequired(each) && isBlank(trimmed(entered)) && item.error === undefined) {
				throw new UsageError(`${each.label} is required.`);
			}
			if (!isUntouched(each, entered)) put(each, entered, each.in ?? 'body');
		});
	}
	for (const collection of form.collections) {
		const entered = problems.try(() => enteredIn(collection, form, item)) ?? {};
		// A field of a body may be left out of some items.
		const isNeeded = collection.in === 'query';
		for (const each of collection.fields) {
			if (!isKnownTo(each, item.version)) continue;
			problems.try(() => {
				const value = own(entered, each.name);
				if (isNeeded && Object.hasOwn(entered, each.name)) assertGiven(each, value);
				if (!areAsBegun(each, value)) put(each, value, each.in ?? collection.in);
			});
		}
	}
	problems.assertNone();
	const isChange = Object.keys(parts.body).some((key) => key !== 'id');
	if (form.changes !== undefined && !isChange) throw nothingToChange(form);
}

function nothingToChange({ changes, fields }: Form): UsageError {
	const labels = fields.filter(({ name }) => CHANGING.includes(name)).map(({ label }) => label);
	return new UsageError(
		`Nothing to change in the ${changes}: give at least one field under ${listed(['Update Fields', ...labels], 'or')}. n8n drops what is given to all of Update Fields by one expression: add the fields one by one, each with its own expression.`,
	);
}

/** The parameters of a change beside Update Fields. */
const CHANGING = [CUSTOM_FIELDS, FIELDS_TO_CLEAR];

/**
 * Rows that nobody added, which n8n gives as an empty object or list; in a collection they are a field that
 * was added and left empty.
 */
const isUntouched = ({ form }: Field, entered: unknown): boolean =>
	form.type === 'collection' && ['{}', '[]'].includes(JSON.stringify(entered));

/** Whether rows were added, and are as the form began them. */
function areAsBegun({ begins }: Field, rows: unknown): boolean {
	if (!begins || !Array.isArray(rows) || rows.length === 0) return false;
	const isAsBegun = ([name, value]: [string, unknown]) =>
		JSON.stringify(value) === JSON.stringify(own(begins, name));
	return rows.every((row) => isObject(row) && Object.entries(row).every(isAsBegun));
}

/** A filter without a value would let everything through, and an option would be ignored. */
function assertGiven(each: Field, value: unknown): void {
	if (value === undefined || value === null) throw withoutValue(each);
	if (trimmed(value) === '')
		throw new UsageError(`${each.label} is empty; give it a value, or remove it.`);
}

/** What a collection holds; a name that no field has is an error, since it would be ignored. */
function enteredIn(collection: Collection, { controls }: Form, item: Item): IDataObject {
	const entered = item.get(collection.name) ?? {};
	if (!isObject(entered)) throw new UsageError(`${collection.label} must be an object.`);
	const known = [
		...collection.fields.map(({ name }) => name),
		...controls
			.filter((each) => each.collection === collection.name)
			.flatMap(({ fields }) => Object.keys(fields)),
	];
	const unknown = Object.keys(entered).find((name) => !known.includes(name));
	if (unknown === undefined) return entered;
	throw new UsageError(
		`${collection.label} has no field "${unknown}"; it has ${known.join(', ')}.`,
	);
}

/** Where the properties of a value go that is spread. */
const SPREAD: Partial<Record<RequestPart, keyof RequestParts>> = {
	spread: 'body',
	spreadQuery: 'query',
};

/** Puts a field's value where it goes. A property that two fields give is an error, never a choice. */
function partWriter(parts: RequestParts, context: ValueContext) {
	const givenBy = new Map<string, string>();
	return (each: Field, entered: unknown, part: RequestPart): void => {
		const { key, label } = each;
		const value = entered === undefined ? undefined : each.toRequest(entered, context);
		if (value === undefined) return;
		const into = SPREAD[part] ?? (part as keyof RequestParts);
		const sent = into === part ? { [key]: value } : value;
		if (!isObject(sent)) return;
		for (const [name, wired] of Object.entries(sent)) {
			const before = givenBy.get(`${into} ${name}`);
			if (before !== undefined) {
				throw new UsageError(
					`"${name}" is given twice, in ${before} and in ${label}: leave one of them out.`,
				);
			}
			givenBy.set(`${into} ${name}`, label);
			setOwn(parts[into], name, into === 'path' ? pathValue(wired, label) : wired);
		}
	};
}

/** Rows, locks and addresses compare it: one spelling from here on. */
function pathValue(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	const problem = problemInPath(value.trim());
	if (problem !== undefined) throw new UsageError(`${label} ${problem}.`);
	return value.trim();
}

/** The complete request. */
export function requestWith(
	operation: OperationId,
	{ path, query, body }: RequestParts,
): ServiceRequest {
	return {
		operation,
		path,
		query: query as ServiceRequest['query'],
		...(Object.keys(body).length > 0 && { body }),
	};
}
