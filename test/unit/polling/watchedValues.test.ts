import { WatchedValues } from '../../../nodes/SalesManagement/polling/watchedValues';

const learn = (values: WatchedValues, id: number, watched: string) =>
	values.learn({ id, watched, createdAt: 0, updatedAt: 0, digest: '', record: undefined });

describe('the watched values of records', () => {
	it('are restored unchanged', () => {
		const values = new WatchedValues('phase');
		for (let id = 1; id <= 50; id++) learn(values, id, String(id % 4));
		const again = new WatchedValues('phase', values.pack(10_000));
		for (let id = 1; id <= 50; id++) expect(again.of(id)).toBe(String(id % 4));
		expect(again.of(51)).toBeUndefined();
	});

	it('hold the phases of 20,000 deals in 24,000 characters', () => {
		const values = new WatchedValues('phase');
		for (let id = 1; id <= 20_000; id++) learn(values, id, String((id * 7919) % 6));
		expect(values.pack(24_000).partial).toBe(false);
	});

	it('keep the newest records when not all fit, and say so', () => {
		const values = new WatchedValues('phase');
		for (let id = 1; id <= 5_000; id++) learn(values, id, String(id));
		const packed = values.pack(10_000);
		expect(packed.partial).toBe(true);
		expect(JSON.stringify(packed.ids).length).toBeLessThanOrEqual(10_000);
		const again = new WatchedValues('phase', packed);
		expect(again.of(5_000)).toBe('5000');
		expect(again.of(1)).toBeUndefined();
	});
});
