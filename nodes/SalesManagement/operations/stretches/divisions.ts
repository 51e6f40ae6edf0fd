import { fingerprintOf } from '../../api/credential';
import type { Division } from '../../api/stretches/division';
import type { Client, ServiceRequest } from '../../api/types';

/** How many lists are remembered, some hundred bytes each. */
const MOST_LISTS = 200;

const divisions = new Map<string, Division>();

/** A hash, since a request may have a large filter, and values that nobody else should see. */
const keyOf = ({ fingerprint }: Client, request: ServiceRequest): string =>
	fingerprintOf(fingerprint, JSON.stringify(request));

/** How this process divided a list when it last read all of it; those that are read most are kept. */
export function divisionFor(client: Client, request: ServiceRequest): Division | undefined {
	return divisions.get(keyOf(client, request));
}

/** Remembers a division for the next reading of the same list; `undefined` forgets it. */
export function keepDivision(client: Client, request: ServiceRequest, division?: Division): void {
	const key = keyOf(client, request);
	// Set anew, it is the last one to be forgotten.
	divisions.delete(key);
	if (!division) return;
	divisions.set(key, division);
	const [oldest] = divisions.keys();
	if (divisions.size > MOST_LISTS && oldest !== undefined) divisions.delete(oldest);
}
