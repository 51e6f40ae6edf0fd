/** The Endpoint Overrides that follow from where reads were found. */
import { isRead, ROUTES, type OperationId } from '../../api/routes';
import type { ApiVersion, Route } from '../../api/types';
import { asDescribed, differs, type Finding, type Overrides } from './finding';
import type { Known } from './known';
import { routeText } from './routes';

const operationsOf = (known: Known): OperationId[] =>
	Object.keys(ROUTES[known.version]) as OperationId[];

/** The reads whose place was seen. */
const seen = (known: Known): OperationId[] =>
	operationsOf(known).filter(
		(id) => known.answers.has(id) || known.found.has(id) || known.written(id),
	);

const startsWith = (path: string, beginning: string) =>
	path === beginning || path.startsWith(`${beginning}/`);

/**
 * Addresses of reads that are as they were inferred: not all are written in another way. What is
 * shown in the documents, and what is below it, may be so while all else is written otherwise.
 */
function unmoved(known: Known): string[] {
	const rows = operationsOf(known).map((id) => known.row(id));
	const shown = rows.filter((row) => row.known === 'shown').map(({ path }) => path);
	return seen(known)
		.map((id) => ({ row: known.row(id), at: known.route(id).path }))
		.filter(({ row, at }) => row.method === 'GET' && at === row.path)
		.map(({ at }) => at)
		.filter((at) => !shown.some((path) => startsWith(at, path)));
}

/** What an operation does, such as `update`. */
const kindOf = (operation: OperationId) => operation.split('.')[1];

/** How a write of the same kind was found to be sent, other than by the table. */
function asWritten(known: Known, operation: OperationId, route: Route): Route {
	const other = known.allWritten.find(
		({ id, row, at }) =>
			kindOf(id) === kindOf(operation) && (at.method !== row.method || at.path.endsWith('/delete')),
	);
	if (!other) return route;
	const { method, path } = other.at;
	return {
		...route,
		method,
		path: path.endsWith('/delete') ? `${route.path}/delete` : route.path,
	};
}

/** Whether a record was created elsewhere than where its list is. */
function createsElsewhere(known: Known): boolean {
	const created = known.written('customer.create');
	return created !== undefined && created.path !== known.route('customer.getMany').path;
}

/** An address below that of a read goes with it, whatever its other parts are called. */
function derivedPath(known: Known, operation: OperationId): string {
	const { path, method } = known.row(operation);
	const still = unmoved(known);
	const derived = (table: string) => known.spelling.derived(table, still);
	const whole = derived(path);
	if (method === 'POST' && createsElsewhere(known)) return whole;
	const above = seen(known)
		.map((id) => ({ from: known.row(id), to: known.route(id).path }))
		.filter(({ from }) => from.method === 'GET' && startsWith(path, from.path))
		.sort((one, other) => other.from.path.length - one.from.path.length)
		.find(({ from }) => startsWith(whole, derived(from.path)));
	if (!above) return whole;
	return `${above.to}${whole.slice(derived(above.from.path).length)}`;
}

/** The operations whose method the documents show (v2 §4), which they keep. */
const METHOD_SHOWN: Readonly<Record<ApiVersion, readonly OperationId[]>> = {
	v2: ['deal.update'],
	v1: [],
};

/** Where an operation must be by what was seen of others. */
export function derivedRoute(known: Known, operation: OperationId): Route {
	const route = { ...known.row(operation), path: derivedPath(known, operation) };
	return METHOD_SHOWN[known.version].includes(operation)
		? route
		: asWritten(known, operation, route);
}

/** Overrides that the credential has already, and that stay. */
const entered = (known: Known): Overrides =>
	Object.fromEntries(
		operationsOf(known)
			.filter(
				(id) => !known.found.has(id) && routeText(known.route(id)) !== routeText(known.row(id)),
			)
			.map((id) => [id, routeText(known.route(id))]),
	);

/**
 * Of all operations that can't be tried by reading. What was not seen is proposed only where
 * something was found elsewhere.
 */
export function derivedOverrides(known: Known): Finding[] {
	const check = 'routes:derived';
	const isSettled = (id: OperationId) =>
		known.refused.has(id) || known.missing.has(id) || seen(known).includes(id);
	const unseen = operationsOf(known).filter((id) => !isSettled(id));
	const before = entered(known);
	const changed = unseen
		.filter((id) => !(id in before))
		.map((id) => [id, derivedRoute(known, id)] as const)
		.filter(([id, route]) => routeText(route) !== routeText(known.row(id)));
	if (changed.length === 0) {
		return [asDescribed(check, 'Nothing was found at another address.')];
	}
	const endpointOverrides = Object.fromEntries(
		changed.map(([id, route]) => [id, routeText(route)]),
	);
	const writes = changed.filter(([id]) => !isRead(id)).length;
	const evidence = `Derived from the addresses that were found, not tried: ${changed.length} operations, ${writes} of them writes`;
	const advice =
		'These follow from the reads that were found. Include Writes tries some of them on records of its own.';
	const shape = Object.values(endpointOverrides).join(', ');
	return [differs({ check, evidence, advice, shape, endpointOverrides })];
}

/** All that belongs into the credential: what it has, what was found, what is derived. */
export const allOverrides = (known: Known, findings: readonly Finding[]): Overrides => ({
	...entered(known),
	...(Object.assign(
		{},
		...findings.map(({ endpointOverrides }) => endpointOverrides ?? {}),
	) as Overrides),
});
