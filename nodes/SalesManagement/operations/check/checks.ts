/** All parts of the check, in their order: each builds on what those before it found. */
import { byItemKey, customs } from './customs';
import { envelopes } from './envelopes';
import { ERRORS } from './errors';
import { fields } from './fields';
import type { Check } from './inquiry';
import { greatest, pageOne } from './pageNumbers';
import { PAGING } from './paging';
import { linkedObjects, READS, V1_ONLY } from './reads';
import { nowhere, revisited, routeOf } from './routes';
import { SEARCHES } from './search';
import { times } from './times';
import { WINDOWS } from './windows';

const judging = [envelopes, fields, customs, times];

export const ALL: readonly Check[] = [
	nowhere,
	...READS.flatMap((read) =>
		read.operation === 'customObject.getMany' ? [linkedObjects, routeOf(read)] : [routeOf(read)],
	),
	revisited,
	...judging,
	...PAGING,
	pageOne,
	greatest,
	...WINDOWS,
	...SEARCHES,
	byItemKey,
	...ERRORS,
];

/** Of the v1 key beside a token: only what only v1 has is used there. */
export const BESIDE: readonly Check[] = [nowhere, ...V1_ONLY.map(routeOf), revisited, ...judging];
