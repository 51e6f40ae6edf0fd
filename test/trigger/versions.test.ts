/** What is a version of a record: what the user changed, not what is only shown with it; and what is none. */
import type { IDataObject } from 'n8n-workflow';
import tables from './versions.json';
import { many } from '../support/many';
import { table } from '../support/table';
import { filled } from '../support/written';
import { begun, dealAt, idsOf, iso, MINUTE, START } from './support/host';

const SHOWN = filled(tables.shown, tables.parts) as Record<string, IDataObject>;

describe.each([
	['another', true],
	['the same', false],
])('is %s version', (_which, isTold) => {
	const rows = isTold ? tables.another : tables.same;
	test.each(table<[string, string, IDataObject]>(rows, tables.parts))(
		'%s: %s',
		async (resource, _what, changes) => {
			const host = await begun({ resource, customObjectDefKey: 'ticket' });
			const record = dealAt(1, host.now, SHOWN[resource]);
			host.deals = [record];
			await host.tellsOnly([1]);
			// A service may leave the update time as it is within one moment.
			host.deals = [{ ...record, ...changes }];
			await host.tellsOnly(isTold ? [1] : []);
		},
	);
});

test('its time is the service’s, whatever the offset; without one it is UTC (v2 §2.1)', async () => {
	const host = await begun();
	host.deals = ['2026-11-21T17:00:05.5+09:00', '2026-11-21T08:00:05.5'].map((updatedAt, id) =>
		dealAt(id + 1, host.now, { updatedAt, createdAt: null }),
	);
	host.answers = (request) => ({
		body: { deals: request.query.limit === 1 ? [] : host.deals, totalCount: 2 },
	});
	expect((await host.next()).map(({ _event }) => _event.id)).toEqual([
		expect.stringMatching(/^deal:1:2026-11-21T08:00:05.500Z:/),
		expect.stringMatching(/^deal:2:2026-11-21T08:00:05.500Z:/),
	]);
});

describe('an unreadable record', () => {
	test.each(table<[IDataObject, RegExp]>(tables.unreadable))(
		'%j is emitted as it came with the reason, once until it changes; the rest goes on',
		async (bad, reason) => {
			const host = await begun();
			const poison = dealAt(7, host.now, bad);
			host.deals = [dealAt(1, host.now), poison, dealAt(2, host.now)];
			const [one, two, aside] = await host.next(3 * MINUTE);
			expect(idsOf([one!, two!])).toEqual([1, 2]);
			expect(aside).toEqual({
				...{ id: poison.id, name: poison.name, createdAt: poison.createdAt },
				updatedAt: poison.updatedAt,
				_event: {
					id: expect.stringMatching(/^deal:unreadable:/),
					...{ type: 'unreadable', resource: 'deal', detectedAt: iso(host.now) },
					reason: expect.stringMatching(reason),
				},
			});
			host.saysOnly(/set aside 1 record/);
			await host.tellsOnly([]);
			host.deals[1] = { ...poison, name: 'Changed' };
			expect(await host.next()).toHaveLength(1);
			await host.tellsOnly([]);
			host.deals.push(dealAt(3, host.now));
			await host.tellsOnly([3]);
		},
	);

	test.each(table<[IDataObject, IDataObject]>(tables.noNews))(
		'that is there when a trigger begins is no news: %j %j',
		async (parameters, options) => {
			const deals = [1, 2].map((id) => dealAt(id, START - 60 * MINUTE, { id: null }));
			const host = await begun(parameters, options, deals);
			await host.tellsOnly([]);
		},
	);

	test.each(tables.once)('comes once, also after a response $what', async ({ shown }) => {
		const host = await begun();
		const deals = [dealAt(1, host.now), dealAt(null, host.now)];
		host.deals = deals;
		expect(await host.next()).toHaveLength(2);
		host.deals = deals.filter(({ id }) => shown.includes(id as number));
		await host.tellsOnly([]);
		host.deals = deals;
		await host.tellsOnly([]);
	});

	test('of others than those in Users does not come', async () => {
		const host = await begun({ event: 'won', filters: { users: [7] } });
		const unknown = { phase: { id: 4, name: 'without a status' } };
		for (const id of [1, 2]) host.write(id, { ...unknown, user: { id: 6 + id } });
		await host.tellsOnly([1]);
	});

	test('counts not towards Batch Limit, and comes once', async () => {
		const host = await begun({}, { batchLimit: 10 });
		host.deals = many(40, (at) => dealAt(at, START + 1_000 + at, at % 2 ? {} : { id: null }));
		const readable = many(20, (at) => 2 * at + 1);
		const told = await host.idsOfPolls(9);
		expect(told.filter((id) => id !== null)).toEqual(readable);
		expect(told).toHaveLength(40);
	});

	test.each([
		['young', 2 * MINUTE, 1_000, 10],
		['of one time', 30 * MINUTE, 3_200, 0],
	])(
		'hides none behind pages of such, %s, which come once each',
		async (_what, age, count, step) => {
			const host = await begun();
			const at = host.now + MINUTE;
			host.deals = many(count, (n) => dealAt(n, at + n * step, { id: null }));
			host.deals.push(dealAt(7_777, at + count * step + 1));
			host.now = at + count * step + age;
			const ids = await host.idsOfPolls(3, 10 * MINUTE);
			expect(ids.filter((id) => id === 7_777)).toHaveLength(1);
			expect(ids).toHaveLength(count + 1);
			host.saysOnly(RegExp(`set aside ${count} record`));
		},
	);
});
