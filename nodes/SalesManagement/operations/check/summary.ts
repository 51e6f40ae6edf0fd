/** The last item: what was found in all, and whether it has changed. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ApiVersion } from '../../api/types';
import { changesSince, type Shapes } from './changes';
import type { Finding, Overrides, Verdict } from './finding';
import { ATTACH, NOT_ACCEPTED } from './words';

/** What was found at one interface. */
export interface Part {
	readonly version: ApiVersion;
	/** Whether it is the v1 key beside a token. */
	readonly isBeside?: boolean;
	readonly findings: readonly Finding[];
	readonly overrides: Overrides;
	/** Whether the credential has just these already. */
	readonly areEntered?: boolean;
}

export interface Summary {
	readonly item: IDataObject;
	readonly shapes: Shapes;
	readonly counts: Readonly<Record<Verdict, number>>;
	readonly overrides: Overrides;
	/** Absent where nothing was given to compare with. */
	readonly changes?: readonly string[];
	readonly fingerprint: string;
}

const all = (parts: readonly Part[]): Finding[] => parts.flatMap(({ findings }) => findings);

export const countsOf = (findings: readonly Finding[]): Record<Verdict, number> => {
	const counts = { asDescribed: 0, differs: 0, unclear: 0, notPermitted: 0 };
	for (const { verdict } of findings) counts[verdict]++;
	return counts;
};

type Shape = [check: string, found: string];

const shapeOf = ({ verdict, shape }: Finding): string => {
	if (shape !== '') return `${verdict}: ${shape}`;
	return verdict === 'notPermitted' ? verdict : 'asDescribed';
};

/** What is unclear today for want of records may be clear tomorrow, so it is no part of the shapes. */
const clearIn = ({ findings }: Part) => findings.filter(({ verdict }) => verdict !== 'unclear');

const shapesOf = (parts: readonly Part[]): Shapes =>
	Object.fromEntries(
		parts.flatMap((part) =>
			clearIn(part).flatMap((finding): Shape[] => {
				const check = `${part.version} ${finding.check}`;
				const single = Object.entries(finding.byProperty ?? {}).map(
					([property, problem]): Shape => [
						`${check} ${property}`,
						problem === '' ? 'asDescribed' : `differs: ${problem}`,
					],
				);
				return [[check, shapeOf(finding)], ...single];
			}),
		),
	);

/** What is as described is no news, whether it could be seen today or not; nor is what takes certain records. */
const fingerprintOf = (parts: readonly Part[]): string => {
	const lasting = parts
		.flatMap((part) =>
			clearIn(part)
				.filter(({ isOfRecords }) => !isOfRecords)
				.map((finding): Shape => [`${part.version} ${finding.check}`, shapeOf(finding)]),
		)
		.filter(([, shape]) => shape !== 'asDescribed')
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return createHash('sha256').update(JSON.stringify(lasting)).digest('hex').slice(0, 16);
};

/** Overrides of the key beside a token are marked as such in the credential. */
const marked = ({ overrides, isBeside }: Part): Overrides =>
	Object.fromEntries(
		Object.entries(overrides).map(([id, route]) => [isBeside ? `v1:${id}` : id, route]),
	);

/** Whether no read came to anything, so that what else is as described says nothing. */
const isUnread = (parts: readonly Part[]): boolean => {
	const routes = all(parts).filter(({ check }) => check.startsWith('route:'));
	return routes.length > 0 && routes.every(({ verdict }) => verdict !== 'asDescribed');
};

function verdictOf(
	parts: readonly Part[],
	{ differs, asDescribed }: Record<Verdict, number>,
): Verdict {
	if (differs > 0) return 'differs';
	return asDescribed > 0 && !isUnread(parts) ? 'asDescribed' : 'unclear';
}

/** Whether nothing at all is where this interface is asked: then its address is wrong, not each route. */
const isNowhere = ({ findings, overrides }: Part): boolean => {
	const routes = findings.filter(({ check }) => check.startsWith('route:'));
	const isThere = routes.some(({ verdict }) => ['asDescribed', 'notPermitted'].includes(verdict));
	const isMissing = routes.some(({ verdict }) => verdict === 'differs');
	return !isThere && isMissing && Object.keys(overrides).length === 0;
};

const PASTE =
	'Copy endpointOverrides of this item, as JSON, into Endpoint Overrides of the credential; save it, and run the check once more.';
const refusedBy = ({ version, isBeside }: Part): string => {
	const secret = isBeside ? 'V1 API Key' : version === 'v1' ? 'API key' : 'token';
	const address = isBeside ? 'V1 Base URL' : 'Base URL';
	return `The service does not accept the ${secret} of the credential: check it, that it has not expired, and the ${address}; then run the check again.`;
};
const UNREAD =
	'Nothing could be read, so that nothing can be told of the service: read the evidence and the advice of the items above, then run the check again.';
const IN_PART =
	'Nothing differs in what could be looked at, and some of it could not: read the advice of the items that are unclear.';
const READ_ON = `Read the advice of each item that differs: most need nothing of you. ${ATTACH}`;

function whereNothingDiffers(parts: readonly Part[]): string {
	const findings = all(parts);
	const refused = parts.find((part) =>
		part.findings.some(({ evidence }) => evidence.includes(NOT_ACCEPTED)),
	);
	if (refused) return refusedBy(refused);
	if (isUnread(parts)) return UNREAD;
	const isWhole = findings.every(({ verdict, advice }) => verdict !== 'unclear' || advice === '');
	return isWhole ? 'Nothing differs from what this node expects.' : IN_PART;
}

function adviceFor(
	parts: readonly Part[],
	{ differs }: Record<Verdict, number>,
	overrides: Overrides,
): string {
	if (differs === 0) return whereNothingDiffers(parts);
	const lost = parts.find(isNowhere);
	if (lost) {
		const field = lost.isBeside ? 'V1 Base URL' : 'Base URL';
		return `Not one address was found below the ${field} of the credential: check it first. It ends with the version, such as https://…/${lost.version}.`;
	}
	const isNew = parts.some(({ areEntered }) => !areEntered) && Object.keys(overrides).length > 0;
	return isNew ? PASTE : READ_ON;
}

/** @param before the shapes of an earlier report, where there is one to compare with. */
export function summaryOf(parts: readonly Part[], before?: Shapes): Summary {
	const counts = countsOf(all(parts));
	const shapes = shapesOf(parts);
	const fingerprint = fingerprintOf(parts);
	const overrides = Object.assign({}, ...parts.map(marked)) as Overrides;
	const changes = before && changesSince(shapes, before);
	const verdict = verdictOf(parts, counts);
	const evidence = `${counts.asDescribed} as described, ${counts.differs} differ, ${counts.unclear} unclear, ${counts.notPermitted} not permitted`;
	const item: IDataObject = {
		check: 'summary',
		verdict,
		evidence,
		advice: adviceFor(parts, counts, overrides),
		...(Object.keys(overrides).length > 0 && { endpointOverrides: overrides }),
		fingerprint,
		...(changes && { changes: [...changes], hasChanged: changes.length > 0 }),
		shapes,
	};
	return { item, shapes, counts, overrides, changes, fingerprint };
}
