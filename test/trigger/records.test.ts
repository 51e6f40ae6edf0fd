/** What the trigger emits of a record, what it asks the service for, and what a test by hand shows. */
import type { IDataObject } from 'n8n-workflow';
import tables from './records.json';
import { many } from '../support/many';
import { table } from '../support/table';
import {
	dealAt,
	Host,
	HOUR,
	idsOf,
	iso,
	MINUTE,
	START,
	type Asked,
	type Reply,
} from './support/host';

/** A trigger that begins with all of so many deals. */
function reading(count: number, options: IDataObject = {}, parameters: IDataObject = {}) {
	const host = new Host(parameters, { startFrom: 'all', ...options });
	host.deals = many(count, (at) => dealAt(at + 1, START - HOUR + at));
	return host;
}

describe('related objects', () => {
	const found: Reply = { body: { customObjects: [{ id: 9 }] } };

	/** The read of deal 2 is answered so; with null the connection breaks. */
	function withRelated(count: number, options: IDataObject = {}, ofDeal2: Reply | null = found) {
		const host = reading(count, { relatedObjects: true, ...options });
		host.answers = ({ path }) => {
			if (path === '/v2/deals') return undefined;
			const reply = path.endsWith('/2') ? ofDeal2 : found;
			if (!reply) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
			return reply;
		};
		return host;
	}

	test.each(table<[string, Reply | null, RegExp]>(tables.unavailable))(
		'of a record that is %s are left out, and hold nothing back',
		async (_what, reply, why) => {
			const host = withRelated(3, {}, reply);
			const shown = (await host.poll()).map(({ id, customObjects, _event }) => [
				id,
				customObjects,
				_event.relatedObjects,
			]);
			expect(shown).toEqual([
				[1, [{ id: 9 }], undefined],
				[2, undefined, 'unavailable'],
				[3, [{ id: 9 }], undefined],
			]);
			host.saysOnly(RegExp(`related objects of 1 of 3 records.*${why.source}`));
			await host.tellsOnly([], 0);
		},
	);

	test('of more records of one timestamp than there is time for: the log says what to do', async () => {
		const host = withRelated(400);
		host.deals = host.deals.map((deal) => ({ ...deal, updatedAt: iso(START - HOUR) }));
		Object.assign(host, { budgetMs: 45_000, rate: 5 });
		const items = await host.poll();
		const left = items.filter(({ _event }) => _event.relatedObjects === 'unavailable').length;
		expect([items.length, left > 0 && left < 400]).toEqual([400, true]);
		const [said] = host.said();
		expect(said).toMatch(
			RegExp(`of ${left} of 400 records.*get these records by themselves.*No time is left`),
		);
		expect(said).not.toMatch(/tried again/);
	});

	test.each(tables.sizes)(
		'of 150 records with $options are those of $size in one poll',
		async ({ options, size }) => {
			expect(await withRelated(150, options).poll()).toHaveLength(size);
		},
	);
});

