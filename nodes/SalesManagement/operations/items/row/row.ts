import type { IDataObject } from 'n8n-workflow';
import { problemInPath, type OperationId, type ServiceRequest } from '../../../api/routes';
import {
	isKnownTo,
	isRequired,
	assertNames,
	isShown,
	withoutValue,
	type Field,
	type Item,
	type RequestPart,
	type ValueContext,
} from '../../../fields';
import {
	hasContent,
	isBlank,
	isObject,
	listed,
	objectsAt,
	own,
	Problems,
	setOwn,
	trimmed,
	UsageError,
	type UnknownName,
} from '../../../shared';
import { CUSTOM_FIELDS, FIELDS_TO_CLEAR, givesId } from '../../form/columns';
import type {
	Collection,
	ColumnNotes,
	Form,
	InputRow,
	NodeOperation,
	RequestParts,
} from '../../model';

/** A row, and the error if it can't be sent. */
export interface RowRead extends InputRow {
	/** The error with all missing and invalid values, or that there is nothing to change. */
	readonly error?: unknown;
	/** The names that nothing has and whose fields are left out. */
	readonly skipped: readonly UnknownName[];
}

/** The parts of an operation that an item is read by. */
export type Readable = Pick<NodeOperation, 'form' | 'read'>;

/**
 * Reads one item into its row; the parts of an invalid one are those that are valid.
 * @param told a problem of a field's value as it is told.
 */
export function readItem(
	{ form, read }: Readable,
	item: Item,
	told?: ColumnNotes['told'],
): RowRead {
	const parts: RequestParts = {
		path: {},
		query: {},
		body: {},
		group: {},
		condition: {},
		match: {},
		edits: [],
	};
	const strict = new Problems(told);
	const skipped: UnknownName[] = [];
	const lenient = new Problems(told, (names) => skipped.push(...names));
	let settings: unknown;
	let error: unknown;
	try {
		readInto(parts, form, item, { strict, lenient });
		settings = strict.try(() => read?.(item, parts));
		strict.try(() => lenient.assertNone());
		strict.assertNone();
		assertChange(form, parts);
	} catch (thrown) {
		error = thrown;
	}
	return { index: item.index, item, parts, skipped, settings, error };
}

/** Whether a field may be left out if nothing has the name that was given for it. */
const maySkip = (each: Field, part: RequestPart, { skipped }: Item) =>
	skipped !== undefined &&
	(part === 'body' || part === 'spread') &&
	!isRequired(each) &&
	(skipped === 'optional' || each.traits.includes('unlisted'));

/** @param lenient collects the problems of fields that may be left out. */
function readInto(
	parts: RequestParts,
	form: Form,
	item: Item,
	{ strict, lenient }: Record<'strict' | 'lenient', Problems<Field>>,
): void {
	const problemsOf = (each: Field, part: RequestPart) =>
		maySkip(each, part, item) ? lenient : strict;
	const { comparesRows } = form;
	const { version, timezone, dateOrder, names, saved } = item;
	const put = partWriter(parts, {
		version,
		timezone,
		dateOrder,
		names,
		saved,
		problems: item.skipped === 'optional' ? lenient : strict,
		comparesRows,
		edits: comparesRows && item.rowOf !== undefined ? parts.edits : undefined,
	});
	const top = { fields: form.fields, get: item.get };
	strict.try(() => {
		if (item.error !== undefined) throw item.error as Error;
	});
	for (const each of form.fields) {
		const part = each.in ?? 'body';
		problemsOf(each, part).try(() => {
			if (!isKnownTo(each, version) || !isShown(each, top, item)) return;
			const entered = item.get(each.name);
			// For a value that no column gives, the item already has an error.
			if (
				isRequired(each) &&
				isBlank(trimmed(entered)) &&
				item.error === undefined &&
				!givesId(form, item)
			) {
				throw new UsageError(`${each.label} is required.`);
			}
			if (!isUntouched(each, entered)) put(each, entered, part);
		}, each);
	}
	for (const collection of form.collections) {
		const entered = strict.try(() => enteredIn(collection, form, item)) ?? {};
		// A field of the body may be left empty in some items; a filter or an option may not.
		const isNeeded = collection.in === 'query';
		const given = collection.fields.filter(
			(each) => Object.hasOwn(entered, each.name) && isKnownTo(each, version),
		);
		for (const each of given) {
			const part = each.in ?? collection.in;
			problemsOf(each, part).try(() => {
				const value = entered[each.name];
				if (isNeeded) assertGiven(each, value);
				if (!haveOnlyInitialValues(each, value)) put(each, value, part);
			}, each);
		}
	}
}

