/**
 * Packs sets of record ids into short text. A run of consecutive ids becomes its gap to the run before, and
 * the number of further ids in it, both in base 36: `a-5.1s` is 10 to 15, and 79. Ids are integers that rise
 * (v2 §2), so a run takes almost no room, and a scattered id two to five characters.
 */
const RADIX = 36;

/** Packs a set of ids; a repeated id counts once. */
export function packIds(ids: Iterable<number>): string {
	const runs: Array<{ readonly gap: number; more: number }> = [];
	let before = 0;
	for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
		const run = runs.at(-1);
		if (run && id === before + 1) run.more++;
		else runs.push({ gap: id - before, more: 0 });
		before = id;
	}
	return runs
		.map(({ gap, more }) => gap.toString(RADIX) + (more > 0 ? `-${more.toString(RADIX)}` : ''))
		.join('.');
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
