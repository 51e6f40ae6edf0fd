/** What differs from one sandbox to the next, as saved files have it. */
import { createHash } from 'node:crypto';
import type { Ids } from '../../support/wire';

/** No other number in a file is as large, and no ID of a sandbox. */
const FIRST = 770_000_001;

/** IDs that stand for others, by these names. */
export const placeholders = (names: readonly string[]): Ids =>
	Object.fromEntries(names.map((name, at) => [name, FIRST + at])) as Ids;

/** A saved text with the IDs of records that are there. */
export function withIds(text: string, names: readonly string[], ids: Ids): string {
	return names.reduce(
		(changed, name, at) => changed.replaceAll(String(FIRST + at), String(ids[name as keyof Ids])),
		text,
	);
}

/** Stands for the digest of the Base URL in a trigger's state. */
export const BASE_DIGEST = 'DIGEST-OF-THE-BASE-URL';

/** What stands there in the state that n8n saves. */
export const digestOf = (baseUrl: string): string =>
	createHash('sha256')
		.update(JSON.stringify([baseUrl]))
		.digest('base64url')
		.slice(0, 5);
