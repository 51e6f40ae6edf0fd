/** The order in which jest begins the files of tests. */
import { existsSync } from 'node:fs';

interface Timed {
	readonly path: string;
	/** In ms; absent before the first run. */
	readonly duration?: number;
}

const { SLOW, slowFirst } = jest.requireActual<{
	SLOW: readonly string[];
	slowFirst(sorted: readonly Timed[]): Timed[];
}>('../support/slowFirst.js');
const [slow = '', other = ''] = SLOW;

test('every file that is said to be slow exists', () => {
	expect(SLOW.length).toBeGreaterThan(1);
	expect(SLOW.filter((path) => !existsSync(path))).toEqual([]);
});

test('where nothing was measured the slow ones come first, as they are listed', () => {
	const order = slowFirst([{ path: 'a' }, { path: other }, { path: 'b' }, { path: slow }]);
	expect(order.map(({ path }) => path)).toEqual([slow, other, 'a', 'b']);
});

test('what was measured before counts more', () => {
	const measured = [{ path: 'new' }, { path: 'a', duration: 20 }, { path: slow, duration: 10 }];
	expect(slowFirst(measured)).toEqual(measured);
});
