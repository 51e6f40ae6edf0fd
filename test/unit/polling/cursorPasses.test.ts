/** Passes over a cursor: believed only where they agree, and only as far as they agree. */
import {
	CursorRejected,
	type Row,
	type Source,
	type View,
} from '../../../nodes/SalesManagement/polling';
import { byCursor } from '../../../nodes/SalesManagement/polling/cursorPasses';
import { rowAt } from '../support/quietService';

type Page = Array<Row<number>> | 'rejected';

/** A list that shows other pages at each pass; the last pass repeats. */
function passesOf(...passes: Page[][]) {
	let pass = -1;
	let reads = 0;
	const at = (index: number): View<number> => {
		reads++;
		const pages = passes[Math.min(pass, passes.length - 1)]!;
		const rows = pages[index]!;
		if (rows === 'rejected') throw new CursorRejected('400');
		const more = index + 1 < pages.length;
		return { rows, serverTime: 0, ...(more && { cursor: `${pass} ${index + 1}` }) };
	};
	const source: Source<number> = {
		ordered: true,
		serverTime: async () => 0,
		read: async ({ cursor = '' }) => at(Number(cursor.split(' ')[1])),
	};
	const begin = async () => {
		pass++;
		return { query: {}, view: at(0) };
	};
	return { source, begin, passes: () => pass + 1, reads: () => reads };
}

const READING = { guardMs: 2_000, agreeingPasses: 2, hasTime: () => true };
const toTheEnd = () => false;
const beyond = (time: number) => (rows: ReadonlyArray<Row<unknown>>) =>
	rows.some(({ updatedAt }) => updatedAt > time);

const shown = (rows: ReadonlyArray<Row<number>> = []) =>
	rows.map(({ id, updatedAt }) => [id, updatedAt]);

test('two passes that agree are enough, and to the end means to the end', async () => {
	const list = passesOf([[rowAt(1, 5), rowAt(2, 5)], [rowAt(3, 5)]]);
	const found = await byCursor(list.source, list.begin, toTheEnd, READING);
	expect(shown(found?.rows)).toEqual([
		[1, 5],
		[2, 5],
		[3, 5],
	]);
	expect(found?.upTo).toBe(Infinity);
	expect([list.passes(), list.reads()]).toEqual([2, 4]);
});

test('a record that one pass skipped is in the next, which has to be proved again', async () => {
	const whole = [
		[rowAt(1, 5), rowAt(2, 5)],
		[rowAt(3, 5), rowAt(4, 5)],
	];
	const list = passesOf(
		[[rowAt(1, 5), rowAt(2, 5)], [rowAt(4, 5)]],
		[[rowAt(2, 5)], [rowAt(3, 5), rowAt(4, 5)]],
		whole,
	);
	const found = await byCursor(list.source, list.begin, toTheEnd, READING);
	expect(shown(found?.rows)).toEqual([
		[1, 5],
		[2, 5],
		[3, 5],
		[4, 5],
	]);
	// The second lacks what the first had, so the third and the fourth are the ones that agree.
	expect(list.passes()).toBe(3);
});

test('a record that has changed meanwhile does not count as the same', async () => {
	const list = passesOf([[rowAt(1, 5), rowAt(2, 5)]], [[rowAt(2, 5), rowAt(1, 7)]]);
	const found = await byCursor(list.source, list.begin, toTheEnd, READING);
	expect(shown(found?.rows)).toEqual([
		[2, 5],
		[1, 7],
	]);
	expect(list.passes()).toBe(3);
});

test('it reaches as far as the shorter of the passes, and nothing beyond is handed on', async () => {
	const run = [rowAt(1, 5), rowAt(2, 5)];
	const list = passesOf(
		[run, [rowAt(3, 5), rowAt(4, 8)], [rowAt(9, 20)]],
		[run, [rowAt(3, 5), rowAt(5, 12)], [rowAt(9, 20)]],
	);
	const found = await byCursor(list.source, list.begin, beyond(5), READING);
	expect(found?.upTo).toBe(8);
	expect(shown(found?.rows)).toEqual([
		[1, 5],
		[2, 5],
		[3, 5],
	]);
	// It went no further than the first page that leaves the run.
	expect(list.reads()).toBe(4);
});

test('at its last page a pass reaches the end even if it leaves the run there', async () => {
	const list = passesOf([[rowAt(1, 5), rowAt(2, 5)], [rowAt(3, 9)]]);
	const found = await byCursor(list.source, list.begin, beyond(5), READING);
	expect(found?.upTo).toBe(Infinity);
	expect(shown(found?.rows)).toEqual([
		[1, 5],
		[2, 5],
		[3, 9],
	]);
});

test('of two versions in one pass the newer counts, in rising order', async () => {
	const list = passesOf([
		[rowAt(1, 5), rowAt(2, 9)],
		[rowAt(1, 7), rowAt(2, 6)],
	]);
	const found = await byCursor(list.source, list.begin, toTheEnd, READING);
	expect(shown(found?.rows)).toEqual([
		[1, 7],
		[2, 9],
	]);
});

test('of two versions of one time that are read in one pass the later read counts', async () => {
	const early = rowAt(1, 5, { digest: 'early' });
	const late = rowAt(1, 5, { digest: 'late' });
	const list = passesOf([[early, rowAt(2, 5)], [late]]);
	const found = await byCursor(list.source, list.begin, toTheEnd, READING);
	expect(found?.rows.find(({ id }) => id === 1)?.digest).toBe('late');
});

test('a rejected cursor ends its pass, and what agreed before it counts no more', async () => {
	const good: Page[] = [[rowAt(1, 5)], [rowAt(2, 5)]];
	const list = passesOf(good, [[rowAt(1, 5)], 'rejected'], good);
	const found = await byCursor(list.source, list.begin, toTheEnd, READING);
	expect(shown(found?.rows)).toEqual([
		[1, 5],
		[2, 5],
	]);
	expect(list.passes()).toBe(4);
});

test('passes that never agree end after twelve', async () => {
	const restless = Array.from({ length: 40 }, (_, pass) => [[rowAt(pass, 5)]]);
	const list = passesOf(...restless);
	await expect(byCursor(list.source, list.begin, toTheEnd, READING)).rejects.toThrow(/too fast/);
	expect(list.passes()).toBe(12);
});

test('without time it is nothing, whatever was read', async () => {
	const list = passesOf([[rowAt(1, 5)], [rowAt(2, 5)]]);
	const reading = { ...READING, hasTime: () => list.reads() < 3 };
	expect(await byCursor(list.source, list.begin, toTheEnd, reading)).toBeUndefined();
	expect(list.reads()).toBe(3);
});

test('an empty page with more announced, and a page that leads to itself, are errors', async () => {
	const empty = passesOf([[], [rowAt(1, 5)]]);
	await expect(byCursor(empty.source, empty.begin, toTheEnd, READING)).rejects.toThrow(/repeated/);
	const rows = [rowAt(1, 5)];
	const source: Source<number> = {
		ordered: true,
		serverTime: async () => 0,
		read: async () => ({ rows, serverTime: 0, cursor: 'again' }),
	};
	const begin = async () => ({ query: {}, view: await source.read({}) });
	await expect(byCursor(source, begin, toTheEnd, READING)).rejects.toThrow(/repeated a page/);
});