function assertChange({ changes, fields }: Form, { body }: RequestParts): void {
	if (changes === undefined || Object.keys(body).some((key) => key !== 'id')) return;
	const labels = fields
		.filter(({ name }) => [CUSTOM_FIELDS, FIELDS_TO_CLEAR].includes(name))
		.map(({ label }) => label);
	throw new UsageError(
		`Nothing to change in the ${changes}: give at least one field under ${listed(['Update Fields', ...labels], 'or')}. n8n drops what is given to all of Update Fields by one expression: add the fields one by one, each with its own expression.`,
	);
}

/**
 * Whether a list of rows at the top was left alone, for which n8n gives an empty object or list. In a collection
 * these mean that the field was added and left empty.
 */
const isUntouched = ({ form }: Field, entered: unknown) =>
	form.type === 'collection' && ['{}', '[]'].includes(JSON.stringify(entered));

/**
 * Whether rows were added, and have only the values with which n8n fills a row that somebody adds. The user gave
 * nothing of them, so such rows are not sent.
 */
function haveOnlyInitialValues({ initialRow }: Field, rows: unknown): boolean {
	if (!initialRow || !Array.isArray(rows) || rows.length === 0) return false;
	const isInitial = ([name, value]: [string, unknown]) =>
		JSON.stringify(value) === JSON.stringify(own(initialRow, name));
	return rows.every((row) => isObject(row) && Object.entries(row).every(isInitial));
}

/**
 * A filter without a value would match all records, and an option would be ignored.
 * @throws UsageError for a field without a value.
 */
function assertGiven(each: Field, value: unknown): void {
	if (value === undefined || value === null) throw withoutValue(each);
	if (trimmed(value) === '')
		throw new UsageError(`${each.label} is empty; give it a value, or remove it.`);
}

/**
 * The values in a collection.
 * @throws UsageError for a name that no field has, since its value would be ignored.
 */
function enteredIn({ name, label, fields }: Collection, form: Form, item: Item): IDataObject {
	const entered = item.get(name) ?? {};
	if (!isObject(entered)) throw new UsageError(`${label} must be an object.`);
	// Listing the names of all fields and controls for each row took a fifteenth of Create or Update.
	if (Object.keys(entered).every((key) => fields.some((each) => each.name === key))) return entered;
	const inside = form.controls.filter(({ collection }) => collection === name);
	const known = [...fields, ...inside.flatMap((controls) => Object.values(controls.fields))];
	assertNames(
		entered,
		known.map((field) => field.name),
		`${label} has no field`,
	);
	return entered;
}

/** The value that an item gives for a parameter, wherever the form has it. */
export function enteredFor(item: Item, parameter: string): unknown {
	const top = item.get(parameter);
	if (!isBlank(top)) return top;
	const collections = [item.get('additionalFields'), item.get('updateFields')];
	const inner = [...collections, ...objectsAt(item.get(CUSTOM_FIELDS), 'value')].filter(isObject);
	return inner.map((each) => own(each, parameter)).find((each) => !isBlank(each));
}

/** The part of the request into which the properties of an object are merged. */
const SPREAD: Partial<Record<RequestPart, keyof RequestParts>> = {
	spread: 'body',
	spreadQuery: 'query',
};

/** Makes a function that puts a field's value into its part of the request. It throws if two fields give one property. */
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

/** A value of the path in one spelling, since rows are grouped and kept in order by it. */
function pathValue(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	const problem = problemInPath(value.trim());
	if (problem !== undefined) throw new UsageError(`${label} ${problem}.`);
	return value.trim();
}

/** The request of the parts. */
export function requestWith(
	operation: OperationId,
	{ path, query, body }: RequestParts,
): ServiceRequest {
	return {
		operation,
		path,
		query,
		body: hasContent(body) ? body : undefined,
	};
}
