/** Whether each read is at its address, else where; and where the other operations must be then. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES, type OperationId } from '../api/routes/routes';
import type { Route } from '../api/types';
import { recordOf } from '../records';
import { mainFields } from '../records/record';
import { foldedName, isBlank } from '../values';
import { rewritten, waysTo, type Rewrite } from './rewrites';
import { hasId, routeText, type Outcome, type Side } from './side';
import type { Ask, Read } from './targets';

/** Other addresses that are tried for one that is missing. */
const MOST_TRIES = 5;

/** Asks all reads, in their order: each gets its IDs from those before it. */
export async function askAll(side: Side): Promise<void> {
	for (const read of side.reads) {
		const [ask, other] = side.asksOf(read);
		if (!ask) continue;
		let outcome = await outcomeOf(side, read, ask);
		// A record may have been deleted since it was listed.
		if (outcome.is === 'missing' && other?.record) outcome = await outcomeOf(side, read, other);
		if (outcome.is === 'missing') outcome = await elsewhere(side, read, ask, outcome);
		side.outcomes.set(read.operation, { ...outcome, ask });
		if (outcome.is === 'read') learn(side, read.operation);
	}
}

async function outcomeOf(side: Side, read: Read, ask: Ask): Promise<Outcome> {
	const { method } = side.place(read.operation);
	// Whatever is entered for a read under Endpoint Overrides: the check writes nothing.
	if (method !== side.row(read.operation).method) {
		return {
			...{ is: 'untold', why: `${method} was entered for it, which may write` },
			advice: 'Correct or remove it under Endpoint Overrides of the credential.',
		};
	}
	const outcome = await side.read(read, ask);
	const isInDoubt =
		outcome.is === 'read' && outcome.records.length > 0 && isEntered(side, read.operation);
	return isInDoubt && isOtherKind(outcome, read, ask)
		? { is: 'missing', evidence: 'other records' }
		: outcome;
}

const isEntered = (side: Side, operation: OperationId): boolean =>
	routeText(side.client.route(operation)) !== routeText(side.row(operation));

async function elsewhere(side: Side, read: Read, ask: Ask, missing: Outcome): Promise<Outcome> {
	const { operation } = read;
	const { seen } = side.given;
	const row = side.row(operation);
	const asked = new Set([side.client.route(operation).path]);
	const tries = row.known === 'shown' ? [new Set<Rewrite>()] : waysTo(row.path, seen);
	for (const rewrites of tries) {
		const route = { ...row, path: rewritten(row.path, rewrites) };
		if (asked.has(route.path) || asked.size > MOST_TRIES) continue;
		// A search is sent: only to what calls itself one.
		if (row.method !== 'GET' && !route.path.includes('search')) continue;
		asked.add(route.path);
		const outcome = await side.read(read, ask, route);
		if (outcome.is !== 'read' || isOtherKind(outcome, read, ask)) continue;
		side.found.set(operation, route);
		return outcome;
	}
	// What is missing may be forbidden, where both are answered alike.
	return 'status' in missing && missing.status === 403 ? { ...missing, is: 'forbidden' } : missing;
}

/** What led to where an operation was read leads to others, too. */
function learn(side: Side, operation: OperationId): void {
	const { seen } = side.given;
	const { path } = side.row(operation);
	const to = side.place(operation).path;
	const way = waysTo(path, seen).find((each) => rewritten(path, each) === to);
	for (const each of way ?? []) if (each(path) !== path) seen.add(each);
}

/** What records of any kind may have. */
const COMMON = ['id', 'name', 'createdAt', 'updatedAt'];

/** Whether the records at an address are not certainly of the kind that is looked for: an empty list may be any. */
function isOtherKind(outcome: Outcome, { operation }: Read, { path, record }: Ask): boolean {
	if (outcome.is !== 'read') return false;
	const { records } = outcome;
	const [first] = records;
	if (!first) return true;
	if (path?.id !== undefined && !hasId(first, path.id)) return true;
	if (operation.endsWith('.search')) return !records.some((each) => hasId(each, record?.id));
	if (path?.id !== undefined && !isBlank(first.name) && first.name === record?.name) return false;
	const names = namesOf(operation).map(foldedName);
	const shown = new Set(records.flatMap((each: IDataObject) => Object.keys(each)).map(foldedName));
	return names.filter((name) => shown.has(name)).length * 2 < names.length;
}

/** The properties by which a kind of record is known; none where the documents name none. */
function namesOf(operation: OperationId): string[] {
	const [resource = ''] = operation.split('.');
	if (resource === 'domainSetting') return ['dealTypes'];
	const record = recordOf(resource === 'dealContact' ? 'contact' : resource);
	return mainFields(record ?? { fields: [] })
		.map(({ key, shownAs = key }) => shownAs)
		.filter((name) => !COMMON.includes(name));
}

/** Where an operation is that was looked for in vain, or is below such a one, nothing tells. */
const isLost = (side: Side, operation: OperationId): boolean => {
	const { path } = side.row(operation);
	return [...side.outcomes].some(([id, outcome]) => {
		if (outcome.is !== 'missing') return false;
		const list = side.row(id).path;
		return path === list || path.startsWith(`${list}/`);
	});
};

/**
 * What belongs under Endpoint Overrides: what was found, what was entered and works, and what of the
 * rest follows from the rewrites that no read contradicts.
 */
export function overridesOf(side: Side): Record<string, string> {
	const { version, given, outcomes, found } = side;
	const rows = Object.entries(ROUTES[version]) as Array<[OperationId, Route]>;
	const isRead = (id: OperationId) => outcomes.get(id)?.is === 'read';
	const shown = rows.filter(([, row]) => row.known === 'shown').map(([, { path }]) => path);
	const isBelowShown = (path: string) =>
		shown.some((each) => path === each || path.startsWith(`${each}/`));
	const still = (rewrite: Rewrite, resource = '') =>
		rows.some(([id, { path }]) => {
			const isUnmoved = isRead(id) && side.place(id).path === path && rewrite(path) !== path;
			if (!isUnmoved) return false;
			// What the documents show, and what is below it, may be so while all else is written otherwise.
			return !isBelowShown(path) || (!shown.includes(path) && id.startsWith(`${resource}.`));
		});
	const overrides: Record<string, string> = {};
	for (const [id, row] of rows) {
		const [resource] = id.split('.');
		const derived = new Set(
			[...given.seen].filter((each) => !still(each) && !still(each, resource)),
		);
		const isFixed = found.has(id) || isRead(id) || isEntered(side, id);
		const isWrong = outcomes.get(id)?.is === 'missing' && !found.has(id);
		if (isWrong || (!isFixed && isLost(side, id))) continue;
		const route = isFixed
			? side.place(id)
			: { ...row, path: row.known === 'shown' ? row.path : rewritten(row.path, derived) };
		if (routeText(route) !== routeText(row)) overrides[`${given.mark}${id}`] = routeText(route);
	}
	return overrides;
}
