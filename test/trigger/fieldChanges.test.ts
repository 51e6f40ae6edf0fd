/** Only When Fields Change: which updates are told, and what `_event.changes` says of each. */
import type { IDataObject } from 'n8n-workflow';
import tables from './fieldChanges.json';
import { many } from '../support/many';
import { table } from '../support/table';
import { begun, changesOf, dealAt, HOUR, Host, MINUTE, START, type Json } from './support/host';

const TALKS = { id: 1, name: 'Talks' };
const OFFER = { id: 2, name: 'Offer' };
const NAMES = { long: 'x'.repeat(80), talks: TALKS, offer: OFFER };
const old = (id: number, rest: IDataObject) => dealAt(id, START - HOUR, rest);

/** A trigger that has begun over these deals. */
async function watching(
	fieldsToWatch: unknown,
	deals: IDataObject[] = [],
	options: IDataObject = {},
) {
	const watched = { ...options, fieldsToWatch } as IDataObject;
	const host = await begun({ event: 'updated' }, watched, deals);
	host.pass(MINUTE);
	/** What is told of an edit. */
	const edit = async (id: number, changes: IDataObject) => {
		host.write(id, changes);
		return changesOf(await host.next());
	};
	return { host, edit };
}

describe('changes says, of an update', () => {
	test.each(
		table<[string, unknown, IDataObject, IDataObject, IDataObject[]]>(tables.changes, NAMES),
	)('%s', async (_what, fields, before, after, changes) => {
		const { edit } = await watching(fields, [old(1, before)]);
		expect(await edit(1, after)).toEqual(changes);
	});

	test('after another one: from where that ended, with the newest name', async () => {
		const { edit } = await watching('phase', [old(1, { phase: TALKS })]);
		expect(await edit(1, { phase: OFFER })).toMatchObject([{ phase: { from: TALKS, to: OFFER } }]);
		const renamed = { id: 2, name: 'Final offer' };
		expect(await edit(1, { phase: renamed })).toEqual([]);
		expect(await edit(1, { phase: TALKS })).toEqual([{ phase: { from: renamed, to: TALKS } }]);
	});

	test('that its previous version is not remembered: null', async () => {
		const { host, edit } = await watching('amount', [], { startFrom: 'all' });
		host.deals = [dealAt(7, START - HOUR, { createdAt: '2026-01-01T00:00:00Z' })];
		expect(await edit(7, { amount: 5 })).toEqual([null]);
		expect(await edit(7, { amount: 6 })).toEqual([{ amount: { from: 5, to: 6 } }]);
	});

	test.each([
		['no field is watched', '', 1, 'updated'],
		['a record is new', 'amount', 2, 'created'],
	])('nothing where %s', async (_where, fields, id, type) => {
		const { host } = await watching(fields, [old(1, {})]);
		host.parameters.event = 'createdOrUpdated';
		host.write(id, { amount: 5 });
		const [told] = await host.next();
		expect(told!._event.type).toBe(type);
		expect(told!._event).not.toHaveProperty('changes');
	});
});

test('of more records than can be remembered the log tells once, and again with other filters; those that changed last are', async () => {
	const deals = many(9_000, (at) => dealAt(at + 1, START - at * MINUTE, { amount: 17 * at }));
	const { host, edit } = await watching('amount', deals.reverse());
	host.saysOnly(/can’t remember the previous values of all records/);
	expect(await edit(1, { amount: 7 })).toEqual([{ amount: { from: 0, to: 7 } }]);
	expect(await edit(9_000, { amount: 7 })).toEqual([null]);
	host.saysOnly();
	host.parameters.filters = { searchWord: 'deal' };
	await host.next();
	host.saysOnly(/can’t remember the previous values of all records/);
});

