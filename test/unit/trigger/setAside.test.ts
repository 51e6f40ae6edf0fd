/** Records that can't be watched: set aside once, with their reason, while the rest goes on. */
import type { IDataObject } from 'n8n-workflow';
import { SetAside } from '../../../nodes/SalesManagement/trigger/setAside';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;

test.each<[string, IDataObject]>([
	['without an id', { id: null, name: 'Nobody' }],
	['with an id above 2^53', { id: 2 ** 53 + 2 }],
	['without a time of change', { updatedAt: null }],
	['with a time of creation that is none', { createdAt: 'long ago' }],
])('a record %s is set aside with its reason, once, and the rest goes on', async (_what, bad) => {
	const poison: IDataObject[] = [];
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => {
		const { body } = listOf(deals, request) as { body: IDataObject };
		return { body: { ...body, deals: [...poison, ...(body.deals as IDataObject[])] } };
	});
	await host.poll();
	poison.push({ ...dealAt(7, host.now + MINUTE), ...bad });
	deals.push(dealAt(1, host.now + MINUTE), dealAt(2, host.now + MINUTE));
	host.now += 3 * MINUTE;
	const items = (await host.poll()) ?? [];
	expect(idsOf(items).slice(0, 2)).toEqual([1, 2]);
	expect(items.slice(2).map(({ json }) => json)).toEqual([
		{
			...poison[0],
			_event: {
				id: expect.stringMatching(/^deal:unreadable:/),
				type: 'unreadable',
				resource: 'deal',
				detectedAt: '2026-11-21T08:03:00.000Z',
				reason: expect.stringMatching(/ID|updatedAt|createdAt/),
			},
		},
	]);
	expect(host.warnings).toEqual([expect.stringMatching(/set aside 1 record/)]);
	host.now += MINUTE;
	expect(await host.poll()).toBeNull();
	poison[0] = { ...poison[0], name: 'Changed' };
	expect(await host.poll()).toHaveLength(1);
	expect(await host.poll()).toBeNull();
	expect(host.warnings).toHaveLength(2);
});

test.each<[string, IDataObject]>([
	['that begins now', {}],
	['with a smaller Batch Limit', { options: { batchLimit: 1 } }],
	['that compares values', { event: 'phaseChanged', options: { startFrom: 'all' } }],
])('a new trigger %s does not emit what it finds there', async (_which, parameters) => {
	const old = ['Old', 'Older'].map((name) => ({ id: null, name }));
	const answer = () => ({ body: { deals: old } });
	const host = new TriggerHost(answer, parameters);
	expect(await host.poll()).toBeNull();
	expect(host.warnings).toEqual([expect.stringMatching(/2 record/)]);
	expect(await host.poll()).toBeNull();
	expect(host.warnings).toHaveLength(1);
});

test('nor does one that begins anew for another event', async () => {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request), { options: { batchLimit: 1 } });
	await host.poll();
	for (const id of [1, 2]) deals.push({ ...dealAt(id, host.now), id: null });
	host.parameters.event = 'phaseChanged';
	for (let polls = 0; polls < 3; polls++) {
		host.now += MINUTE;
		expect(await host.poll()).toBeNull();
	}
	expect(host.warnings.filter((each) => /begins anew/.test(each))).toHaveLength(1);
});

test('too many at once are counted, and never emitted twice', () => {
	const aside = (before?: string) => {
		const all = new SetAside(before);
		for (let place = 0; place < 250; place++) all.add({ record: { place }, reason: 'no ID' });
		return all.told(5_000);
	};
	const first = aside();
	expect(first).toMatchObject({ left: 50 });
	expect(first.news).toHaveLength(200);
	const second = aside(first.remembered);
	expect(second).toMatchObject({ news: [], left: 50 });
	expect(second.remembered!.length).toBeLessThan(1_300);
});

test('what is only read to be compared with is no news', () => {
	const all = new SetAside('', Date.parse('2026-11-01T00:00:00Z'));
	const added = ['2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z', 'never', undefined];
	for (const updatedAt of added) all.add({ record: { updatedAt }, reason: 'no status' });
	expect(all.due).toBe(3);
	expect(all.told(5).news.map(([, { record }]) => record.updatedAt)).toEqual(added.slice(1));
});

test('one that a page did not show for once is remembered, those that are shown before it', () => {
	const told = (places: number[], before?: string) => {
		const all = new SetAside(before);
		for (const place of places) all.add({ record: { place }, reason: 'no ID' });
		return all.told(5_000);
	};
	const first = told([1]);
	const second = told([2], first.remembered);
	expect(second.news).toHaveLength(1);
	expect(told([1, 2], second.remembered).news).toEqual([]);
	const many = Array.from({ length: 200 }, (_, place) => place + 10);
	const third = told(many, second.remembered);
	expect(third.news).toHaveLength(200);
	expect(told(many, third.remembered)).toMatchObject({ news: [], left: 0 });
	expect(third.remembered!.split(',')).toHaveLength(200);
});

test.each([
	['young', 2 * MINUTE, 1_000],
	['older than the lookback', 30 * MINUTE, 1_000],
	['several pages of them, older than the lookback', 30 * MINUTE, 3_200],
	['several pages of one time', 30 * MINUTE, 3_200, 0],
])(
	'pages without a readable record, %s, hide none behind them',
	async (_what, age, count, step = 10) => {
		const deals: IDataObject[] = [];
		const host = new TriggerHost((request) => listOf(deals, request));
		await host.poll();
		const at = host.now + MINUTE;
		for (let i = 0; i < count; i++) deals.push({ ...dealAt(i, at + i * step), id: null });
		deals.push(dealAt(7_777, at + count * step + 1));
		host.now = at + count * step + age;
		const ids: unknown[] = [];
		for (let polls = 0; polls < 3; polls++) {
			ids.push(...idsOf(await host.poll()));
			host.now += 10 * MINUTE;
		}
		expect(ids.filter((id) => id === 7_777)).toHaveLength(1);
		expect(host.warnings.join()).toMatch(/set aside 200 record/);
		deals.push(dealAt(8_888, host.now));
		host.now += MINUTE;
		expect(idsOf(await host.poll())).toEqual([8_888]);
	},
);

