/** The last item: what was found in all, and whether it has changed. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { adviceFor, verdictOf } from './advice';
import { changesSince, type Shapes } from './changes';
import type { Finding, Overrides, Verdict } from './finding';
import type { Part } from './part';

export type { Part } from './part';

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
