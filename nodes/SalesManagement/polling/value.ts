/**
 * A watched value as text: one part per field, separated by line breaks. What follows a tab in a part
 * says how it reads, which is kept with it but not compared. Where there is no room for more, a digest
 * stands for the whole.
 */
const DIGEST = '!';

export const partsOf = (value: string): string[] => value.split('\n');

/** A part without what is not compared. */
export const comparedOf = (part: string): string => part.split('\t', 1)[0] ?? '';

const comparedIn = (value: string): string => partsOf(value).map(comparedOf).join('\n');

/** Whether only a digest of the value is known. */
export const isDigest = (value: string): boolean => value.startsWith(DIGEST);

/** A digest of what is compared (FNV-1a, 32 bits). */
export function digestOfValue(value: string): string {
	let hash = 0x811c9dc5;
	for (const character of comparedIn(value)) {
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	}
	return DIGEST + String(hash >>> 0);
}

/** The number that a digest consists of. */
export const numberOfDigest = (digest: string): number => Number(digest.slice(DIGEST.length));
export const digestOfNumber = (number: number): string => DIGEST + String(number);

/** Whether a value is the one that was kept. */
export const isSameValue = (kept: string, now: string | undefined): boolean =>
	now !== undefined &&
	(isDigest(kept) ? kept === digestOfValue(now) : comparedIn(kept) === comparedIn(now));
