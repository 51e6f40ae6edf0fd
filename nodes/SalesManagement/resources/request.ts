import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import type { Client, ServiceRequest } from '../api/types';
import type { Form, Scope } from './define';
import { isObject, type Field, type Place } from './fields';

/** A request's parts, still apart: bulk operations group rows by all but the body. */
export interface Parts {
	readonly path: Record<string, string | number>;
	readonly query: IDataObject;
	readonly body: IDataObject;
	/** Properties of a bulk request beside its rows. */
	readonly group: IDataObject;
}

const isEmpty = (entered: unknown) => entered === undefined || entered === null || entered === '';

/**
 * Reads one item's form into the parts of a request.
 * @throws UsageError for a missing required field or a value of the wrong kind.
 */
export function partsOf(form: Form, scope: Scope): Parts {
	const parts: Parts = { path: {}, query: {}, body: {}, group: {} };
	for (const each of form.fields) {
		const entered = shows(each, scope) ? scope.get(each.name) : undefined;
		if (each.required && isEmpty(entered) && belongs(each, scope)) {
			throw new UsageError(`${each.label} is required.`);
		}
		put(parts, each, entered, each.place ?? 'body', scope);
	}
	for (const { name, label, place, fields } of form.collections) {
		const entered = scope.get(name) ?? {};
		if (!isObject(entered)) throw new UsageError(`${label} takes an object.`);
		const unknown = Object.keys(entered).find((key) => !fields.some((each) => each.name === key));
		if (unknown !== undefined) {
			throw new UsageError(
				`${label} has no field "${unknown}"; it has ${fields.map((each) => each.name).join(', ')}.`,
			);
		}
		for (const each of fields) put(parts, each, entered[each.name], each.place ?? place, scope);
	}
	return parts;
}

const belongs = (each: Field, scope: Scope) =>
	each.only === undefined || each.only === scope.version;

const shows = (each: Field, scope: Scope) =>
	Object.entries(each.shownWhen ?? {}).every(([name, values]) =>
		values.some((value) => value === scope.get(name)),
	);

function put(parts: Parts, each: Field, entered: unknown, place: Place, scope: Scope): void {
	if (entered === undefined || place === 'control' || !belongs(each, scope)) return;
	const value = each.wire(entered, scope);
	if (value === undefined) return;
	if (place !== 'spread' && place !== 'spreadQuery') {
		(parts[place] as Record<string, unknown>)[each.key] = value;
		return;
	}
	const target = place === 'spread' ? parts.body : parts.query;
	for (const [key, spread] of Object.entries(value as IDataObject)) {
		if (key in target) {
			throw new UsageError(`"${key}" is given twice: once by itself and once in ${each.label}.`);
		}
		target[key] = spread;
	}
}

const letters = (name: string) => name.replace(/_/g, '').toLowerCase();

/**
 * The path parameters under the names that the route uses: the two interfaces spell them
 * differently (`customer_id`, `customerId`).
 */
export function pathFor(client: Client, operation: string, path: Parts['path']): Parts['path'] {
	const template = client.route(operation).path;
	const named: Parts['path'] = {};
	for (const [, parameter = ''] of template.matchAll(/\{(\w+)\}/g)) {
		const key = Object.keys(path).find((each) => letters(each) === letters(parameter));
		if (key !== undefined) named[parameter] = path[key] as string | number;
	}
	return named;
}

/** One item's request, whole. */
export function requestOf(
	client: Client,
	operation: string,
	form: Form,
	scope: Scope,
): ServiceRequest {
	const { path, query, body } = partsOf(form, scope);
	return {
		operation,
		path: pathFor(client, operation, path),
		query: query as ServiceRequest['query'],
		...(Object.keys(body).length > 0 ? { body } : {}),
	};
}
