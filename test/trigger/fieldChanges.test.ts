/** Only When Fields Change: which updates are told, and what `_event.changes` says of each. */
import type { IDataObject } from 'n8n-workflow';
import { changesOf, dealAt, HOUR, Host, MINUTE, START, type Json } from './support/host';
import { many } from '../support/many';

const LONG = 'x'.repeat(80);
const TALKS = { id: 1, name: 'Talks' };
const OFFER = { id: 2, name: 'Offer' };
const RELATED = [{ dealCustomerType: { id: 1 }, customers: [{ id: 7 }] }];
const old = (id: number, rest: IDataObject) => dealAt(id, START - HOUR, rest);

/** A trigger that has begun over these deals. */
async function watching(
	fieldsToWatch: unknown,
	deals: IDataObject[] = [],
	options: IDataObject = {},
) {
	const host = new Host({ event: 'updated' }, { ...options, fieldsToWatch } as IDataObject);
	host.deals = deals;
	const first = await host.poll();
	host.pass(MINUTE);
	/** What is told of an edit. */
	const edit = async (id: number, changes: IDataObject) => {
		host.write(id, changes);
		return changesOf(await host.next());
	};
	return { host, edit, first };
}

const custom = (key: string, value: IDataObject) => ({
	dealCustoms: [{ id: 5, dealCustomItemId: 9, itemKey: key, name: 'Region', ...value }],
});
const choice = (label: string, value: number) =>
	custom('level', { itemType: 'single_select', selectedOption: { label, value } });

