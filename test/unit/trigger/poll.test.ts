/** One poll of n8n: what it says in the log, what it keeps, what it reads besides the list. */
import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../../../nodes/SalesManagement/api/clock';
import { dealAt as deal, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;
/** Words of a list's query (v2 §4, §4.11), which a custom field may have for its key. */
const RESERVED = [
	'limit',
	'cursor',
	'sort',
	'page',
	'createdAtFrom',
	'createdAtTo',
	'updatedAtFrom',
	'updatedAtTo',
	'itemKeyAsPropertyKey',
	'include_related_objects',
	'include_files',
	'skipNotice',
];

const START = Date.parse('2026-11-21T08:00:00Z');

describe('the log', () => {
	test('is silent when all goes well', async () => {
		const deals: IDataObject[] = [];
		const host = new TriggerHost((request) => listOf(deals, request));
		await host.poll();
		deals.push(deal(1, START + MINUTE));
		host.now = START + 2 * MINUTE;
		expect(idsOf(await host.poll())).toEqual([1]);
		expect(host.warnings).toEqual([]);
	});

	test('names the failure after which the rest follows at the next poll', async () => {
		const deals: IDataObject[] = [];
		let answers = Infinity;
		const host = new TriggerHost((request) => {
			if (answers-- <= 0) return { statusCode: 400, body: { error: 'No more' } };
			return listOf(deals, request);
		});
		await host.poll();
		for (let id = 1; id <= 1_500; id++) deals.push(deal(id, START + MINUTE + id));
		host.now = START + 10 * MINUTE;
		answers = 1;
		const first = idsOf(await host.poll());
		expect(first.length).toBeGreaterThan(900);
		expect(first.length).toBeLessThan(1_500);
		expect(host.warnings).toEqual([
			expect.stringMatching(/stopped early and will continue at the next poll: No more/),
		]);
		answers = Infinity;
		const rest = idsOf(await host.poll());
		expect([...first, ...rest]).toEqual(deals.map(({ id }) => id));
		expect(host.warnings).toHaveLength(1);
	});

	test('says that not all previous values can be remembered, once', async () => {
		const parameters = { event: 'updated', options: { fieldsToWatch: 'name' } };
		const deals = Array.from({ length: 6_000 }, (_, id) => deal(id, START - MINUTE * (9_000 - id)));
		const host = new TriggerHost((request) => listOf(deals, request), parameters);
		for (let polls = 0; polls < 3; polls++) {
			await host.poll();
			host.now += MINUTE;
		}
		expect(host.warnings).toEqual([
			expect.stringMatching(/can’t remember the previous values of all records/),
		]);
	});
});

describe('the time that n8n allows', () => {
	/** A service at which each request takes so long. */
	async function pollsWithin(budgetMs: number | undefined, eachMs: number) {
		const deals = Array.from({ length: 8_000 }, (_, id) =>
			deal(id, START - MINUTE * 600 + id * 100),
		);
		let elapsed = systemClock.elapsed();
		const clock = jest.spyOn(systemClock, 'elapsed').mockImplementation(() => elapsed);
		try {
			const host = new TriggerHost(
				(request) => {
					elapsed += eachMs;
					return listOf(deals, request);
				},
				{ options: { startFrom: 'all' } },
			);
			host.budgetMs = budgetMs;
			const items = await host.poll();
			return { items: items ?? [], warnings: host.warnings, requests: host.asked.length };
		} finally {
			clock.mockRestore();
		}
	}

	test('is kept, the rest is for later, and the log says so', async () => {
		const { requests, items, warnings } = await pollsWithin(45_000, 10_000);
		// Seven tenths of it are for reading: the request that passes them is the last.
		expect(requests).toBe(4);
		expect(items.length).toBeGreaterThan(2_000);
		expect(warnings).toEqual([expect.stringMatching(/ran out of time/)]);
	});

	test('is five minutes where n8n names none', async () => {
		const { items, warnings } = await pollsWithin(undefined, 25_000);
		expect(items.length).toBeGreaterThan(4_000);
		expect(warnings).toEqual([]);
	});
});

describe('previous values that take longer to learn than a poll has', () => {
	/** A service at which each page takes 800 ms, within the 45 s of n8n's durable engine. */
	test('are learned over several polls; the log says how far, and when it is done', async () => {
		const inPhase = (id: number): IDataObject => ({ phase: { id: 1 + (id % 5), name: 'Any' } });
		const deals = Array.from({ length: 15_000 }, (_, id) =>
			deal(id + 1, START - MINUTE * (40_000 - 2 * id), inPhase(id + 1)),
		);
		let elapsed = systemClock.elapsed();
		const clock = jest.spyOn(systemClock, 'elapsed').mockImplementation(() => elapsed);
		try {
			const host = new TriggerHost(
				(request) => {
					elapsed += 4_000;
					return listOf(deals, request);
				},
				{ event: 'phaseChanged' },
			);
			host.budgetMs = 45_000;
			for (let polls = 0; polls < 6; polls++) {
				expect(await host.poll()).toBeNull();
				host.now += MINUTE;
			}
			expect(host.warnings.length).toBeGreaterThanOrEqual(2);
			expect(host.warnings[0]).toMatch(/still learning.*last changed before 2026-\d\d-\d\dT/);
			expect(host.warnings.at(-1)).toMatch(/has learned the previous values of all records/);
			deals[0] = deal(1, host.now - 10_000, { phase: { id: 9, name: 'Won' } });
			const items = await host.poll();
			expect(items?.map(({ json }) => json._event)).toMatchObject([
				{ type: 'phaseChanged', from: { id: 2 }, to: { id: 9, name: 'Won' } },
			]);
		} finally {
			clock.mockRestore();
		}
	});
});

describe('a manual test', () => {
	test('shows at most ten, the newest first, as the event would', async () => {
		const many = Array.from({ length: 30 }, (_, id) =>
			deal(
				id + 1,
				START - MINUTE * 60 + id,
				id === 29 ? { createdAt: '2026-01-01T00:00:00Z' } : {},
			),
		);
		const shown = async (options: IDataObject, event = 'createdOrUpdated') => {
			const host = new TriggerHost((request) => listOf(many, request), { options, event });
			host.mode = 'manual';
			const items = await host.poll();
			expect(host.state).toEqual({});
			return (items ?? []).map(({ json }) => [json.id, (json._event as IDataObject).type]);
		};
		const ten = await shown({});
		expect(ten.map(([id]) => id)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
		expect(ten.slice(0, 2)).toEqual([
			[30, 'updated'],
			[29, 'created'],
		]);
		expect(await shown({ batchLimit: 3 })).toHaveLength(3);
		expect((await shown({}, 'created')).every(([, type]) => type === 'created')).toBe(true);
		expect((await shown({}, 'updated')).every(([, type]) => type === 'updated')).toBe(true);
		expect((await shown({}, 'phaseChanged')).every(([, type]) => type === 'phaseChanged')).toBe(
			true,
		);
	});

	test('without records shows a made-up one that says so, also of a phase', async () => {
		const sample = async (parameters: IDataObject) => {
			const host = new TriggerHost((request) => listOf([], request), parameters);
			host.mode = 'manual';
			return (await host.poll())?.map(({ json }) => json);
		};
		const time = '2026-11-21T08:00:00.000Z';
		expect(await sample({})).toMatchObject([
			{
				id: 0,
				name: 'Sample deal',
				createdAt: time,
				updatedAt: time,
				_event: {
					id: `deal:0:${time}:sample:test:${time}`,
					type: 'created',
					resource: 'deal',
					detectedAt: time,
					sample: true,
					note: expect.stringMatching(/made up/),
				},
			},
		]);
		expect(await sample({ event: 'phaseChanged' })).toMatchObject([
			{
				phase: 'Sample phase',
				phaseId: 1,
				_event: { type: 'phaseChanged', from: null, to: { id: 1, name: 'Sample phase' } },
			},
		]);
		const options = { emit: 'perPoll' };
		expect(await sample({ options })).toMatchObject([{ count: 1, records: [{ id: 0 }] }]);
	});
});

describe('settings that can’t be used', () => {
	const refusal = async (parameters: IDataObject) =>
		await new TriggerHost((request) => listOf([], request), parameters).poll().then(
			() => 'accepted',
			(error: unknown) => (error as Error).message,
		);

	test.each<[IDataObject, RegExp]>([
		[{ resource: 'user' }, /^The trigger has no resource "user"/],
		[{ event: 'deleted by magic' }, /^The trigger has no event "deleted by magic"/],
		[{ options: { startFrom: 'date' } }, /^Start Date is required/],
		[{ options: { startFrom: 'date', startDate: 'soon' } }, /^Start Date is "soon"/],
		[{ options: { lookbackMinutes: 0 } }, /^Lookback Minutes is 0/],
		[{ options: { lookbackMinutes: 1441 } }, /^Lookback Minutes is 1441/],
		[{ options: { batchLimit: 0 } }, /^Batch Limit is 0/],
		[{ resource: 'customObject' }, /^Definition Key is required/],
		[{ filters: { noSuchFilter: 1 } }, /noSuchFilter/],
		...RESERVED.map((key): [IDataObject, RegExp] => [
			{
				resource: 'customObject',
				customObjectDefKey: 'ticket',
				filters: { equals: { values: [{ itemKey: key, value: '5' }] } },
			},
			/^Field Equals can't filter by "\w+": the service reads this word as one of its own/,
		]),
	])('%j', async (parameters, message) => {
		expect(await refusal(parameters)).toMatch(message);
	});

	test('a lookback of a day can', async () => {
		expect(await refusal({ options: { lookbackMinutes: 1440 } })).toBe('accepted');
	});
});

test('a lookback in minutes is how late a change may come to light', async () => {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request), {
		options: { lookbackMinutes: 30 },
	});
	await host.poll();
	host.now = START + 60 * MINUTE;
	await host.poll();
	deals.push(deal(1, host.now - 29 * MINUTE), deal(2, host.now - 31 * MINUTE));
	host.now += MINUTE / 2;
	expect(idsOf(await host.poll())).toEqual([1]);
});

