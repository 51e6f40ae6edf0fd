/** What a sweep for deleted records makes of odd lists; the rest is in the engine's tests. */
import type { IDataObject } from 'n8n-workflow';
import { Budget } from '../../../nodes/SalesManagement/trigger/budget';
import { skipWaits } from '../../property/support/hostile/clock';
import { idsOf, listOf } from '../support/dealList';
import type { TriggerHost, ServiceReply } from '../support/triggerHost';
import { DAY, deal, MINUTE, NOT_FOUND, watching } from '../support/watchedDeletions';

/** n8n's clock, by which sweeps are due. */
let now: number;
beforeEach(() => {
	now = Date.parse('2026-11-22T00:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

test('a record without a usable ID stands for no other one that could be deleted', async () => {
	const odd = [null, '', 1.5, 2 ** 53].map((id) => ({ ...deal(1), id }));
	const { host, service } = watching([...odd, deal(7)]);
	expect(await host.poll()).toBeNull();
	service.deals = [];
	now += DAY;
	expect(idsOf(await host.poll())).toEqual([7]);
});

test('records that may no longer be read are counted in the log, and only those', async () => {
	const { host, service } = watching([deal(1), deal(2), deal(3)]);
	await host.poll();
	service.deals = [deal(1), deal(2)];
	now += DAY;
	expect(idsOf(await host.poll())).toEqual([3]);
	expect(host.warnings).toEqual([]);
	service.deals = [deal(1)];
	service.look = () => ({ statusCode: 403, body: {} });
	now += DAY;
	expect(await host.poll()).toBeNull();
	expect(host.warnings).toEqual([expect.stringMatching(/may no longer read 1 of the deals/)]);
});

describe('a sweep that comes no further', () => {
	/** A page takes all the time of a poll, and its cursor is refused by the next. */
	function stuck(options: IDataObject) {
		jest.spyOn(Budget.prototype, 'readingMs', 'get').mockReturnValue(0);
		const waits = { maxWaitMs: 30_000, timeLeftMs: 30_000 };
		jest.spyOn(Budget.prototype, 'waits', 'get').mockReturnValue(waits);
		const watched = watching(
			Array.from({ length: 1_500 }, (_, id) => deal(id + 1)),
			options,
		);
		watched.service.list = (request) =>
			request.query.cursor === undefined
				? listOf(watched.service.deals, request)
				: { statusCode: 400, body: { error: 'Unknown cursor' } };
		return watched;
	}
	const conditions = (items: Awaited<ReturnType<TriggerHost['poll']>>) =>
		(items ?? []).map(({ json: { condition, problem } }) => [condition, problem]);

	test('is in the log and the health item at once, and fails a poll after a while', async () => {
		const { host, service } = stuck({ health: true, failAfterMinutes: 30 });
		expect(conditions(await host.poll())).toEqual([['behind', undefined]]);
		host.warnings.length = 0;
		now += MINUTE;
		const said =
			/can’t move: since 2026-11-22T00:01:00.000Z its sweep for deleted deals stands after record 1,000 of the list, because each poll runs out of time/;
		expect(conditions(await host.poll())).toEqual([['stuck', expect.stringMatching(said)]]);
		expect(host.warnings).toEqual([expect.stringMatching(said)]);
		now += 30 * MINUTE;
		for (let poll = 0; poll < 2; poll++) {
			await expect(host.poll()).rejects.toMatchObject({
				message: expect.stringMatching(/^The trigger can’t move: since 2026-11-22T00:01/),
				failure: { cause: 'temporarily-unavailable' },
			});
		}
		service.list = (request) => listOf(service.deals, request);
		expect(conditions(await host.poll())).toEqual([['working', undefined]]);
	});

	test('that only has no time left for its list says so, and goes on', async () => {
		const { host, service } = stuck({});
		service.list = (request) => listOf(service.deals, request);
		await host.poll();
		expect(host.warnings).toEqual([
			expect.stringMatching(
				/ran out of time and will continue to look for deleted deals at the next poll\.$/,
			),
		]);
	});

	test('since its list goes in circles ends each poll soon, says so, and tells nobody as deleted', async () => {
		const { host, service } = watching([deal(1), deal(2), deal(3)]);
		let asked = 0;
		service.list = ({ query }) => {
			if (++asked > 50) throw new Error('It goes on for ever.');
			const [deals, nextCursor] =
				query.cursor === 'b' ? [[deal(3)], 'a'] : [[deal(1), deal(2)], 'b'];
			return { body: { deals, nextCursor, hasMore: true } };
		};
		expect(await host.poll()).toBeNull();
		now += MINUTE;
		expect(await host.poll()).toBeNull();
		expect(asked).toBeLessThan(12);
		expect(host.warnings).toEqual([
			expect.stringMatching(/stopped early .*: The pages no longer contain new records/),
			expect.stringMatching(
				/can’t move: .* after record 3 of the list, because each poll fails there \(The pages no/,
			),
		]);
		service.list = (request) => listOf(service.deals, request);
		service.deals = [deal(1), deal(3)];
		expect(idsOf(await host.poll())).toEqual([]);
		now += DAY;
		expect(idsOf(await host.poll())).toEqual([2]);
	});

	test('with 0 minutes it never fails', async () => {
		const { host } = stuck({ failAfterMinutes: 0 });
		for (let poll = 0; poll < 3; poll++, now += DAY / 2) expect(await host.poll()).toBeNull();
		expect(host.warnings.filter((text) => /can’t move/.test(text))).toHaveLength(2);
	});
});

describe('a look-up that always fails', () => {
	const poisoned = async (reply: ServiceReply) => {
		const skipping = skipWaits();
		const watched = watching([1, 2, 3].map(deal));
		const { host, service } = watched;
		expect(await host.poll()).toBeNull();
		service.deals = [];
		service.look = (id) => (id === 1 ? reply : NOT_FOUND);
		now += DAY;
		return { ...watched, done: () => skipping.restore() };
	};

	test.each([400, 500, 503])(
		'with %s leaves the others to be told, and is told',
		async (statusCode) => {
			const { host, done } = await poisoned({ statusCode, body: {} });
			expect(idsOf(await host.poll())).toEqual([2, 3]);
			expect(host.warnings).toEqual([
				expect.stringMatching(
					/could not look up 1 of the missing deals, the first with ID 1, and will try again at the next poll: .*Deal: Get/,
				),
			]);
			await expect(host.poll()).rejects.toThrow(/Deal: Get/);
			done();
		},
	);

	test('with 401 is not about the record: nothing else is asked', async () => {
		const { host, done } = await poisoned({ statusCode: 401, body: {} });
		host.asked.length = 0;
		expect(await host.poll()).toBeNull();
		expect(host.asked.map(({ path }) => path)).toEqual(['/v2/deals', '/v2/deals/1']);
		expect(host.warnings).toEqual([expect.stringMatching(/stopped early/)]);
		done();
	});
});

test.each([
	['catchUp', [1]],
	['skip', []],
])('After Downtime %s: what was deleted before a start', async (afterDowntime, told) => {
	const { host, service } = watching([1, 2, 3].map(deal), { afterDowntime });
	await host.poll();
	service.deals = [2, 3].map(deal);
	now += DAY + 1;
	host.forget();
	expect(idsOf(await host.poll())).toEqual(told);
	// What is deleted from then on is told, once; a running trigger skips nothing.
	service.deals = [deal(3)];
	now += DAY;
	expect(idsOf(await host.poll())).toEqual([2]);
	now += DAY;
	expect(await host.poll()).toBeNull();
});

// The last one, since the credential is held back for hours.
test('a look-up for which the quota is used up ends the sweep: nothing else is asked', async () => {
	const { host, service } = watching([1, 2, 3].map(deal));
	await host.poll();
	service.deals = [];
	service.look = () => ({ statusCode: 429, headers: { 'retry-after': '7200' }, body: {} });
	now += DAY;
	host.asked.length = 0;
	expect(await host.poll()).toBeNull();
	expect(host.asked.map(({ path }) => path)).toEqual(['/v2/deals', '/v2/deals/1']);
	expect(host.warnings).toEqual([expect.stringMatching(/stopped early/)]);
});