describe('changes says, of an update', () => {
	test.each<[string, unknown, IDataObject, IDataObject, IDataObject | undefined]>([
		['zero', 'amount', { amount: 0 }, { amount: null }, { amount: { from: 0, to: null } }],
		['a text', 'name', { name: 'a\\tb\n' }, { name: 'c' }, { name: { from: 'a\\tb\n', to: 'c' } }],
		[
			'an inherited name',
			'__proto__,toString',
			{ toString: 'a' },
			{ toString: 'b' },
			{ toString: { from: 'a', to: 'b' } },
		],
		[
			'a reference with a long name',
			'customer',
			{ customer: { id: 3, name: LONG } },
			{ customer: { id: 4, name: LONG } },
			{ customer: { fromUnknown: true, to: { id: 4, name: LONG } } },
		],
		[
			'a part of one',
			'customer.name',
			{ customer: TALKS },
			{ customer: { id: 1, name: 'B' } },
			{ 'customer.name': { from: 'Talks', to: 'B' } },
		],
		[
			'a list of them',
			'endPhaseReasons',
			{ endPhaseReasons: [2, 1].map((id) => ({ id, name: LONG })) },
			{ endPhaseReasons: [OFFER] },
			{ endPhaseReasons: { fromUnknown: true, to: [OFFER] } },
		],
		[
			'a list of some with short names',
			'endPhaseReasons',
			{ endPhaseReasons: [OFFER, TALKS] },
			{ endPhaseReasons: [OFFER] },
			{ endPhaseReasons: { from: [OFFER, TALKS], to: [OFFER] } },
		],
		[
			'rows with parts',
			'dealCustomerTypes',
			{ dealCustomerTypes: RELATED },
			{ dealCustomerTypes: [] },
			{ dealCustomerTypes: { from: RELATED, to: [] } },
		],
		[
			'such rows of a record that lacks them',
			'Related Customers',
			{},
			{ dealCustomerTypes: RELATED },
			{ dealCustomerTypes: { from: null, to: RELATED } },
		],
		...['phase', 'phaseId', 'PHASE ID'].map(
			(name): [string, unknown, IDataObject, IDataObject, IDataObject] => [
				`a reference as ${name}`,
				name,
				{ phase: { ...TALKS, status: 1 } },
				{ phase: { ...OFFER, status: 1 } },
				{ phase: { from: TALKS, to: OFFER } },
			],
		),
		...[
			['Region', 'Region'],
			['custom:region', 'dealCustoms.region'],
			['dealCustoms.region', 'dealCustoms.region'],
			['dealCustoms.9', 'dealCustoms.9'],
		].map(([name, shown]): [string, unknown, IDataObject, IDataObject, IDataObject] => [
			`a custom field as ${name}`,
			name,
			custom('region', { value: 'north' }),
			custom('region', { value: 'south' }),
			{ [shown!]: { from: 'north', to: 'south' } },
		]),
		[
			'a choice, by its labels',
			'dealCustoms.level',
			choice('Gold', 3),
			choice('Bronze', 1),
			{ 'dealCustoms.level': { from: 'Gold', to: 'Bronze' } },
		],
		[
			'what was too long',
			'memo',
			{ memo: LONG },
			{ memo: 'short' },
			{ memo: { to: 'short', fromUnknown: true } },
		],
		[
			'of several fields those that changed',
			['amount', ' name ', 'phase'],
			{ amount: 1, name: 'a', phase: TALKS },
			{ amount: 2, name: 'a', phase: OFFER },
			{ amount: { from: 1, to: 2 }, phase: { from: TALKS, to: OFFER } },
		],
		[
			'another name of a reference: nothing',
			'phase',
			{ phase: TALKS },
			{ phase: { id: 1, name: 'Talk' } },
			undefined,
		],
		[
			'a field that is not watched: nothing',
			'["amount"]',
			{ amount: 1 },
			{ amount: 1, memo: 'x' },
			undefined,
		],
		[
			'a long text that stays: nothing',
			'memo',
			{ memo: LONG },
			{ memo: LONG, name: 'b' },
			undefined,
		],
	])('%s', async (_what, fields, before, after, changes) => {
		const { edit } = await watching(fields, [old(1, before)]);
		expect(await edit(1, after)).toEqual(changes ? [changes] : []);
	});

	test('after another one: from where that ended, with the newest name', async () => {
		const { edit } = await watching('phase', [old(1, { phase: TALKS })]);
		expect(await edit(1, { phase: OFFER })).toMatchObject([{ phase: { from: TALKS, to: OFFER } }]);
		const renamed = { id: 2, name: 'Final offer' };
		expect(await edit(1, { phase: renamed })).toEqual([]);
		expect(await edit(1, { phase: TALKS })).toEqual([{ phase: { from: renamed, to: TALKS } }]);
	});

	test('that its previous version is not remembered: null', async () => {
		const { host, edit, first } = await watching('amount', [], { startFrom: 'all' });
		expect(first).toEqual([]);
		host.deals = [dealAt(7, START - HOUR, { createdAt: '2026-01-01T00:00:00Z' })];
		expect(await edit(7, { amount: 5 })).toEqual([null]);
		expect(await edit(7, { amount: 6 })).toEqual([{ amount: { from: 5, to: 6 } }]);
	});

	test('nothing where no field is watched, or a record is new', async () => {
		for (const fields of ['', 'amount']) {
			const { host } = await watching(fields, [old(1, {})]);
			host.parameters.event = 'createdOrUpdated';
			if (fields) host.write(2, { amount: 5 });
			else host.write(1, { amount: 5 });
			const [told] = await host.next();
			expect(told!._event.type).toBe(fields ? 'created' : 'updated');
			expect(told!._event).not.toHaveProperty('changes');
		}
	});
});

describe('of more records than can be remembered', () => {
	const COUNT = 9_000;
	const touched = async (host: Host, ids: number[]) => {
		for (const id of ids) host.write(id, { name: `touched at ${host.now}` });
		return changesOf(await host.next());
	};

	test('those that changed last are, whatever their IDs; the log says so once', async () => {
		const deals = many(COUNT, (at) =>
			dealAt(COUNT - at, START - (COUNT - at) * MINUTE, { amount: 1_000_000 + 17 * at }),
		);
		const { host, edit } = await watching('amount', deals);
		const last = many(1_000, (at) => at + 1);
		expect(await touched(host, last)).toEqual([]);
		expect(await touched(host, last)).toEqual([]);
		expect(await edit(5, { amount: 7 })).toEqual([
			{ amount: { from: 1_000_000 + 17 * (COUNT - 5), to: 7 } },
		]);
		expect(await touched(host, [COUNT])).toEqual([null]);
		expect(host.said()).toEqual([
			expect.stringMatching(/can’t remember the previous values of all records/),
		]);
		expect(JSON.stringify(host.state).length).toBeLessThan(256_000);
	});
});

