/** Whether each read is at its address, else where; and where the other operations must be then. */
import { isRead, ROUTES, type OperationId } from '../api/routes/routes';
import type { Route } from '../api/routes/types';
import { withoutSeparators } from '../fields';
import { mainFields } from '../records/record';
import { isBlank } from '../shared';
import { routeText, type Outcome, type Side } from './checkedInterface';
import { describedBy } from './properties';
import type { Ask } from './reads';
import { rewritten, waysTo } from './rewrites';

/** Other addresses that are tried for one that is missing. */
const MOST_TRIES = 5;

/** Asks all reads, in their order: each gets its IDs from those before it. */
export async function askAll(side: Side): Promise<void> {
	for (const read of side.reads) {
		const { operation } = read;
		const [ask, other] = read.asks((each) => side.outcome(each).records, side.given.objectKey);
		if (!ask) continue;
		let outcome = await atPlace(side, operation, ask);
		// A record may have been deleted since it was listed.
		if (outcome.is === 'missing' && other?.record) outcome = await atPlace(side, operation, other);
		if (outcome.is === 'missing') outcome = (await elsewhere(side, operation, ask)) ?? outcome;
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
	ask: Ask,
): Promise<Outcome | undefined> {
	const row = side.row(operation);
	const ways = row.known === 'shown' ? [] : waysTo(row.path, side.given.rewrites);
	const paths = new Set(ways.map((way) => rewritten(row.path, way))).add(row.path);
	paths.delete(side.client.route(operation).path);
	// A search is sent: only to what calls itself one.
	const safe = [...paths].filter((path) => row.method === 'GET' || path.includes('search'));
	for (const path of safe.slice(0, MOST_TRIES)) {
		const route = { ...row, path };
		const outcome = await side.read(operation, ask, route);
		// An empty list may be any.
		if (outcome.records.length === 0 || !isOfKind(operation, outcome)) continue;
		return { ...outcome, foundAt: route };
	}
	return undefined;
}

/** Remembers how the address at which an operation was read differs from the documented one. */
function learn(side: Side, operation: OperationId): void {
	const { rewrites, moved } = side.given;
	const { path, known } = side.row(operation);
	const to = side.place(operation).path;
	const way = waysTo(path, rewrites).find((each) => rewritten(path, each) === to);
	for (const each of way ?? []) if (each(path) !== path) rewrites.add(each);
	for (const word of wordsChanged(path, to)) moved.add(word);
	// An address that the documents show says nothing about those that are only inferred.
	if (to === path && known !== 'shown') for (const word of path.split('/')) side.unmoved.add(word);
}

/** The words that only one of two addresses has. */
function wordsChanged(...addresses: readonly [string, string]): string[] {
	const words = addresses.flatMap((address) => address.split('/'));
	return words.filter((word) => words.indexOf(word) === words.lastIndexOf(word));
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
	const names = mainFields(describedBy(operation) ?? { fields: [] })
		.map(({ key, shownAs = key }) => shownAs)
		.filter((name) => !COMMON.includes(name))
		.map(withoutSeparators);
	const shown = new Set(records.flatMap((each) => Object.keys(each)).map(withoutSeparators));
	return names.filter((name) => shown.has(name)).length * 2 >= names.length;
}

const isWithin = (path: string, above: string): boolean => `${path}/`.startsWith(`${above}/`);

/** The Endpoint Overrides to enter: the operations that are not where the documents have them. */
export function overridesOf(side: Side): Record<string, string> {
	const overrides: Record<string, string> = {};
	for (const id of Object.keys(ROUTES[side.client.version]) as OperationId[]) {
		const place = routeText(placeOf(side, id));
		if (place !== routeText(side.row(id))) overrides[`${side.given.mark}${id}`] = place;
	}
	return overrides;
}

/** Where an operation is: as documented, unless what was read or entered says otherwise. */
function placeOf(side: Side, id: OperationId): Route {
	const row = side.row(id);
	const place = side.place(id);
	const { is } = side.outcome(id);
	// A method that may write is not proposed for a read.
	if (isRead(id) && place.method !== row.method) return row;
	if (is === 'read' || (isEntered(side, id) && is !== 'missing')) return place;
	// Below what was looked for in vain nothing tells where anything is.
	const isLost = [...side.outcomes].some(
		([read, outcome]) => outcome.is === 'missing' && isWithin(row.path, side.row(read).path),
	);
	if (isLost || row.known === 'shown') return row;
	const path = rewritten(row.path, side.given.rewrites);
	const { moved } = side.given;
	// A word is written otherwise where it was found so, and nowhere as it is documented.
	const isSeen = wordsChanged(row.path, path).every(
		(word) => moved.has(word) && !side.unmoved.has(word),
	);
	return isSeen ? { ...row, path } : row;
}
