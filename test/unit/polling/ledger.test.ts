import { Ledger } from '../../../nodes/SalesManagement/polling/ledger';

const row = (id: number, updatedAt: number, digest = 'a') => ({ id, updatedAt, digest });

describe('the ledger', () => {
	it('knows a version by id, time and content', () => {
		const ledger = new Ledger(100);
		ledger.add(row(1, 150));
		expect(ledger.knows(row(1, 150))).toBe(true);
		expect(ledger.knows(row(1, 150, 'b'))).toBe(false);
		expect(ledger.knows(row(1, 151))).toBe(false);
		expect(ledger.knows(row(2, 150))).toBe(false);
	});

	it('knows what is older than what it knows (a stale replica)', () => {
		const ledger = new Ledger(100);
		ledger.add(row(1, 150));
		expect(ledger.knows(row(1, 140, 'other'))).toBe(true);
	});

	it('knows each of several contents of one timestamp', () => {
		const ledger = new Ledger(100);
		for (const digest of ['a', 'b', 'c']) ledger.add(row(1, 150, digest));
		for (const digest of ['a', 'b', 'c']) expect(ledger.knows(row(1, 150, digest))).toBe(true);
	});

	it('is restored unchanged from its text', () => {
		const ledger = new Ledger(100);
		ledger.add(row(1, 150));
		ledger.add(row(1, 150, 'b'));
		ledger.add(row(2, 100, 'c'));
		ledger.settle(row(3, 100));
		const { ledger: text, settled } = ledger.pack(100);
		const again = new Ledger(100, text, settled);
		expect(again.pack(100)).toEqual({ ledger: text, settled });
		for (const known of [row(1, 150), row(1, 150, 'b'), row(2, 100, 'c'), row(3, 100)]) {
			expect(again.knows(known)).toBe(true);
		}
		expect(again.length).toBe(ledger.length);
		expect(text.length).toBeLessThanOrEqual(ledger.length);
	});

	it('drops the versions below the watermark, and returns their ids', () => {
		const ledger = new Ledger(100);
		ledger.add(row(1, 150));
		ledger.add(row(2, 200));
		expect(ledger.prune(200)).toEqual([1]);
		expect(ledger.has(1)).toBe(false);
		expect(ledger.has(2)).toBe(true);
	});

	it('shrinks from its old end, and from the new end only for what may still change', () => {
		const ledger = new Ledger(0);
		for (let id = 1; id <= 100; id++) ledger.add(row(id, id));
		const watermark = ledger.shrink(ledger.length / 2, 0, 1_000);
		expect(watermark).toBeGreaterThan(40);
		expect(ledger.has(100)).toBe(true);
		expect(ledger.has(watermark - 1)).toBe(false);
		const room = ledger.length / 2;
		expect(ledger.shrink(room, watermark, 0)).toBe(watermark);
		expect(ledger.length).toBeLessThanOrEqual(room);
		expect(ledger.has(watermark)).toBe(true);
	});

	it('shrinks by time, in whatever order the versions came', () => {
		const times = [170, 110, 190, 130, 150, 120, 180, 140, 195, 160];
		const filled = () => {
			const ledger = new Ledger(0);
			for (const time of times) ledger.add(row(time, time));
			return ledger;
		};
		const left = (ledger: Ledger) => [...ledger.ids()].sort((a, b) => a - b);

		const fromOld = filled();
		expect(fromOld.shrink(fromOld.length / 2, 0, 1_000)).toBe(151);
		expect(left(fromOld)).toEqual([160, 170, 180, 190, 195]);
		expect(fromOld.length).toBeLessThanOrEqual(filled().length / 2);

		// What is at or above 140 may still change, so the watermark may not rise above it.
		const fromNew = filled();
		expect(fromNew.shrink(fromNew.length / 2, 0, 140)).toBe(131);
		expect(left(fromNew)).toEqual([140, 150, 160, 170, 180]);
		expect(fromNew.length).toBeLessThanOrEqual(filled().length / 2);
	});

	it('takes the steps between its times, whatever order they came in', () => {
		const ledger = new Ledger(1_000);
		for (const time of [1_050, 1_010, 1_090, 1_020]) ledger.add(row(time, time));
		expect(ledger.pack(1_000).ledger).toBe('1010:a:a,1020:a:a,1050:u:a,1090:14:a');
	});

	it('that fits is left as it is', () => {
		const ledger = new Ledger(0);
		ledger.add(row(1, 10));
		ledger.add(row(2, 20));
		expect(ledger.shrink(ledger.length, 5, 1_000)).toBe(5);
		expect([...ledger.ids()]).toEqual([1, 2]);
	});

	it('says what its settled ids take, but for a few hundred of them', () => {
		const ledger = new Ledger(100);
		for (let id = 1; id <= 4_000; id++) {
			ledger.settle(row(id * 5_000, 100));
			if (id % 250 !== 0) continue;
			const { settled } = ledger.pack(100);
			expect(settled.length - ledger.settledLength).toBeLessThan(1_250);
			expect(ledger.settledLength).toBeLessThanOrEqual(settled.length);
		}
	});

	it('without entries is empty text', () => {
		const ledger = new Ledger(100);
		expect(ledger.pack(100)).toEqual({ ledger: '', settled: '' });
		ledger.add(row(1, 150));
		ledger.prune(200);
		expect(ledger.pack(200)).toEqual({ ledger: '', settled: '' });
		expect(ledger.length).toBe(0);
	});
});
