import type { TSchema } from '@sinclair/typebox';
import Ajv, { type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Refusal, type ItemRefusal } from './refusal';
import { isDateTime } from './time';

/** A check is compiled in each process anew and used a few times: slower code sooner is faster. */
export const quickToCompile: Options = { code: { optimize: false }, inlineRefs: false };

function newAjv(coerceTypes: false | 'array'): Ajv {
	const ajv = new Ajv({
		...quickToCompile,
		coerceTypes,
		allErrors: true,
		useDefaults: true,
		strict: false,
	});
	addFormats(ajv, ['date', 'email']);
	ajv.addFormat('date-time', isDateTime);
	return ajv;
}

/** Bodies must have the right types; the text of a path or a query is converted to them. */
const ajvs = { body: newAjv(false), text: newAjv('array') };

/** Keywords whose failure is a wrong type (BAD_REQUEST); the others are failed validations. */
const typeKeywords = new Set(['type', 'format', 'anyOf', 'enum']);

/**
 * Makes a check of values against a schema. It throws a {@link Refusal} with Ajv's messages; what
 * is wrong inside the items of a bulk request (`/deals/3/name`) is listed by item too.
 * @param source `text` for what came in a path or a query: it is converted in place
 */
export function checker(schema: TSchema, source: 'body' | 'text' = 'body') {
	// Compiled when it is first needed: no run asks all operations, and compiling them takes longest.
	let validate: ValidateFunction | undefined;
	return (value: unknown): void => {
		validate ??= ajvs[source].compile(schema);
		if (!validate(value)) throw refusalOf(validate.errors ?? [], source);
	};
}

function refusalOf(errors: ErrorObject[], source: 'body' | 'text'): Refusal {
	const items = new Map<number, ItemRefusal>();
	for (const error of errors) {
		const [, index, path] = /^\/\w+\/(\d+)(.*)$/.exec(error.instancePath) ?? [];
		if (index === undefined) continue;
		const item = items.get(Number(index)) ?? { index: Number(index), messages: [] };
		item.messages.push(wording(error, path ?? ''));
		items.set(item.index, item);
	}
	const wrongType = source === 'text' || errors.some(({ keyword }) => typeKeywords.has(keyword));
	const messages = [...new Set(errors.map((error) => wording(error, error.instancePath)))];
	return new Refusal(wrongType ? 'BAD_REQUEST' : 'VALIDATION_FAILED', messages, [
		...items.values(),
	]);
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
