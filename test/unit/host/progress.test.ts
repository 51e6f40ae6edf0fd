/** What a person sees of long work. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Progress } from '../../../scripts/progress';

const said = (terminal: { isTTY?: boolean; columns?: number } = {}) => {
	const written: string[] = [];
	return { written, progress: new Progress({ ...terminal, write: (text) => written.push(text) }) };
};

test('without a terminal: a line at the beginning and one at the end, with time and growth', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'progress-'));
	const [packed, empty] = [join(folder, 'packed'), join(folder, 'empty')];
	for (const made of [packed, empty]) mkdirSync(made);
	const fill = (name: string) =>
		writeFileSync(join(packed, name), Buffer.alloc(3 * 1024 * 1024, 1));
	fill('was there before');
	const grows = [
		{ folder: packed, as: 'downloaded' },
		{ folder: empty, as: 'installed' },
	];
	const { written, progress } = said();
	const work = async () => {
		fill('new');
		return 7;
	};
	expect(await progress.step({ what: 'Working', grows }, work)).toBe(7);
	const end = expect.stringMatching(/^Working: done \(\d+ s, 3 MB downloaded\)\n$/) as string;
	expect(written).toEqual(['Working …\n', end]);
	rmSync(folder, { recursive: true });
});

test('without a terminal: a line every ten seconds between', async () => {
	jest.useFakeTimers();
	const { written, progress } = said();
	const step = progress.step({ what: 'Working' }, async () => await new Promise(() => undefined));
	jest.advanceTimersByTime(20_000);
	expect(written).toEqual(['Working …\n', '  … 10 s\n', '  … 20 s\n']);
	jest.useRealTimers();
	void step;
});

test('on a terminal: one line, written over each second, that fits', async () => {
	jest.useFakeTimers();
	const { written, progress } = said({ isTTY: true, columns: 20 });
	const what = 'Working at something that is called long';
	void progress.step({ what }, async () => await new Promise(() => undefined));
	jest.advanceTimersByTime(2_000);
	jest.useRealTimers();
	expect(written).toHaveLength(3);
	expect(written.at(-1)).toBe('\r\u001b[K2 s: Working at som');
});

test('a step that fails says so and hands the error on', async () => {
	const { written, progress } = said();
	const failing = progress.step({ what: 'Working' }, async () => {
		throw new Error('no');
	});
	await expect(failing).rejects.toThrow('no');
	expect(written.at(-1)).toBe('Working: failed (0 s)\n');
});
