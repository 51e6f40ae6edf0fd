import { PromiseCache } from '../../../nodes/SalesManagement/lookups/cache';

/** Dropdowns are cached for a run, failures are not. */
describe('the memory of lookups', () => {
	const setUp = () => {
		const clock = { now: 1_000 };
		const cache = new PromiseCache(30_000, () => clock.now);
		let loads = 0;
		const load = async () => await Promise.resolve(++loads);
		return { cache, clock, load, loads: () => loads };
	};

	it('loads once for everybody who asks at the same time, and for a while after', async () => {
		const { cache, clock, load } = setUp();
		expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
		clock.now += 29_999;
		expect(await cache.get('a', load)).toBe(1);
	});

	it('loads again when the value has become old, and keeps nothing that is old', async () => {
		const { cache, clock, load } = setUp();
		await cache.get('a', load);
		await cache.get('b', load);
		clock.now += 30_000;
		expect(await cache.get('a', load)).toBe(3);
		expect(cache.size).toBe(1);
	});

	it('counts the lifetime from the end of a load, so that a slow one is not old at once', async () => {
		const { cache, clock, load } = setUp();
		await cache.get('a', async () => {
			clock.now += 60_000;
			return await load();
		});
		expect(await cache.get('a', load)).toBe(1);
	});

	it('forgets a failure: all who waited see it, and the next one loads anew', async () => {
		const { cache, load } = setUp();
		const fail = async () => await Promise.reject(new Error('down'));
		const asked = [cache.get('a', fail), cache.get('a', load)];
		expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
			'rejected',
			'rejected',
		]);
		expect(cache.size).toBe(0);
		expect(await cache.get('a', load)).toBe(1);
	});

	it('keeps keys apart', async () => {
		const { cache, load } = setUp();
		expect(await cache.get('a', load)).not.toBe(await cache.get('b', load));
	});
});
