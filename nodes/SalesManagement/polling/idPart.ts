/**
 * A part of a set of ids as short text: the places of its members in the rising order of the whole.
 * Places lie close together whatever the ids are, so a part takes at most a sixth of a character for
 * each id of the whole, and next to nothing where it is one stretch of it.
 */
import { packIds, rising, unpackIds } from './idSet';

export function packPart(part: ReadonlySet<number>, whole: Iterable<number>): string {
	if (part.size === 0) return '';
	return packIds(rising(whole).flatMap((id, place) => (part.has(id) ? [place] : [])));
}

/** @param whole the same set as when it was packed. */
export function unpackPart(text: string, whole: Iterable<number>): Set<number> {
	if (text === '') return new Set();
	const places = unpackIds(text);
	return new Set(rising(whole).filter((_, place) => places.has(place)));
}
