import type { IHttpRequestMethods } from 'n8n-workflow';
import { UsageError } from '../errors/errors';
import { isOperationId, ROUTES, type Routes } from './routes';
import { pathParameters, type ApiVersion, type Route } from './route';

/**
 * Endpoint Overrides: a deployment's own routes, replacing individual rows of the table by operation
 * id, such as `{"deal.update": "PUT /deals/{id}"}` (S1).
 */

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ROUTE = /^([A-Za-z]+) +(\/\S*)$/;
/** What a path may contain besides its parameters: RFC 3986's path characters, no empty segment but the last. */
const PATH = /^(\/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)+\/?$/;
/** What leads out of the address, also where a server decodes it before it looks. */
const DOTS = /(\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|$)/i;

/** Parameters that the documents list for a path which the table does without (v1 §4, member add). */
const ALSO_ALLOWED: Readonly<Record<string, readonly string[]>> = {
	'userGroup.addMember': ['userId'],
};

/**
 * @param entered JSON text or object; empty for none.
 * @returns the version's table with the overridden rows replaced.
 * @throws UsageError for text that is not a JSON object, an unknown operation id, an unknown or lost
 * path parameter, a malformed route, and the address of another operation.
 */
export function routesWith(entered: unknown, version: ApiVersion): Routes {
	return replaced(Object.entries(asObject(entered)), version);
}

/** Marks the overrides of a token's credential that are for the v1 key beside it. */
const BESIDE = 'v1:';

/** Both tables of a token's credential: `{"v1:domainSetting.get": "GET /settings"}` is for v1. */
export function routesOfToken(entered: unknown): Readonly<Record<ApiVersion, Routes>> {
	const overrides = Object.entries(asObject(entered));
	const isBeside = ([name]: [string, unknown]) => name.startsWith(BESIDE);
	return {
		v2: replaced(
			overrides.filter((each) => !isBeside(each)),
			'v2',
		),
		v1: replaced(overrides.filter(isBeside), 'v1', BESIDE),
	};
}

/** @param prefix what stands before each operation id. */
function replaced(
	overrides: ReadonlyArray<[name: string, route: unknown]>,
	version: ApiVersion,
	prefix = '',
): Routes {
	if (overrides.length === 0) return ROUTES[version];
	const routes = Object.assign(
		{ ...ROUTES[version] },
		...overrides.map(([name, route]) => ({
			[name.slice(prefix.length)]: overridden(name, name.slice(prefix.length), { route, version }),
		})),
	) as Routes;
	for (const [name, entered] of overrides) assertOwn(routes, name.slice(prefix.length), entered);
	return routes;
}

/** A method and a path without what its parameters are called. */
const addressOf = ({ method, path }: Route): string =>
	`${method} ${path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`;

/** @throws UsageError for the address of another operation: what is meant to read would write there. */
function assertOwn(routes: Routes, operation: string, entered: unknown): void {
	const all = Object.entries(routes).map(([id, row]) => ({ id, address: addressOf(row) }));
	const own = all.find(({ id }) => id === operation)?.address;
	const other = all.find(({ id, address }) => id !== operation && address === own);
	if (!other) return;
	throw new UsageError(
		`Endpoint Overrides, "${operation}": ${String(entered)} is the address of ${other.id}, so correct one of the two.`,
	);
}

function asObject(entered: unknown): object {
	if (entered === undefined || entered === null) return {};
	const value = typeof entered === 'string' ? parsed(entered.trim() || '{}') : entered;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new UsageError(
			'Endpoint Overrides must be a JSON object, such as {"deal.update": "PUT /deals/{id}"}.',
		);
	}
	return value;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

function overridden(
	name: string,
	operation: string,
	{ route: entered, version }: { route: unknown; version: ApiVersion },
): Route {
	const wrong = (what: string) => new UsageError(`Endpoint Overrides, "${name}": ${what}`);
	const row = isOperationId(operation) ? ROUTES[version][operation] : undefined;
	if (!row && name === operation && operation.startsWith(BESIDE)) {
		throw wrong(`the mark ${BESIDE} is for the key beside a token, so leave it out here.`);
	}
	if (!row) throw wrong(`${version} has no operation of this name.`);

	const [, method = '', path = ''] =
		ROUTE.exec(typeof entered === 'string' ? entered.trim() : '') ?? [];
	const fixed = path.replace(/\{\w+\}/g, 'x');
	if (!METHODS.includes(method.toUpperCase()) || !PATH.test(fixed) || DOTS.test(fixed)) {
		throw wrong(`a route is a method and a path, such as "${row.method} ${row.path}".`);
	}

	const expected = pathParameters(row.path);
	const allowed = [...expected, ...(ALSO_ALLOWED[operation] ?? [])];
	const parameters: Record<string, string> = {};
	for (const given of pathParameters(path)) {
		const meant = allowed.find((name) => isSpelled(given, name, row));
		if (meant === undefined) {
			const names = allowed.map((name) => `{${name}}`).join(', ') || 'none';
			throw wrong(`there is no path parameter {${given}}; this route has ${names}.`);
		}
		parameters[given] = row.parameters[meant] ?? meant;
	}
	const lost = expected.find(
		(name) => !Object.values(parameters).includes(row.parameters[name] ?? name),
	);
	if (lost !== undefined) throw wrong(`the path lacks its parameter {${lost}}.`);
	return { ...row, method: method.toUpperCase() as IHttpRequestMethods, path, parameters };
}

const letters = (name: string) => name.replace(/_/g, '').toLowerCase();

/** People can write a parameter as either interface does: `{customer_id}`, `{customerId}`. */
const isSpelled = (given: string, name: string, { parameters }: Route): boolean =>
	[name, parameters[name] ?? name].some((each) => letters(each) === letters(given));