test('while a backlog drains it remembers whose first event was emitted', async () => {
	const deals = Array.from({ length: 20 }, (_, id) => deal(id + 1, START - MINUTE * 60 + id));
	const host = new TriggerHost((request) => listOf(deals, request), {
		event: 'created',
		options: { startFrom: 'all', batchLimit: 5 },
	});
	expect(idsOf(await host.poll())).toEqual([1, 2, 3, 4, 5]);
	const state = host.state.polling as IDataObject;
	expect(state.createdSeen).toHaveLength(1);
	// There is room for them: none has to be forgotten.
	expect(state.pendingPass).not.toHaveProperty('forgottenTo');
	// Edited before its first event, it is new all the same; after it, it is not.
	deals[7] = { ...deals[7], updatedAt: new Date(START - MINUTE).toISOString() };
	deals[1] = { ...deals[1], updatedAt: new Date(START - MINUTE).toISOString() };
	const rest: unknown[] = [];
	for (let polls = 0; polls < 6; polls++) rest.push(...idsOf(await host.poll()));
	expect(rest).toEqual([6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 8]);
});

test('where a backlog holds more new records than it can remember, the log says so once', async () => {
	// 5,000 apart: about 6,900 fit.
	const backlog = (count: number) =>
		Array.from({ length: count }, (_, n) => deal(1 + n * 5_000, START - MINUTE * 600 + n));
	const polled = async (count: number) => {
		const deals = backlog(count);
		const host = new TriggerHost((request) => listOf(deals, request), {
			event: 'created',
			options: { startFrom: 'all', batchLimit: 2_000 },
		});
		const ids: unknown[] = [];
		for (let polls = 0; polls < 8; polls++) ids.push(...idsOf(await host.poll()));
		expect(ids).toHaveLength(count);
		return host.warnings.filter((warning) => warning.includes('more new records'));
	};
	expect(await polled(5_000)).toEqual([]);
	expect(await polled(12_000)).toEqual([
		expect.stringMatching(/one that was created before 2026-11-20T22:00:\S+Z or soon after/),
	]);
});
