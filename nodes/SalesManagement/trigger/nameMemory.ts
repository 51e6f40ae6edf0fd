/** What the names in a trigger's form meant when they were looked up, as n8n keeps it. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import { isObject } from '../values';

/** Under this name n8n keeps it, beside the state. */
const NAMES = 'names';
/** Characters that they take at most: n8n copies what it keeps of a trigger into each execution. */
const MOST = 4_000;

/** What a name means. */
export interface Meaning {
	readonly ids: readonly number[];
	/** When it was looked up last, in milliseconds since 1970. */
	readonly checkedAt: number;
}

export type Meanings = ReadonlyMap<string, Meaning>;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** Nothing that comes from outside is used unchecked: a name with a damaged meaning has none. */
export function meaningsIn(home: IDataObject): Meanings {
	const saved = home[NAMES];
	const known = new Map<string, Meaning>();
	for (const [key, numbers] of isObject(saved) ? Object.entries(saved) : []) {
		const list: unknown[] = Array.isArray(numbers) ? numbers : [];
		if (list.length < 2 || !list.every(isWhole)) continue;
		const [checkedAt = 0, ...ids] = list;
		known.set(key, { ids, checkedAt });
	}
	return known;
}

const asSaved = (meanings: Meanings): IDataObject =>
	Object.fromEntries([...meanings].map(([key, { ids, checkedAt }]) => [key, [checkedAt, ...ids]]));

/**
 * Puts them in place. n8n saves what was touched, so what is the same is left alone.
 * @throws UsageError for more than can be kept.
 */
export function keep(home: IDataObject, meanings: Meanings): void {
	if (meanings.size === 0) {
		if (NAMES in home) delete home[NAMES];
		return;
	}
	const saved = asSaved(meanings);
	if (JSON.stringify(saved).length > MOST) {
		throw new UsageError(
			`The trigger can’t remember what ${meanings.size} names mean, so they could come to mean something else: give IDs for some of them.`,
		);
	}
	if (JSON.stringify(home[NAMES]) !== JSON.stringify(saved)) home[NAMES] = saved;
}
