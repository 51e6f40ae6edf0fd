import type { IHttpRequestMethods } from 'n8n-workflow';
import { isObject, jsonIn, mapValues, UsageError } from '../../shared';
import {
	isOperationId,
	LEADS_OUT,
	pathParameters,
	ROUTES,
	type ApiVersion,
	type CredentialKind,
	type Route,
	type Routes,
} from './routes';

/**
 * Endpoint Overrides: a deployment's own routes, replacing individual rows of the table by operation
 * id, such as `{"deal.update": "PUT /deals/{id}"}` (S1).
 */

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ROUTE = /^([A-Za-z]+) +(\/\S*)$/;
/** A path without its parameters: RFC 3986's path characters, no empty segment but the last. */
const PATH = /^(\/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)+\/?$/;

/** Parameters that the documents list for a path which the table does without (v1 §4, member add). */
const ALSO_ALLOWED: Readonly<Record<string, readonly string[]>> = {
	'userGroup.addMember': ['userId'],
};

/** Marks the overrides of a token's credential that are for the v1 key beside it. */
const V1_MARK = 'v1:';

/**
 * @param entered JSON text or object; empty for none. In a token's credential an override for v1 is marked:
 * `{"v1:domainSetting.get": "GET /settings"}`.
 * @param kind the kind of the credential in which they were entered.
 * @param version the interface whose routes are wanted. For a token, v1 is that of the API key beside it.
 * @returns the version's table with the overridden rows replaced.
 * @throws UsageError for text that is not a JSON object, an unknown operation id, an unknown or lost
 * path parameter, a malformed route, and the address of another operation.
 */
export function routesWith(entered: unknown, kind: CredentialKind, version: ApiVersion): Routes {
	const isToken = kind !== 'v1ApiKey';
	const isV1Companion = isToken && version === 'v1';
	const overrides = Object.entries(asObject(entered))
		.filter(([name]) => !isToken || name.startsWith(V1_MARK) === isV1Companion)
		.map(([name, route]: [string, unknown]) => ({
			name,
			operation: isV1Companion ? name.slice(V1_MARK.length) : name,
			route,
		}));
	const routes: Partial<Record<string, Route>> = { ...ROUTES[version] };
	for (const { name, operation, route } of overrides) {
		const row = isOperationId(operation) ? ROUTES[version][operation] : undefined;
		if (!row) throw wrong(name, `${version} has no operation of this name`);
		routes[operation] = overridden(row, route, name, ALSO_ALLOWED[operation]);
	}
	if (overrides.length === 0) return routes;
	const addresses = mapValues(routes as Record<string, Route>, addressOf);
	for (const { name, operation, route } of overrides) {
		// A request that is meant to read would write there: a search with `{"deal.search": "POST /deals"}` would create
		// a deal.
		const other = Object.keys(routes).find(
			(id) => id !== operation && addresses[id] === addresses[operation],
		);
		if (other === undefined) continue;
		const why = `${String(route)} is the address of ${other}, so correct one of the two`;
		throw wrong(name, why);
	}
	return routes;
}

const wrong = (name: string, what: string) =>
	new UsageError(`Endpoint Overrides, "${name}": ${what}.`);

/** A method and a path without what its parameters are called. */
const addressOf = ({ method, path }: Route) =>
	`${method} ${path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`;

function asObject(entered: unknown): object {
	const value = typeof entered === 'string' ? jsonIn(entered.trim() || '{}') : (entered ?? {});
	if (isObject(value)) return value;
	throw new UsageError(
		'Endpoint Overrides must be a JSON object, such as {"deal.update": "PUT /deals/{id}"}.',
	);
}

/**
 * @param name its name in messages.
 * @param more path parameters besides those of the row.
 */
function overridden(
	row: Route,
	entered: unknown,
	name: string,
	more: readonly string[] = [],
): Route {
	const [, method = '', path = ''] =
		ROUTE.exec(typeof entered === 'string' ? entered.trim() : '') ?? [];
	const fixed = path.replace(/\{\w+\}/g, 'x');
	if (!METHODS.includes(method.toUpperCase()) || !PATH.test(fixed) || LEADS_OUT.test(fixed)) {
		throw wrong(name, `a route is a method and a path, such as "${row.method} ${row.path}"`);
	}
	const own = pathParameters(row.path);
	const allowed = [...own, ...more];
	const named = pathParameters(path);
	const unknown = named.find((each) => !allowed.includes(each));
	if (unknown !== undefined) {
		const names = allowed.map((each) => `{${each}}`).join(', ') || 'none';
		throw wrong(name, `there is no path parameter {${unknown}}; this route has ${names}`);
	}
	const lost = own.find((each) => !named.includes(each));
	if (lost !== undefined) throw wrong(name, `the path lacks its parameter {${lost}}`);
	return { ...row, method: method.toUpperCase() as IHttpRequestMethods, path };
}