describe('on a trigger that runs already', () => {
	/** Deal 2 was told of a minute ago, deal 1 changed long before. */
	async function running(options: IDataObject = {}) {
		const host = new Host({ event: 'updated' }, options);
		host.deals = [1, 2].map((id) => old(id, { amount: 100, memo: 'Call' }));
		await host.poll();
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
		expect(await host.next()).toEqual([]);
		expect(await host.requestsOf(host.next())).toBe(1);
		for (const id of [1, 2]) host.write(id, { memo: 'Visit' });
		expect(await host.next()).toEqual([]);
		for (const id of [1, 2]) host.write(id, { amount: 200 });
		const change = { amount: { from: 100, to: 200 } };
		expect(told(await host.next())).toEqual([
			[1, change],
			[2, change],
		]);
		expect(host.said()).toEqual([]);
	});

	test('what is not yet told when they are set is not taken for what was before', async () => {
		const host = await running();
		for (const id of [1, 2]) host.write(id, { amount: 200 });
		host.options.fieldsToWatch = 'amount';
		expect(told(await host.next())).toEqual([
			[1, null],
			[2, null],
		]);
	});

	test.each([
		['a Start Date', { startFrom: 'date', startDate: '2026-11-21T07:30:00Z' }, {}],
		['a replay', {}, { replayFrom: '2026-11-21T07:30:00Z' }],
	])('what changed before %s is known from then on', async (_what, start, then) => {
		const { host, edit } = await watching('amount', [old(1, { amount: 100 })], start);
		Object.assign(host.options, then);
		expect(await host.poll()).toEqual([]);
		expect(await edit(1, { memo: 'Visit' })).toEqual([]);
		expect(await edit(1, { amount: 200 })).toEqual([{ amount: { from: 100, to: 200 } }]);
	});
});

describe('a field that no record has is named in the log, once', () => {
	test.each<[string, IDataObject, string[]]>([
		['amount, amuont, phase.id, company.size', {}, ['names "amuont" and "company.size", which']],
		[
			'dealCustoms.region, dealCustoms.9, dealCustoms.regoin',
			custom('region', { value: 'x' }),
			['names "dealCustoms.regoin", which'],
		],
		['', {}, []],
	])('%j', async (fields, more, said) => {
		const { host } = await watching(fields);
		for (const id of [1, 2, 3]) {
			host.write(id, { amount: 5, phase: null, ...more });
			await host.next();
		}
		expect(host.said()).toEqual(said.map((each): unknown => expect.stringContaining(each)));
	});

	test('a test event names it beside the record', async () => {
		const host = new Host({ event: 'created' }, {});
		host.parameters.event = 'updated';
		host.options.fieldsToWatch = 'amount, amuont';
		host.deals = [old(1, { amount: 5 })];
		expect((await host.test()).map(({ _event }) => _event.note)).toEqual([
			'Only When Fields Change names "amuont", which no deal that was read so far has for the name of one field: check the spelling, or give a custom field by its key, such as custom:region.',
		]);
	});

	test('not where an earlier record had it, nor by a test', async () => {
		const { host, edit } = await watching('memo');
		await host.test();
		await edit(1, { memo: '' });
		host.pass(HOUR);
		await edit(2, {});
		expect(host.said()).toEqual([]);
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

test('a test shows the form of changes, and says that they are made up', async () => {
	const shown = async (event: string, deals: IDataObject[]) => {
		const host = new Host({ event }, { fieldsToWatch: 'amount, phase' });
		host.deals = deals;
		return (await host.test()).map(({ _event }) => _event);
	};
	const deal = old(1, { amount: 5, phase: TALKS });
	expect(await shown('updated', [deal])).toMatchObject([
		{
			...{ type: 'updated', sample: true, note: expect.stringMatching(/changes are made up/) },
			changes: { amount: { from: 5, to: 5 }, phase: { from: TALKS, to: TALKS } },
		},
	]);
	const [created] = await shown('createdOrUpdated', [deal]);
	expect(created).not.toHaveProperty('changes');
	for (const event of ['updated', 'createdOrUpdated']) {
		expect(await shown(event, [])).toMatchObject([
			{ type: 'updated', sample: true, changes: { amount: { from: null, to: null } } },
		]);
	}
});
