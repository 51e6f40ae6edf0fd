/** The Endpoint Overrides that follow from where reads were found. */
import { isRead, type OperationId } from '../../api/routes/routes';
import { asDescribed, differs, unclear, type Finding, type Overrides } from './finding';
import type { Known } from './known';
import { derivedRoutes, isLost, isSettled, operationsOf } from './routes/derived';
import { routeText } from './routes/state';
import { wronglyEntered } from './writes/entered';

/** Overrides that the credential has already, and that stay: nothing was missing there, or is another's. */
function entered(known: Known): Overrides {
	const wrong = new Set(wronglyEntered(known).map(({ check }) => check));
	return Object.fromEntries(
		operationsOf(known)
			.filter((id) => !known.found.has(id) && !known.missing.has(id) && known.isEntered(id))
			.filter((id) => !wrong.has(`write:${id}`))
			.map((id) => [id, routeText(known.route(id))]),
	);
}

/** What can't be told is said, and not proposed. */
function untold(operations: readonly OperationId[]): Finding[] {
	if (operations.length === 0) return [];
	return [
		unclear(
			'routes:unknown',
			`Nothing that was found tells where these are: ${operations.join(', ')}`,
			'These operations may not work. Run the check with Include Writes, which finds some of them; ask whoever runs the service for the addresses of the others, and enter them under Endpoint Overrides of the credential.',
		),
	];
}

/**
 * Of all operations that can't be tried by reading. What was not seen is proposed only where
 * something was found elsewhere, and where all that was found agrees.
 */
export function derivedOverrides(known: Known): Finding[] {
	const check = 'routes:derived';
	const before = entered(known);
	const unseen = operationsOf(known).filter((id) => !isSettled(known, id) && !(id in before));
	const derived = unseen.map((id) => ({ id, routes: derivedRoutes(known, id) }));
	const isUnknown = ({ id, routes }: (typeof derived)[number]) =>
		routes.length > 1 || isLost(known, id);
	const unknown = untold(derived.filter(isUnknown).map(({ id }) => id));
	const changed = derived
		.filter((each) => !isUnknown(each))
		.map(({ id, routes: [route] }) => [id, routeText(route)] as const)
		.filter(([id, route]) => route !== routeText(known.row(id)));
	if (changed.length === 0) {
		return [asDescribed(check, 'Nothing was found at another address.'), ...unknown];
	}
	const endpointOverrides = Object.fromEntries(changed);
	const writes = changed.filter(([id]) => !isRead(id)).length;
	const evidence = `Derived from the addresses that were found, not tried: ${changed.length} operations, ${writes} of them writes`;
	const advice =
		'These addresses follow from those that were found, and nobody has tried them yet. They are among endpointOverrides of the last item; with Include Writes the check tries some of them.';
	// Each by itself: which of them are derived depends on what there was to read.
	const found = differs({ check, evidence, advice, shape: '', endpointOverrides });
	return [{ ...found, isOfRecords: true, byProperty: endpointOverrides }, ...unknown];
}

/** All that belongs into the credential: what it has, what was found, what is derived. */
export const allOverrides = (known: Known, findings: readonly Finding[]): Overrides => ({
	...entered(known),
	...(Object.assign(
		{},
		...findings.map(({ endpointOverrides }) => endpointOverrides ?? {}),
	) as Overrides),
});

/** Whether the credential has them already, and no others. */
export function areEntered(known: Known, overrides: Overrides): boolean {
	const before = operationsOf(known).filter((id) => known.isEntered(id));
	return (
		before.length === Object.keys(overrides).length &&
		before.every((id) => overrides[id] === routeText(known.entered(id)))
	);
}
