import type { TObject, TSchema } from '@sinclair/typebox';
import Ajv, { type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Refusal, type ItemRefusal } from './refusal';
import { isDateTime } from './time';

/**
 * Options that make Ajv compile quickly. Each process compiles its checks anew and uses each a few
 * times only, so that compiling costs more time than slower checks do. That the schemas are schemas, the
 * compiler of TypeScript has seen.
 */
export const quickToCompile: Options = {
	code: { optimize: false },
	inlineRefs: false,
	meta: false,
	validateSchema: false,
};

const ajv = new Ajv({ ...quickToCompile, allErrors: true, useDefaults: true, strict: false });
addFormats(ajv, ['date', 'email']);
ajv.addFormat('date-time', isDateTime);

/** The part of a request that a value comes from. Values of a path and a query are text, and are converted. */
type Source = 'path' | 'query' | 'body';

/** JSON Schema keywords whose failure is a wrong type (BAD_REQUEST). Any other is VALIDATION_FAILED. */
const typeKeywords = new Set(['type', 'format', 'anyOf', 'enum']);

/**
 * Makes a check of values against a schema. The check throws a {@link Refusal} with Ajv's messages;
 * errors inside the items of a bulk request (`/deals/3/name`) are also listed by item.
 * @param source the parameters of a path or a query are converted in place
 */
export function checker(schema: TSchema, source: Source = 'body') {
	// Compiled when first needed: no run uses all operations, and compiling takes most of the time.
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

/**
 * Converts a parameter's text to the type of its schema; text that does not fit stays as it is. An
 * integer consists of digits only (S8).
 */
function converted({ type, items }: TSchema, given: unknown): unknown {
	const types: unknown[] = [type].flat();
	if (type === 'array') return [given].flat().map((one) => converted(items as TSchema, one));
	if (types.includes('integer') && /^\d+$/.test(String(given))) return Number(given);
	if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true';
	return given;
}

/** The part of a JSON schema that names the properties. */
interface Known {
	properties?: Record<string, Known>;
	items?: Known;
	[keyword: string]: unknown;
}

/**
 * The properties of a value that its schema does not have, by name: `nmae`, or `customer.nmae` one
 * level down.
 */
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
	// A path whose parameter does not fit its schema leads to no record.
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
