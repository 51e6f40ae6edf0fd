/**
 * Sets of record ids as short text: for each run of ids that follow each other the gap to the one before
 * it, and how many more it has, in base 36. `a-5.1s` is 10 to 15, and 79. Ids are integers that rise (v2 §2),
 * so that many in a row take next to nothing, and scattered ones two to five characters each.
 */
const RADIX = 36;

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
