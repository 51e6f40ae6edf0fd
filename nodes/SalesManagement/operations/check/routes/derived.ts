/** Where an operation must be by what was seen of others. */
import { ROUTES, type OperationId } from '../../../api/routes/routes';
import type { ApiVersion, Route } from '../../../api/types';
import type { Known } from '../known';
import type { Place } from '../spelling/spelling';
import { below, endsWith } from '../spelling/styles';

export const operationsOf = (known: Known): OperationId[] =>
	Object.keys(ROUTES[known.version]) as OperationId[];

/** The operations whose place was seen. */
const seen = (known: Known): OperationId[] =>
	operationsOf(known).filter(
		(id) =>
			!known.doubtful.has(id) &&
			(known.answers.has(id) || known.found.has(id) || known.written(id)),
	);

/** Whether nothing has to be derived for an operation. */
export const isSettled = (known: Known, id: OperationId): boolean =>
	[known.refused, known.missing, known.answers, known.found].some((each) => each.has(id)) ||
	known.written(id) !== undefined;

const startsWith = (path: string, beginning: string) =>
	path === beginning || path.startsWith(`${beginning}/`);

/** The address of a list, also where it is that of one of its records. */
const collectionOf = (path: string) => path.replace(/\/\{\w+\}$/, '');

interface Seen extends Place {
	readonly isShown: boolean;
}

const seenReads = (known: Known): Seen[] =>
	seen(known)
		.map((id) => ({ row: known.row(id), to: known.route(id).path }))
		.filter(({ row }) => row.method === 'GET')
		.map(({ row, to }) => ({ from: row.path, to, isShown: row.known === 'shown' }));

/**
 * Addresses of reads that are as they were inferred: not all are written in another way. What is
 * shown in the documents, and what is below it, may be so while all else is written otherwise.
 */
function unmoved(known: Known): string[] {
	const rows = operationsOf(known).map((id) => known.row(id));
	const shown = rows.filter((row) => row.known === 'shown').map(({ path }) => path);
	return seenReads(known)
		.filter(({ from, to }) => from === to)
		.map(({ to }) => to)
		.filter((at) => !shown.some((path) => startsWith(at, path)));
}

/** The reads in whose lists an operation is, the nearest first; before those that the documents show, the others. */
const nearest = (known: Known, path: string): Seen[] =>
	seenReads(known)
		.filter(({ from }) => startsWith(path, collectionOf(from)))
		.sort(
			(one, other) =>
				collectionOf(other.from).length - collectionOf(one.from).length ||
				Number(one.isShown) - Number(other.isShown),
		);

/** An address below that of a read goes with it, whatever its other parts are called. */
function placedBy(known: Known, path: string, near: Seen): string | undefined {
	const still = unmoved(known);
	const { spelling } = known;
	const [whole, above] = [spelling.derived(path, still), spelling.derived(near.from, still)];
	return (
		spelling.derivedNear(path, near, still) ??
		(startsWith(whole, above) ? near.to + whole.slice(above.length) : undefined)
	);
}

/** Bulk calls that say what they do. */
const asUpdate = (path: string): string =>
	path.replace(/\/bulk([_-]?)(c|C)reate\b/, (_, joint: string, letter: string) =>
		letter === 'C' ? '/bulkUpdate' : `/bulk${joint}update`,
	);

/** What is below an address that the documents show may be in its words, or in those of all others. */
const isBelowShown = (known: Known, path: string) =>
	operationsOf(known)
		.map((id) => known.row(id))
		.some((row) => row.known === 'shown' && startsWith(path, row.path));

/** Where an operation may be, the likeliest first. */
function pathsOf(known: Known, operation: OperationId): string[] {
	const { path, method } = known.row(operation);
	const still = unmoved(known);
	const whole = known.spelling.derived(path, still);
	const near = nearest(known, path);
	const [first] = near;
	if (!first) {
		return isBelowShown(known, path) ? [whole, known.spelling.framed(path, still)] : [whole];
	}
	const list = near.find(({ from }) => from === path);
	const others = first.isShown && known.spelling.explains(first) ? [whole] : [];
	const usual = [placedBy(known, path, first) ?? whole, ...others];
	if (method !== 'POST' || !list) return usual;
	// A list may be where the documents show it, and creations where everything else is.
	if (known.createsElsewhere) return first.isShown ? usual.reverse() : usual;
	return [placedBy(known, path, list) ?? whole, ...usual];
}

/** What an operation does, such as `update`. */
const kindOf = (operation: OperationId) => operation.split('.')[1];

/** How a write of the same kind was found to be sent, other than by the table. */
function asWritten(known: Known, operation: OperationId, route: Route): Route {
	const other = known.allWritten.find(
		({ id, row, at }) =>
			kindOf(id) === kindOf(operation) && (at.method !== row.method || endsWith(at.path, 'delete')),
	);
	if (!other) return route;
	const { method, path } = other.at;
	return {
		...route,
		method,
		path: endsWith(path, 'delete') ? below(route.path, 'delete') : route.path,
	};
}

/** The operations whose method the documents show (v2 §4), which they keep. */
const METHOD_SHOWN: Readonly<Record<ApiVersion, readonly OperationId[]>> = {
	v2: ['deal.update'],
	v1: [],
};

/** Where an operation may be, the likeliest first: more than one where what was seen is at odds. */
export function derivedRoutes(known: Known, operation: OperationId): [Route, ...Route[]] {
	const row = known.row(operation);
	const isFixed = METHOD_SHOWN[known.version].includes(operation);
	const routes = [...new Set(pathsOf(known, operation))].map((each) => {
		const path = kindOf(operation) === 'updateMany' ? asUpdate(each) : each;
		return isFixed ? { ...row, path } : asWritten(known, operation, { ...row, path });
	});
	const [first = row, ...others] = routes;
	return [first, ...others];
}

/** Whether nothing that was seen tells where an operation is: it is below what was found nowhere, or shows nothing. */
export function isLost(known: Known, operation: OperationId): boolean {
	const { path } = known.row(operation);
	const [resource] = operation.split('.');
	return [...known.missing.keys(), ...known.doubtful].some((id) => {
		const row = known.row(id);
		const isOfList = id === `${resource}.getMany`;
		return isOfList || (row.method === 'GET' && startsWith(path, row.path));
	});
}
