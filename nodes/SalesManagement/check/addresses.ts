/**
 * Looks for each read at its documented address, then at others, and derives from what it finds where the
 * other operations must be.
 */
import { isRead, ROUTES, type OperationId, type Route } from '../api/routes';
import { withoutSeparators } from '../fields';
import { mainFields } from '../records';
import { routeText, type ReadOutcome, type Side } from './checkedInterface';
import { describedBy } from './properties';
import { asksFor, type Ask } from './reads';
import { rewritten, waysTo } from './rewrites';

/** How many other addresses are tried for a read that is missing at its own. */
const MOST_TRIES = 5;

/** Asks all reads in their order: each one takes its IDs from the answers to those before it. */
export async function askAll(side: Side): Promise<void> {
	const shown = (operation: OperationId) => side.outcome(operation).records;
	for (const operation of side.reads) {
		const [ask, other] = asksFor(operation, shown, side.shared.objectKey);
		if (!ask) continue;
		let outcome = await atPlace(side, operation, ask);
		// A record may have been deleted since it was listed.
		if (outcome.is === 'missing' && other?.record) outcome = await atPlace(side, operation, other);
		if (outcome.is === 'missing') outcome = (await elsewhere(side, operation, ask)) ?? outcome;
		side.outcomes.set(operation, outcome);
		if (outcome.is === 'read') learn(side, operation);
	}
}

const isEntered = (side: Side, operation: OperationId) =>
	routeText(side.client.route(operation)) !== routeText(side.row(operation));

async function atPlace(side: Side, operation: OperationId, ask: Ask): Promise<ReadOutcome> {
	const { method } = side.place(operation);
	// The check writes nothing, whatever is entered for a read under Endpoint Overrides.
	if (method !== side.row(operation).method) {
		return {
			is: 'inconclusive',
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
	ask: Ask,
): Promise<ReadOutcome | undefined> {
	const row = side.row(operation);
	const ways = row.known === 'shown' ? [] : waysTo(row.path, side.shared.rewrites);
	const paths = new Set(ways.map((way) => rewritten(row.path, way))).add(row.path);
	paths.delete(side.client.route(operation).path);
	// A search is a POST, so it is sent only to addresses that call themselves a search.
	const safe = [...paths].filter((path) => row.method === 'GET' || path.includes('search'));
	for (const path of safe.slice(0, MOST_TRIES)) {
		const route = { ...row, path };
		const outcome = await side.read(operation, ask, route);
		// An empty list doesn't show of which kind its records would be.
		if (outcome.records.length === 0 || !isOfKind(operation, outcome)) continue;
		return { ...outcome, foundAt: route };
	}
	return undefined;
}

/** Remembers how the address at which an operation was read differs from the documented one. */
function learn(side: Side, operation: OperationId): void {
	const { rewrites, moved } = side.shared;
	const { path, known } = side.row(operation);
	const to = side.place(operation).path;
	const way = waysTo(path, rewrites).find((each) => rewritten(path, each) === to);
	for (const each of way ?? []) if (each(path) !== path) rewrites.add(each);
	for (const word of wordsChanged(path, to)) moved.add(word);
	// A documented address says nothing about addresses that were only inferred.
	if (to === path && known !== 'shown') for (const word of path.split('/')) side.unmoved.add(word);
}

/** The words that only one of the two addresses has. */
function wordsChanged(...addresses: readonly [string, string]): string[] {
	const words = addresses.flatMap((address) => address.split('/'));
	return words.filter((word) => words.indexOf(word) === words.lastIndexOf(word));
}

/** Properties that records of any kind may have, so that they don't tell one kind from another. */
const COMMON = ['id', 'name', 'createdAt', 'updatedAt'];

/**
 * Whether records are certainly of the kind that the operation reads: they are the record that was asked for,
 * or have half of the properties that their kind has besides the common ones.
 */
function isOfKind(operation: OperationId, { records, ask }: ReadOutcome): boolean {
	const [first] = records;
	const { record } = ask ?? {};
	if (operation.endsWith('.search')) return records.some(({ id }) => id === record?.id);
	const id = ask?.path?.id;
	if (id !== undefined && first?.id !== id) return false;
	const described = describedBy(operation);
	const names = (described ? mainFields(described) : [])
		.map(({ shownAs }) => shownAs)
		.filter((name) => !COMMON.includes(name))
		.map(withoutSeparators);
	const shown = new Set(records.flatMap((each) => Object.keys(each)).map(withoutSeparators));
	return names.filter((name) => shown.has(name)).length * 2 >= names.length;
}

const isWithin = (path: string, above: string) => `${path}/`.startsWith(`${above}/`);

/** The Endpoint Overrides to enter: the operations that are not where the documents have them. */
export function overridesOf(side: Side): Record<string, string> {
	const overrides: Record<string, string> = {};
	for (const id of Object.keys(ROUTES[side.client.version]) as OperationId[]) {
		const place = routeText(placeOf(side, id));
		if (place !== routeText(side.row(id))) overrides[`${side.overridePrefix}${id}`] = place;
	}
	return overrides;
}

/** The route of an operation: the documented one, unless what was read or entered says otherwise. */
function placeOf(side: Side, id: OperationId): Route {
	const row = side.row(id);
	const place = side.place(id);
	const { is } = side.outcome(id);
	// No override is proposed that would send a read with a method that may write.
	if (isRead(id) && place.method !== row.method) return row;
	if (is === 'read' || (isEntered(side, id) && is !== 'missing')) return place;
	// Nothing is known about addresses below one that was found nowhere.
	const isLost = [...side.outcomes].some(
		([read, outcome]) => outcome.is === 'missing' && isWithin(row.path, side.row(read).path),
	);
	if (isLost || row.known === 'shown') return row;
	const list = side.reads.find((read) => read === id.replace(/\.\w+$/, '.getMany'));
	const { path: foundAt = '' } = (list && side.outcome(list).foundAt) ?? {};
	// The operations of a record lie below its list.
	const isBelow = list && foundAt && isWithin(row.path, side.row(list).path);
	const above = isBelow ? side.row(list).path : '';
	const below = row.path.slice(above.length);
	const path = rewritten(below, side.shared.rewrites);
	const { moved } = side.shared;
	// A word of an address is replaced only if a read was found with the replacement and none with the
	// documented word.
	const isSeen = wordsChanged(below, path).every(
		(word) => moved.has(word) && !side.unmoved.has(word),
	);
	return { ...row, path: `${above && foundAt}${isSeen ? path : below}` };
}
