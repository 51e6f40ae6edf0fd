/** What the summary says: the verdict on the whole, and what to do first. */
import type { Finding, Overrides, Verdict } from './finding';
import type { Part } from './part';
import { FORBIDDEN_OR_MISSING } from './routes/elsewhere';
import { UNREACHED } from './unreached';
import { AGAIN, ATTACH, NO_RECORD, NOT_ACCEPTED, notAskedFor } from './words';

const all = (parts: readonly Part[]): Finding[] => parts.flatMap(({ findings }) => findings);

const routesOf = ({ findings }: Pick<Part, 'findings'>): Finding[] =>
	findings.filter(({ check }) => check.startsWith('route:'));

/** Of the reads, those that showed something, and those that this credential may not do. */
function readsOf(parts: readonly Part[]) {
	const routes = parts.flatMap(routesOf);
	const seen = routes.filter(
		({ verdict, evidence }) => verdict === 'asDescribed' && !/^403\b/.test(evidence),
	);
	const refused = routes.filter(
		({ verdict, advice }) => verdict === 'notPermitted' || advice === FORBIDDEN_OR_MISSING,
	);
	return { seen: seen.length, refused: refused.length };
}

/** Whether no read came to anything, so that what else is as described says nothing. */
function isUnread(part: Part): boolean {
	const routes = routesOf(part);
	return routes.length === 0
		? part.findings.some(({ check }) => check === UNREACHED)
		: routes.every(({ verdict }) => verdict !== 'asDescribed');
}

/** Whether so many reads are not permitted that next to nothing was seen. */
function isHardlySeen(parts: readonly Part[]): boolean {
	const { seen, refused } = readsOf(parts);
	return refused > seen;
}

/** Where there is no customer and no deal, what is read of one was not asked. */
const isEmpty = (parts: readonly Part[]): boolean => {
	const asked = parts
		.flatMap(routesOf)
		.filter(({ check }) => ['route:customer.get', 'route:deal.get'].includes(check));
	return asked.length > 0 && asked.every(({ evidence }) => evidence === notAskedFor(NO_RECORD));
};

export function verdictOf(
	parts: readonly Part[],
	{ differs, asDescribed }: Record<Verdict, number>,
): Verdict {
	if (differs > 0) return 'differs';
	const isTold =
		asDescribed > 0 && ![isHardlySeen, isEmpty].some((is) => is(parts)) && !parts.some(isUnread);
	return isTold ? 'asDescribed' : 'unclear';
}

/** Whether nothing at all is where this interface is asked: then its address is wrong, not each route. */
const isNowhere = (part: Part): boolean => {
	const routes = routesOf(part);
	const isThere = routes.some(({ verdict }) => ['asDescribed', 'notPermitted'].includes(verdict));
	const isMissing = routes.some(({ verdict }) => verdict === 'differs');
	return !isThere && isMissing && Object.keys(part.overrides).length === 0;
};

const PASTE =
	'Copy endpointOverrides of this item, as JSON, into Endpoint Overrides of the credential; save it, and run the check once more.';
const refusedBy = ({ version, isBeside }: Part): string => {
	const secret = isBeside ? 'V1 API Key' : version === 'v1' ? 'API key' : 'token';
	const address = isBeside ? 'V1 Base URL' : 'Base URL';
	return `The service does not accept the ${secret} of the credential: check it, that it has not expired, and the ${address}; then run the check again.`;
};
const hardlySeen = (refused: number): string =>
	`Next to nothing could be seen: the service refuses ${refused} reads to this credential, and little can be told from the rest. Ask whoever administers the service for the right to read customers, deals, contacts, actions and users. ${AGAIN}`;
const EMPTY = `Next to nothing could be compared: the account shows this credential no customer and no deal. Create one of each, or ask whoever administers the service for the right to read them. ${AGAIN}`;
const UNREAD =
	'Nothing could be read, so that nothing can be told of the service: read the evidence and the advice of the items above, then run the check again.';
const IN_PART =
	'Nothing differs in what could be looked at, and some of it could not: read the advice of the items that are unclear or not permitted.';
const READ_ON = `Read the advice of each item that differs: most need nothing of you. ${ATTACH}`;

function whereNothingDiffers(parts: readonly Part[]): string {
	const findings = all(parts);
	const refused = parts.find((part) =>
		part.findings.some(({ evidence }) => evidence.includes(NOT_ACCEPTED)),
	);
	if (refused) return refusedBy(refused);
	if (parts.every(isUnread)) return UNREAD;
	if (isEmpty(parts)) return EMPTY;
	const isWhole = findings.every(
		({ verdict, advice }) => verdict !== 'notPermitted' && (verdict !== 'unclear' || advice === ''),
	);
	return isWhole ? 'Nothing differs from what this node expects.' : IN_PART;
}

function whereSomeDiffer(parts: readonly Part[], overrides: Overrides): string {
	const lost = parts.find(isNowhere);
	if (lost) {
		const field = lost.isBeside ? 'V1 Base URL' : 'Base URL';
		return `Not one address was found below the ${field} of the credential: check it first. It ends with the version, such as https://…/${lost.version}.`;
	}
	const isNew = parts.some(({ areEntered }) => !areEntered) && Object.keys(overrides).length > 0;
	return isNew ? PASTE : READ_ON;
}

const unreachedIn = (parts: readonly Part[]): string[] =>
	all(parts)
		.filter(({ check }) => check === UNREACHED)
		.map(({ evidence, advice }) => `${evidence.replace(/\.$/, '')}: ${advice}`);

export function adviceFor(
	parts: readonly Part[],
	{ differs }: Record<Verdict, number>,
	overrides: Overrides,
): string {
	const isHidden = isHardlySeen(parts);
	const rest =
		differs > 0
			? [whereSomeDiffer(parts, overrides)]
			: isHidden
				? []
				: [whereNothingDiffers(parts)];
	return [
		...unreachedIn(parts),
		...(isHidden ? [hardlySeen(readsOf(parts).refused)] : []),
		...rest,
	].join(' ');
}
