/** What the trigger emits of a record, what it asks the service for, and what a test by hand shows. */
import type { IDataObject } from 'n8n-workflow';
import {
	dealAt,
	eventsOf,
	HOUR,
	Host,
	idsOf,
	iso,
	MINUTE,
	START,
	type Asked,
	type Reply,
} from './support/host';
import { many } from '../support/many';

const TALKS = { id: 1, name: 'Talks', status: 1 };
const WON = { id: 2, name: 'Won', status: 2 };

test('what was emitted before an event that begins anew is nothing to be repeated', async () => {
	const host = new Host({ event: 'updated' }, { delivery: 'atLeastOnce' });
	host.write(1, { phase: TALKS }, START - MINUTE);
	await host.poll();
	host.write(1, { name: 'Renamed' });
	expect(await host.next()).toHaveLength(1);
	host.parameters.event = 'phaseChanged';
	expect(await host.poll()).toEqual([]);
	host.restart();
	host.write(1, { phase: WON });
	expect(await host.next()).toMatchObject([{ id: 1, _event: { type: 'phaseChanged' } }]);
});

describe('related objects', () => {
	const found = (id: number): Reply => ({ body: { id, customObjects: [{ id: 9 }] } });

	/** A trigger over so many deals, whose own reads are answered so. */
	function reading(count: number, read: (id: number) => Reply | Error, options: IDataObject = {}) {
		const host = new Host({}, { startFrom: 'all', relatedObjects: true, ...options });
		host.deals = many(count, (id) => dealAt(id + 1, START - HOUR + id));
		host.answers = ({ path }) => {
			if (path === '/v2/deals') return undefined;
			const reply = read(Number(path.split('/').at(-1)));
			if (reply instanceof Error) throw reply;
			return reply;
		};
		return host;
	}
	const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

	test.each<[string, Reply | Error, RegExp]>([
		['gone (404)', { statusCode: 404, body: { error: 'gone' } }, /404/],
		['refused', { statusCode: 403, body: { error: 'Not yours' } }, /Not yours/],
		['without an answer', reset, /connection broke/],
	])('of a record that is %s are left out, and hold nothing back', async (_what, reply, why) => {
		const host = reading(3, (id) => (id === 2 ? reply : found(id)));
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
		const said = host.said();
		expect(said).toEqual([expect.stringMatching(/related objects of 1 of 3 records/)]);
		expect(said[0]).toMatch(why);
		expect(await host.poll()).toEqual([]);
	});

	test('of more records of one timestamp than there is time for: the log says what to do', async () => {
		const host = reading(400, found);
		host.deals = host.deals.map((deal) => ({ ...deal, updatedAt: iso(START - HOUR) }));
		Object.assign(host, { budgetMs: 45_000, rate: 5 });
		const items = await host.poll();
		const left = items.filter(({ _event }) => _event.relatedObjects === 'unavailable').length;
		expect([items.length, left > 0 && left < 400]).toEqual([400, true]);
		const [said] = host.said();
		expect(said).toMatch(`of ${left} of 400 records`);
		expect(said).toMatch(/get these records by themselves.*No time is left/);
		expect(said).not.toMatch(/tried again/);
	});

	test.each([
		[150, undefined, 100],
		[150, 5_000, 100],
		[150, 7, 7],
	])(
		'of %i records with Batch Limit %p are those of %i in one poll',
		async (count, batchLimit, size) => {
			const host = reading(count, found, batchLimit === undefined ? {} : { batchLimit });
			expect(await host.poll()).toHaveLength(size);
		},
	);
});

describe('what names compact custom values', () => {
	const ids = { id: 5, dealCustomItemId: 3, itemKey: 'level', value: '2' };
	const whole = {
		...ids,
		name: 'Level',
		itemType: 'single_select',
		selectedValue: 2,
		selectedOption: { value: 2, label: 'Gold' },
	};
	/** Polls name the order of the list; a look-up takes the service's own. */
	const isLookUp = ({ query }: Asked) => query.sort === undefined && Number(query.limit) === 1000;

	function compact(lookUp: Reply, parameters: IDataObject = {}) {
		const host = new Host(parameters, { startFrom: 'all' });
		host.answers = (request) => (isLookUp(request) ? lookUp : undefined);
		const add = async (id: number) => {
			host.write(id, { dealCustoms: [ids] });
			return await host.next();
		};
		return { host, add, lookUps: () => host.asked.filter(isLookUp).length };
	}
	const shown = {
		body: { deals: [dealAt(9, START, { dealCustoms: [whole] })], hasMore: false, nextCursor: null },
	};

	test.each<[string, Reply, RegExp]>([
		['refused', { statusCode: 403, body: { error: 'Not yours' } }, /Not yours/],
		['refused for its rate', { statusCode: 429, headers: { 'retry-after': '9' }, body: {} }, /429/],
	])('costs the names where it is %s, not the events', async (_what, reply, why) => {
		const { host, add } = compact(reply);
		host.budgetMs = 30_000;
		const began = host.now;
		expect(await add(1)).toMatchObject([{ id: 1, level: '2' }]);
		expect(host.now - began - MINUTE).toBeLessThanOrEqual(30_000);
		expect(host.said()).toEqual([
			expect.stringMatching(
				new RegExp(`^Sales Management Trigger emits less.*(${why.source})`, 's'),
			),
		]);
		expect(await add(2)).toMatchObject([{ id: 2, level: '2' }]);
	});

	test('is looked up once a day, by polls with events; raw records need none', async () => {
		const { host, add, lookUps } = compact(shown);
		for (const id of [1, 2]) expect(await add(id)).toMatchObject([{ id, Level: 'Gold' }]);
		expect(lookUps()).toBe(1);
		expect(await host.next(25 * HOUR)).toEqual([]);
		expect(lookUps()).toBe(1);
		expect(await add(3)).toMatchObject([{ id: 3, Level: 'Gold' }]);
		expect(lookUps()).toBe(2);
		expect(host.said()).toEqual([]);
		const raw = compact(shown, { output: 'raw' });
		expect(await raw.add(1)).toMatchObject([{ dealCustoms: [ids] }]);
		expect(raw.lookUps()).toBe(0);
	});
});

