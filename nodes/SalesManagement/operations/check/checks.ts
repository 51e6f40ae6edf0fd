/** All parts of the check, in their order: each builds on what those before it found. */
import { byItemKey, customs } from './customs';
import { envelopes } from './envelopes';
import { ERRORS } from './errors';
import { fields } from './fields';
import type { Check } from './inquiry';
import { greatest, pageOne } from './pageNumbers';
import { PAGING } from './paging';
import { linkedObjects, READS, V1_ONLY } from './reads';
import { routeOf, routeWhereMoved } from './routes';
import { revisited } from './routes/elsewhere';
import { nowhere } from './routes/nowhere';
import { COUNTS, SEARCHES } from './search';
import { times } from './times';
import { WINDOWS } from './windows';

const judging = [envelopes, fields, customs, times, ...COUNTS];

/** Addresses come first, at both interfaces: what is missing is the most that can be wrong. */
export const ADDRESSES: readonly Check[] = [
	nowhere,
	...READS.flatMap((read) =>
		read.operation === 'customObject.getMany' ? [linkedObjects, routeOf(read)] : [routeOf(read)],
	),
	revisited,
];

/** What any service shows comes before what takes certain records, for which there may be no requests left. */
export const CONTENTS: readonly Check[] = [
	...judging,
	...ERRORS,
	pageOne,
	...PAGING,
	greatest,
	...WINDOWS,
	...SEARCHES,
	byItemKey,
];

/** Of the v1 key beside a token: what only v1 has is used there. */
export const ADDRESSES_BESIDE: readonly Check[] = [
	nowhere,
	...V1_ONLY.map(routeOf),
	...READS.filter((read) => !V1_ONLY.includes(read)).map(routeWhereMoved),
	revisited,
];

export const CONTENTS_BESIDE: readonly Check[] = judging;