describe('what names compact custom values', () => {
	const ids = { id: 5, dealCustomItemId: 3, itemKey: 'level', value: '2' };
	const chosen = { selectedValue: 2, selectedOption: { value: 2, label: 'Gold' } };
	const whole = { ...ids, ...chosen, name: 'Level', itemType: 'single_select' };
	const shown: Reply = {
		body: { deals: [dealAt(9, START, { dealCustoms: [whole] })], hasMore: false, nextCursor: null },
	};
	/** Polls name the order of the list; a look-up takes the service's own. */
	const isLookUp = ({ query }: Asked) => query.sort === undefined && Number(query.limit) === 1000;

	function compact(lookUp: Reply, parameters: IDataObject = {}) {
		const host = reading(0, {}, parameters);
		host.answers = (request) => (isLookUp(request) ? lookUp : undefined);
		const add = async (id: number) => {
			host.write(id, { dealCustoms: [ids] });
			return await host.next();
		};
		return { host, add, lookUps: () => host.asked.filter(isLookUp).length };
	}

	test.each(table<[string, Reply, RegExp]>(tables.namesRefused))(
		'costs the names where it is %s, not the events',
		async (_what, reply, said) => {
			const { host, add } = compact(reply);
			host.budgetMs = 30_000;
			const began = host.now;
			expect(await add(1)).toMatchObject([{ id: 1, level: '2' }]);
			expect(host.now - began - MINUTE).toBeLessThanOrEqual(30_000);
			host.saysOnly(said);
			expect(await add(2)).toMatchObject([{ id: 2, level: '2' }]);
		},
	);

	test('is looked up once a day, by polls with events; raw records need none', async () => {
		const { host, add, lookUps } = compact(shown);
		for (const id of [1, 2]) expect(await add(id)).toMatchObject([{ id, Level: 'Gold' }]);
		await host.tellsOnly([], 25 * HOUR);
		expect(lookUps()).toBe(1);
		expect(await add(3)).toMatchObject([{ id: 3, Level: 'Gold' }]);
		expect(lookUps()).toBe(2);
		host.saysOnly();
		const raw = compact(shown, { output: 'raw' });
		expect(await raw.add(1)).toMatchObject([{ dealCustoms: [ids] }]);
		expect(raw.lookUps()).toBe(0);
	});
});

test.each(table<[IDataObject, IDataObject]>(tables.asked))(
	'with %j the list is asked by %j',
	async (parameters, query) => {
		const host = new Host(parameters);
		await host.poll();
		await host.next();
		const asked = host.asked.at(-1)!.query;
		expect(asked).toMatchObject({ updatedAtFrom: iso(START - 5 * MINUTE - 2_000) });
		for (const [name, value] of Object.entries(query)) expect(asked[name]).toBe(value);
	},
);

test('v1: a response above the service’s size limit is asked for again in smaller pages (v1 §7)', async () => {
	const host = reading(300, {}, { authentication: 'v1ApiKey' });
	const error = 'The response size 11 MB exceeds the limit of 10 MB: reduce limit';
	host.answers = ({ query }) =>
		Number(query.limit) > 125 ? { statusCode: 500, body: { error } } : undefined;
	await host.tellsOnly(idsOf(host.deals), 0);
});

describe('a test by hand', () => {
	test.each(table<[IDataObject, IDataObject, number[], string[]]>(tables.newest))(
		'%j %j shows at most ten, the newest first, as the event would',
		async (parameters, options, ids, types) => {
			const host = reading(30, options, parameters);
			host.deals[29]!.createdAt = '2026-01-01T00:00:00Z';
			const shown = await host.test();
			expect(idsOf(shown)).toEqual(ids);
			const told = shown.map(({ _event }) => _event.type);
			expect([...new Set(told)]).toEqual(types);
		},
	);

	test.each([
		['createdOrUpdated', `deal:9:${iso(START)}:`],
		['deleted', 'deal:9:deleted'],
	])(
		'has event ids of its own, so that no node that remembers them misses one (%s)',
		async (event, id) => {
			const host = new Host({ event });
			host.write(9);
			const [tested] = await host.test();
			expect(tested!._event.id).toMatch(RegExp(`^${id}.*:test:20\\d\\d-`));
		},
	);

	test('of a list that can’t be sorted shows the newest of what it lists first, by one request', async () => {
		const host = new Host({ resource: 'dealAction' }, { batchLimit: 3 });
		host.deals = [30, 2, 31, 24 * 40].map((hours) => dealAt(hours, START - hours * HOUR));
		expect(idsOf(await host.test())).toEqual([2, 30, 31]);
	});

	test.each(table<[IDataObject, IDataObject, IDataObject]>(tables.samples))(
		'without records shows a made-up one that says so: %j %j',
		async (parameters, options, sample) => {
			expect(await new Host(parameters, options).test()).toMatchObject([sample]);
		},
	);
});