describe('the list is asked', () => {
	test.each<[IDataObject, IDataObject]>([
		[{}, { sort: 'updatedAt', limit: 1_000 }],
		[{ authentication: 'v1ApiKey' }, { sort: 'updatedAt,id', limit: 1_000, page: 1 }],
		[{ resource: 'dealAction' }, { sort: undefined }],
	])('by %j for %j', async (parameters, query) => {
		const host = new Host(parameters);
		await host.poll();
		await host.next();
		const asked = host.asked.at(-1)!.query;
		expect(asked).toMatchObject({ updatedAtFrom: iso(START - 5 * MINUTE - 2_000) });
		for (const [name, value] of Object.entries(query)) expect(asked[name]).toBe(value);
	});
});

test('v1: a response above the service’s size limit is asked for again in smaller pages (v1 §7)', async () => {
	const host = new Host({ authentication: 'v1ApiKey' }, { startFrom: 'all' });
	host.deals = many(300, (at) => dealAt(at + 1, START - HOUR + at));
	const error = 'The response size 11 MB exceeds the limit of 10 MB: reduce limit';
	host.answers = ({ query }) =>
		Number(query.limit) > 125 ? { statusCode: 500, body: { error } } : undefined;
	expect(idsOf(await host.poll())).toEqual(idsOf(host.deals));
});

describe('a test by hand', () => {
	const thirty = many(30, (id) =>
		dealAt(id + 1, START - HOUR + id, id === 29 ? { createdAt: '2026-01-01T00:00:00Z' } : {}),
	);
	const shown = async (parameters: IDataObject, options: IDataObject = {}, deals = thirty) => {
		const host = new Host(parameters, options);
		host.deals = deals;
		return await host.test();
	};

	test('shows at most ten, the newest first, as the event would', async () => {
		const ten = await shown({});
		expect(idsOf(ten)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
		expect(eventsOf(ten).slice(0, 2)).toEqual([
			['updated', 30],
			['created', 29],
		]);
		expect(await shown({}, { batchLimit: 3 })).toHaveLength(3);
		for (const event of ['created', 'updated', 'phaseChanged']) {
			for (const { _event } of await shown({ event })) expect(_event.type).toBe(event);
		}
	});

	test.each(['createdOrUpdated', 'deleted'])(
		'has event ids of its own, so that no node that remembers them misses one (%s)',
		async (event) => {
			const id = event === 'deleted' ? 'deal:9:deleted' : `deal:9:${iso(START)}:`;
			const [tested] = await shown({ event }, {}, [dealAt(9, START)]);
			expect(tested!._event.id.startsWith(id)).toBe(true);
			expect(tested!._event.id).toMatch(/:test:20\d\d-/);
		},
	);

	test('of a list that can’t be sorted shows the newest of what it lists first, by one request', async () => {
		const host = new Host({ resource: 'dealAction' }, { batchLimit: 3 });
		host.deals = [30, 2, 31, 24 * 40].map((hours) => dealAt(hours, START - hours * HOUR));
		expect(idsOf(await host.test())).toEqual([2, 30, 31]);
	});

	test('without records shows a made-up one that says so', async () => {
		const time = iso(START);
		const note = expect.stringMatching(/made up/);
		const event = { id: `deal:0:${time}:sample:test:${time}`, type: 'created', sample: true, note };
		expect(await shown({}, {}, [])).toMatchObject([{ id: 0, name: 'Sample deal', _event: event }]);
		expect(await shown({ event: 'phaseChanged' }, {}, [])).toMatchObject([
			{
				phase: 'Sample phase',
				phaseId: 1,
				_event: { from: null, to: { id: 1, name: 'Sample phase' } },
			},
		]);
		expect(await shown({}, { emit: 'perPoll' }, [])).toMatchObject([
			{ count: 1, records: [{ id: 0 }] },
		]);
	});
});