describe('on a trigger that runs already', () => {
	/** Deal 2 was told of a minute ago, deal 1 changed long before. */
	async function running(options: IDataObject = {}) {
		const deals = [1, 2].map((id) => old(id, { amount: 100, memo: 'Call' }));
		const host = await begun({ event: 'updated' }, options, deals);
		host.pass(10 * MINUTE);
		host.write(2, { memo: 'Write' });
		expect(await host.next()).toHaveLength(1);
		return host;
	}
	const told = (items: Json[]) => items.map(({ id, _event }) => [id, _event.changes]);

	test.each([
		['set', {}],
		['changed', { fieldsToWatch: 'name,memo' }],
	])('fields that are %s: older values are learned first, once', async (_how, before) => {
		const host = await running(before);
		host.options.fieldsToWatch = 'amount';
		await host.tellsOnly([]);
		expect(await host.requestsOf(host.next())).toBe(1);
		for (const id of [1, 2]) host.write(id, { memo: 'Visit' });
		await host.tellsOnly([]);
		for (const id of [1, 2]) host.write(id, { amount: 200 });
		const change = { amount: { from: 100, to: 200 } };
		expect(told(await host.next())).toEqual([1, 2].map((id) => [id, change]));
		host.saysOnly();
	});

	test('what is not yet told when they are set is not taken for what was before', async () => {
		const host = await running();
		for (const id of [1, 2]) host.write(id, { amount: 200 });
		host.options.fieldsToWatch = 'amount';
		expect(told(await host.next())).toEqual([1, 2].map((id) => [id, null]));
	});

	test.each(table<[string, IDataObject, IDataObject]>(tables.knownFrom))(
		'what changed before %s is known from then on',
		async (_what, start, then) => {
			const { host, edit } = await watching('amount', [old(1, { amount: 100 })], start);
			Object.assign(host.options, then);
			await host.tellsOnly([], 0);
			expect(await edit(1, { memo: 'Visit' })).toEqual([]);
			expect(await edit(1, { amount: 200 })).toEqual([{ amount: { from: 100, to: 200 } }]);
		},
	);
});

describe('a field that no record has is named in the log, once', () => {
	test.each(table<[string, RegExp[]]>(tables.misspelt))('%j', async (fields, said) => {
		const { host, edit } = await watching(fields);
		const dealCustoms = [{ id: 5, dealCustomItemId: 9, itemKey: 'region', value: 'x' }];
		for (const id of [1, 2, 3]) await edit(id, { amount: 5, phase: null, dealCustoms });
		host.saysOnly(...said);
	});

	test('not where an earlier record had it, nor by a test', async () => {
		const { host, edit } = await watching('memo');
		await host.test();
		await edit(1, { memo: '' });
		host.pass(HOUR);
		await edit(2, {});
		host.saysOnly();
	});
});

test('a field is refused that the service returns without its key, with how to name it', async () => {
	const customs = many(12, (at) => ({ dealCustomItemId: at + 1, text: 'x' }));
	const refused = await watching('dealCustoms.level');
	await expect(refused.edit(1, { dealCustoms: customs })).rejects.toThrow(
		/can't watch "dealCustoms\.level".*by the ID of its item instead, such as dealCustoms\.7\.$/,
	);
	const { edit } = await watching('dealCustoms.3', [old(1, { dealCustoms: customs })]);
	expect(await edit(1, { dealCustoms: [] })).toEqual([
		{ 'dealCustoms.3': { from: 'x', to: null } },
	]);
});

describe('a test event of', () => {
	/** What each test event says besides. */
	const SOME: IDataObject = {
		id: expect.any(String),
		resource: 'deal',
		detectedAt: expect.any(String),
	};
	const shown = async (event: string, fieldsToWatch: string, deals: IDataObject[]) => {
		const host = new Host({ event }, { fieldsToWatch });
		host.deals = deals.map((deal) => old(1, deal));
		return (await host.test()).map(({ _event }) => _event);
	};

	test.each(table<[string, string, IDataObject[], IDataObject]>(tables.testShows, NAMES))(
		'%s shows the form of changes, and says that they are made up: %s',
		async (event, _what, deals, wanted) => {
			expect(await shown(event, 'amount, phase', deals)).toEqual([{ ...SOME, ...wanted }]);
		},
	);

	test('a field that no record has names it beside the record', async () => {
		expect(await shown('updated', 'amount, amuont', [{ amount: 5 }])).toMatchObject([
			{
				note: 'Only When Fields Change names "amuont", which no deal that was read so far has for the name of one field: check the spelling, or give a custom field by its key, such as custom:region.',
			},
		]);
	});
});
