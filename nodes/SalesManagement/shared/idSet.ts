/**
 * Packs sets of record ids into short text. A run of consecutive ids becomes its gap to the run before, and
 * the number of further ids in it, both in base 36: `a-5.1s` is 10 to 15, and 79. Ids are integers that rise
 * (v2 §2), so a run takes almost no room, and a scattered id two to five characters.
 */
const RADIX = 36;

/** Packs a set of ids; a repeated id counts once. */
export function packIds(ids: Iterable<number>): string {
	let before = 0;
	const packed = runsIn([...new Set(ids)].sort((a, b) => a - b)).map(({ first, last, count }) => {
		const gap = (first - before).toString(RADIX);
		before = last;
		return count === 1 ? gap : `${gap}-${(count - 1).toString(RADIX)}`;
	});
	return packed.join('.');
}

/** The runs in a list, in which each value is one more than the one before; any other value is a run of its own. */
export function runsIn<Each>(all: readonly Each[]) {
	const runs: Array<{ readonly first: Each; last: Each; count: number }> = [];
	for (const each of all) {
		const run = runs.at(-1);
		if (run && typeof run.last === 'number' && each === run.last + 1) {
			run.last = each;
			run.count++;
		} else runs.push({ first: each, last: each, count: 1 });
	}
	return runs;
}

/** Reads a packed set of ids. */
export function unpackIds(text: string): Set<number> {
	const ids = new Set<number>();
	let id = 0;
	for (const run of text === '' ? [] : text.split('.')) {
		const [gap = 0, more = 0] = run.split('-').map((number) => parseInt(number, RADIX));
		id += gap;
		ids.add(id);
		for (let left = more; left > 0; left--) ids.add(++id);
	}
	return ids;
}
