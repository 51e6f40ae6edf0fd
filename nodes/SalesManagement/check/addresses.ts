/** Whether each read is at its address, else where; and where the other operations must be then. */
import { isRead, ROUTES, type OperationId } from '../api/routes/routes';
import type { Route } from '../api/types';
import { mainFields } from '../records/record';
import { withoutSeparators } from '../fields';
import { isBlank } from '../values';
import { describedBy } from './properties';
import { rewritten, waysTo, type Rewrite } from './rewrites';
import { routeText, type Outcome, type Side } from './checkedInterface';
import type { Ask } from './reads';

/** Other addresses that are tried for one that is missing. */
const MOST_TRIES = 5;

/** Asks all reads, in their order: each gets its IDs from those before it. */
export async function askAll(side: Side): Promise<void> {
	for (const read of side.reads) {
		const { operation } = read;
		const [ask, other] = side.asksOf(read);
		if (!ask) continue;
		let outcome = await atPlace(side, operation, ask);
		// A record may have been deleted since it was listed.
		if (outcome.is === 'missing' && other?.record) outcome = await atPlace(side, operation, other);
		if (outcome.is === 'missing') outcome = await elsewhere(side, operation, outcome, ask);
		side.outcomes.set(operation, outcome);
		if (outcome.is === 'read') learn(side, operation);
	}
}

const isEntered = (side: Side, operation: OperationId): boolean =>
	routeText(side.client.route(operation)) !== routeText(side.row(operation));

async function atPlace(side: Side, operation: OperationId, ask: Ask): Promise<Outcome> {
	const { method } = side.place(operation);
	// Whatever is entered for a read under Endpoint Overrides: the check writes nothing.
	if (method !== side.row(operation).method) {
		return {
			is: 'untold',
			records: [],
			evidence: `${method} was entered for it, which may write`,
			advice: 'Correct or remove it under Endpoint Overrides of the credential.',
		};
	}
	const outcome = await side.read(operation, ask);
	const isSure = outcome.records.length === 0 || !isEntered(side, operation);
	return isSure || isOfKind(operation, outcome)
		? outcome
		: { is: 'missing', records: [], evidence: 'other records' };
}

async function elsewhere(
	side: Side,
	operation: OperationId,
	missing: Outcome,
	ask: Ask,
): Promise<Outcome> {
	const row = side.row(operation);
	const asked = new Set([side.client.route(operation).path]);
	const isShown = row.known === 'shown';
	for (const way of isShown ? [new Set<Rewrite>()] : waysTo(row.path, side.given.rewrites)) {
		const route = { ...row, path: rewritten(row.path, way) };
		// A search is sent: only to what calls itself one.
		const isSafe = row.method === 'GET' || route.path.includes('search');
		if (asked.has(route.path) || asked.size > MOST_TRIES || !isSafe) continue;
		asked.add(route.path);
		const outcome = await side.read(operation, ask, route);
		// An empty list may be any.
		if (outcome.records.length === 0 || !isOfKind(operation, outcome)) continue;
		side.found.set(operation, route);
		return outcome;
	}
	return missing;
}

/** What led to where an operation was read leads to others, too. */
function learn(side: Side, operation: OperationId): void {
	const { rewrites } = side.given;
	const { path } = side.row(operation);
	const to = side.place(operation).path;
	const way = waysTo(path, rewrites).find((each) => rewritten(path, each) === to);
	for (const each of way ?? []) if (each(path) !== path) rewrites.add(each);
}

/** What records of any kind may have. */
const COMMON = ['id', 'name', 'createdAt', 'updatedAt'];

/** Whether records are certainly of the kind that is looked for: by what was asked for, or by half of their properties. */
function isOfKind(operation: OperationId, { records, ask }: Outcome): boolean {
	const [first] = records;
	const { record } = ask ?? {};
	if (operation.endsWith('.search')) return records.some(({ id }) => id === record?.id);
	const id = ask?.path?.id;
	if (id !== undefined && first?.id !== id) return false;
	if (id !== undefined && !isBlank(record?.name) && first?.name === record?.name) return true;
	const names = namesOf(operation).map(withoutSeparators);
	const shown = new Set(records.flatMap((each) => Object.keys(each)).map(withoutSeparators));
	return names.filter((name) => shown.has(name)).length * 2 >= names.length;
}

/** The properties by which a kind of record is known; none where the documents name none. */
const namesOf = (operation: OperationId): string[] =>
	mainFields(describedBy(operation) ?? { fields: [] })
		.map(({ key, shownAs = key }) => shownAs)
		.filter((name) => !COMMON.includes(name));

const isWithin = (path: string, above: string): boolean =>
	path === above || path.startsWith(`${above}/`);

/**
 * What belongs under Endpoint Overrides: what was found, what was entered and works, and what of the
 * rest follows from the rewrites that no read contradicts.
 */
export function overridesOf(side: Side): Record<string, string> {
	const { client, given, found } = side;
	const rows = Object.entries(ROUTES[client.version]) as Array<[OperationId, Route]>;
	const shown = rows.filter(([, { known }]) => known === 'shown').map(([, { path }]) => path);
	const was = (is: Outcome['is']) => rows.filter(([id]) => side.outcome(id).is === is);
	const reads = was('read');
	const isMoved = ([id, { path }]: (typeof reads)[number]) => side.place(id).path !== path;
	const unmoved = reads.filter((each) => !isMoved(each));
	// Of custom objects the documents show all words: only a read of theirs leads elsewhere.
	const areObjectsMoved = reads.some((each) => each[0] === 'customObject.get' && isMoved(each));
	// What the documents show, and what is below it, may be so while all else is written otherwise.
	const isContradicted = (rewrite: Rewrite, resource: string) =>
		unmoved.some(([id, { path, known }]) => {
			const isAside = shown.some((each) => isWithin(path, each));
			const counts = !isAside || (known !== 'shown' && id.startsWith(resource));
			return counts && rewrite(path) !== path;
		});
	const lost = was('missing').map(([, { path }]) => path);
	const overrides: Record<string, string> = {};
	for (const [id, row] of rows) {
		const isKnown = found.has(id) || side.outcome(id).is === 'read' || isEntered(side, id);
		// Below what was looked for in vain nothing tells where anything is.
		const isLost = lost.some((path) =>
			isKnown ? path === row.path && side.place(id).path !== path : isWithin(row.path, path),
		);
		// What may write is not proposed for a read.
		const mayWrite = isRead(id) && side.place(id).method !== row.method;
		if (isLost || mayWrite) continue;
		const [resource] = id.split('.');
		const holding = [...given.rewrites].filter((each) => !isContradicted(each, `${resource}.`));
		const isKept = row.known === 'shown' || (resource === 'customObject' && !areObjectsMoved);
		const path = isKept ? row.path : rewritten(row.path, new Set(holding));
		const route = routeText(isKnown ? side.place(id) : { ...row, path });
		if (route !== routeText(row)) overrides[`${given.mark}${id}`] = route;
	}
	return overrides;
}