describe('within Batch Limit', () => {
	/** What each of so many polls emits, ten minutes apart: the ids of events, and of what is set aside. */
	async function emitted(
		deals: IDataObject[],
		{ host, polls }: { host: TriggerHost; polls: number },
	) {
		const batches: Array<{ events: unknown[]; aside: unknown[] }> = [];
		for (let count = 0; count < polls; count++) {
			const all = ((await host.poll()) ?? []).map(({ json }) => json);
			const isAside = ({ _event }: IDataObject) => (_event as IDataObject).type === 'unreadable';
			batches.push({
				events: all.filter((each) => !isAside(each)).map(({ id }) => id),
				aside: all.filter(isAside).map(({ name }) => name),
			});
			host.now += MINUTE;
		}
		expect(deals.length).toBeGreaterThan(0);
		return batches;
	}

	test.each([
		['half of them unreadable', 10, 150, (id: number) => id % 2 === 1],
		['some of them unreadable', 10, 60, (id: number) => id % 20 === 1],
		['as many unreadable as fit', 10, 30, (id: number) => id <= 10],
		['one item at a time', 1, 12, (id: number) => id % 3 === 0],
		['all of them unreadable', 10, 35, () => true],
	])('%s: none more than it at once, and none is lost or comes twice', async (_what, ...given) => {
		const [batchLimit, count, isBad] = given;
		for (const [step, age] of [
			[1, MINUTE],
			[1_000, 60 * MINUTE],
			[10_000, 60 * MINUTE],
		] as const) {
			const deals: IDataObject[] = [];
			const host = new TriggerHost((request) => listOf(deals, request), {
				options: { batchLimit },
			});
			await host.poll();
			for (let id = 1; id <= count; id++) {
				const deal = dealAt(id, host.now + 1_000 + id * step);
				deals.push(isBad(id) ? { ...deal, id: null } : deal);
			}
			host.now += count * step + age;
			const batches = await emitted(deals, { host, polls: count + 5 });
			const sizes = batches.map(({ events, aside }) => events.length + aside.length);
			expect(host.warnings.join()).not.toMatch(/can’t move/);
			expect(Math.max(...sizes)).toBeLessThanOrEqual(batchLimit);
			const sorted = (ids: unknown[]) => ids.map(String).sort();
			const good = deals.flatMap(({ id }) => (id === null ? [] : [id]));
			const bad = deals.flatMap(({ id, name }) => (id === null ? [name] : []));
			expect(sorted(batches.flatMap(({ events }) => events))).toEqual(sorted(good));
			expect(sorted(batches.flatMap(({ aside }) => aside))).toEqual(sorted(bad));
		}
	});

	test('they cost an ordinary batch nothing but its place', async () => {
		const deals: IDataObject[] = [];
		const host = new TriggerHost((request) => listOf(deals, request), {
			options: { batchLimit: 500 },
		});
		await host.poll();
		for (let id = 1; id <= 600; id++) {
			const deal = dealAt(id, host.now + 1_000 + id);
			deals.push(id % 100 === 0 ? { ...deal, id: null } : deal);
		}
		host.now += 60 * MINUTE;
		const [first, second] = await emitted(deals, { host, polls: 2 });
		expect([first!.events.length, first!.aside.length]).toEqual([494, 6]);
		expect([second!.events.length, second!.aside.length]).toEqual([100, 0]);
	});

	test('what fits exactly comes at once', async () => {
		const deals: IDataObject[] = [];
		const host = new TriggerHost((request) => listOf(deals, request), {
			options: { batchLimit: 10 },
		});
		await host.poll();
		for (let id = 1; id <= 10; id++) deals.push(dealAt(id, host.now + id));
		for (const deal of deals.slice(0, 3)) deal.id = null;
		host.now += MINUTE;
		const [first] = await emitted(deals, { host, polls: 1 });
		expect([first!.events.length, first!.aside.length]).toEqual([7, 3]);
	});

	test('a replay that has to be read again is not forgotten meanwhile', async () => {
		const deals: IDataObject[] = [];
		const options: IDataObject = { batchLimit: 10, failAfterMinutes: 1 };
		const host = new TriggerHost((request) => listOf(deals, request), { options });
		for (let id = 1; id <= 40; id++) deals.push(dealAt(id, host.now - 120 * MINUTE + id));
		await host.poll();
		host.now += 60 * MINUTE;
		await host.poll();
		for (const deal of deals.slice(0, 25)) deal.id = null;
		options.replayFrom = new Date(host.now - 300 * MINUTE).toISOString();
		const batches = await emitted(deals, { host, polls: 8 });
		expect(batches.slice(0, 3).map(({ aside }) => aside.length)).toEqual([10, 10, 5]);
		const ids = batches.flatMap(({ events }) => events);
		expect(ids).toEqual(deals.slice(25).map(({ id }) => id));
		expect(host.warnings.filter((each) => /begins again/.test(each))).toHaveLength(1);
		expect(host.warnings.join()).not.toMatch(/can’t move/);
	});
});
