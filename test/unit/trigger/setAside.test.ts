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

test('a new trigger that begins now does not emit what it finds there', async () => {
	const host = new TriggerHost(() => ({ body: { deals: [{ id: null, name: 'Old' }] } }));
	expect(await host.poll()).toBeNull();
	expect(host.warnings).toEqual([expect.stringMatching(/1 record/)]);
	expect(await host.poll()).toBeNull();
	expect(host.warnings).toHaveLength(1);
});

test('too many at once are counted, and never emitted twice', () => {
	const aside = () => {
		const all = new SetAside();
		for (let place = 0; place < 250; place++) all.add({ record: { place }, reason: 'no ID' });
		return all;
	};
	const first = aside().since();
	expect(first).toMatchObject({ left: 50 });
	expect(first.news).toHaveLength(200);
	const second = aside().since(first.remembered);
	expect(second).toMatchObject({ news: [], left: 50 });
	expect(second.remembered!.length).toBeLessThan(1_300);
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
