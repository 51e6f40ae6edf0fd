import type { TObject, TSchema } from '@sinclair/typebox';
import Ajv, { type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Refusal, type ItemRefusal } from './refusal';
import { isDateTime } from './time';

/** A check is compiled in each process anew and used a few times: slower code sooner is faster. */
export const quickToCompile: Options = { code: { optimize: false }, inlineRefs: false };

const ajv = new Ajv({ ...quickToCompile, allErrors: true, useDefaults: true, strict: false });
addFormats(ajv, ['date', 'email']);
ajv.addFormat('date-time', isDateTime);

/** Where a value came from: what is text in a path or a query is converted. */
type Source = 'path' | 'query' | 'body';

/** Keywords whose failure is a wrong type (BAD_REQUEST); the others are failed validations. */
const typeKeywords = new Set(['type', 'format', 'anyOf', 'enum']);

/**
 * Makes a check of values against a schema. It throws a {@link Refusal} with Ajv's messages; what
 * is wrong inside the items of a bulk request (`/deals/3/name`) is listed by item too.
 * @param source the parameters of a path or a query are converted in place
 */
export function checker(schema: TSchema, source: Source = 'body') {
	// Compiled when it is first needed: no run asks all operations, and compiling them takes longest.
	let validate: ValidateFunction | undefined;
	return (value: unknown): void => {
		if (source !== 'body') convertParameters(schema as TObject, value as Record<string, unknown>);
		validate ??= ajv.compile(schema);
		if (!validate(value)) throw refusalOf(validate.errors ?? [], source);
	};
}

function convertParameters({ properties }: TObject, parameters: Record<string, unknown>): void {
	for (const [name, schema] of Object.entries(properties)) {
		if (name in parameters) parameters[name] = converted(schema, parameters[name]);
	}
}

/** A parameter's text as its schema has it; text that does not fit stays text. An integer is digits alone (S8). */
function converted({ type, items }: TSchema, given: unknown): unknown {
	const types: unknown[] = [type].flat();
	if (type === 'array') return [given].flat().map((one) => converted(items as TSchema, one));
	if (types.includes('integer') && /^\d+$/.test(String(given))) return Number(given);
	if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true';
	return given;
}

/** What of a schema says which properties there are. */
interface Known {
	properties?: Record<string, Known>;
	items?: Known;
	[keyword: string]: unknown;
}

/** What a value holds that its schema does not know, by name: `nmae`, or `customer.nmae` below it. */
export function unknownIn(
	{ properties, items, additionalProperties }: Known = {},
	value: unknown,
): string[] {
	if (Array.isArray(value)) return value.flatMap((one) => unknownIn(items, one));
	if (!properties || typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, each]) => {
		if (!Object.hasOwn(properties, name)) return additionalProperties === true ? [] : name;
		return unknownIn(properties[name], each).map((inner) => `${name}.${inner}`);
	});
}

function refusalOf(errors: ErrorObject[], source: Source): Refusal {
	const items = new Map<number, ItemRefusal>();
	for (const error of errors) {
		const [, index, path] = /^\/\w+\/(\d+)(.*)$/.exec(error.instancePath) ?? [];
		if (index === undefined) continue;
		const item = items.get(Number(index)) ?? { index: Number(index), messages: [] };
		item.messages.push(wording(error, path ?? ''));
		items.set(item.index, item);
	}
	const wrongType = source === 'query' || errors.some(({ keyword }) => typeKeywords.has(keyword));
	const messages = [...new Set(errors.map((error) => wording(error, error.instancePath)))];
	// A path that is not as it should be leads nowhere.
	const ofInput = wrongType ? 'BAD_REQUEST' : 'VALIDATION_FAILED';
	return new Refusal(source === 'path' ? 'NOT_FOUND' : ofInput, messages, [...items.values()]);
}

/** `/deals/3/name` + `must be string` becomes `deals[3].name must be string`. */
function wording(error: ErrorObject, path: string): string {
	const name = path
		.replace(/\/(\d+)(?=\/|$)/g, '[$1]')
		.replaceAll('/', '.')
		.replace(/^\./, '');
	if (error.keyword === 'required') {
		const { missingProperty } = error.params as { missingProperty: string };
		return `${name === '' ? '' : `${name}.`}${missingProperty} is required`;
	}
	const { additionalProperty, allowedValues } = error.params as {
		additionalProperty?: string;
		allowedValues?: unknown[];
	};
	const named = additionalProperty ?? allowedValues?.join(', ');
	const more = named === undefined ? '' : `: ${named}`;
	return `${name === '' ? 'the request' : name} ${error.message ?? 'is not valid'}${more}`;
}
