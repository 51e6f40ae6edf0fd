/** What the trigger's form means, what is refused of it, and what a changed form does to a running trigger. */
import type { IDataObject } from 'n8n-workflow';
import { DAY, dealAt, Host, HOUR, idsOf, iso, listOf, MINUTE, START } from './support/host';

/** Words of a list's query (v2 §4, §4.11), which a custom field may have for its key. */
const RESERVED = [
	...['limit', 'cursor', 'sort', 'page', 'createdAtFrom', 'createdAtTo', 'updatedAtFrom'],
	...['updatedAtTo', 'itemKeyAsPropertyKey', 'include_related_objects', 'include_files'],
	'skipNotice',
];
const ofTickets = { resource: 'customObject', customObjectDefKey: 'ticket' };

describe('is refused', () => {
	test.each<[IDataObject, IDataObject, RegExp]>([
		[{ resource: 'user' }, {}, /^The trigger has no resource "user"/],
		[{ event: 'archived' }, {}, /^The trigger has no event "archived": choose another/],
		[
			{ resource: 'contact', event: 'phaseChanged' },
			{},
			/^The trigger has no event "phaseChanged"/,
		],
		[{ resource: 'customer', event: 'won' }, {}, /^The trigger has no event "won"/],
		[
			{ resource: 'contactAction', authentication: 'v1ApiKey' },
			{},
			/^Contact Actions can’t be watched with an API key \(v1\): use a personal or team token/,
		],
		[{ ...ofTickets, authentication: 'v1ApiKey' }, {}, /can’t be watched with an API key/],
		[{ resource: 'customObject' }, {}, /^Definition Key is required/],
		[{ filters: { none: 1 } }, {}, /^Filters has no field "none"/],
		[
			{ output: 'none' },
			{},
			/^Output is "none"; it must be one of simplified, raw, selectedFields\./,
		],
		[{ output: 'selectedFields' }, {}, /Output Fields names none/],
		[
			{ event: 'deleted', resource: 'customerAction' },
			{},
			/Deleted needs one Customer: choose it in Filters/,
		],
		[
			{ event: 'deleted', resource: 'contact', authentication: 'v1ApiKey' },
			{},
			/can’t be read by ID with an API key/,
		],
		[{ event: 'deleted', resource: 'contactAction' }, {}, /no event "deleted": choose another/],
		[{}, { startFrom: 'date' }, /^Start Date is required/],
		[{}, { startFrom: 'date', startDate: 'soon' }, /^Start Date is "soon"/],
		[{}, { startFrom: 'then' }, /Start From/],
		[{}, { lookbackMinutes: 0 }, /^Lookback Minutes is 0/],
		[{}, { lookbackMinutes: 1_441 }, /^Lookback Minutes is 1441/],
		[{}, { batchLimit: 0 }, /^Batch Limit is 0/],
		[{}, { emit: 'none' }, /Emit/],
		[{}, { afterDowntime: 'none' }, /After Downtime/],
		[{}, { delivery: 'twice' }, /Delivery/],
		[{ event: 'phaseChanged' }, { enteredPhases: null }, /^Entered Phases has no value/],
		...RESERVED.map((itemKey): [IDataObject, IDataObject, RegExp] => [
			{ ...ofTickets, filters: { equals: { values: [{ itemKey, value: '5' }] } } },
			{},
			/^Field Equals can't filter by "\w+": the service reads this word as one of its own/,
		]),
	])('%j %j', async (parameters, options, message) => {
		await expect(new Host(parameters, options).poll()).rejects.toThrow(message);
	});
});

test('a date without an offset is read in the workflow’s time zone', async () => {
	const host = new Host({}, { startFrom: 'date', startDate: '2026-11-21T17:00:00' });
	host.deals = [dealAt(1, START - HOUR), dealAt(2, START + MINUTE)];
	expect(idsOf(await host.next(HOUR))).toEqual([2]);
});

test('a Start Date in the future is where it begins', async () => {
	const host = new Host({}, { startFrom: 'date', startDate: iso(START + 2 * HOUR) });
	await host.poll();
	host.write(1);
	expect(await host.next()).toEqual([]);
	host.pass(2 * HOUR);
	host.write(2);
	expect(idsOf(await host.next())).toEqual([2]);
	expect(host.said()).toEqual([]);
});

test.each<[string, IDataObject]>([
	['another date', { startDate: iso(START + HOUR) }],
	['Now', { startFrom: 'now', startDate: undefined }],
])('a Start Date in the future counts also if it is changed meanwhile to %s', async (_what, to) => {
	const host = new Host({}, { startFrom: 'date', startDate: iso(START + 3 * HOUR) });
	await host.poll();
	Object.assign(host.options, to);
	host.write(1);
	expect(await host.next(2 * HOUR)).toEqual([]);
	host.write(2);
	expect(await host.next()).toEqual([]);
	host.pass(HOUR);
	host.write(3);
	expect(idsOf(await host.next())).toEqual([3]);
	expect(host.said()).toEqual([]);
});

test.each([1, 5, 30, 1_440])(
	'a lookback of %i minutes is how late a change may come to light',
	async (lookbackMinutes) => {
		const host = new Host({}, { lookbackMinutes });
		await host.poll();
		host.pass(48 * HOUR);
		await host.poll();
		const oldest = host.now - lookbackMinutes * MINUTE;
		host.deals = [dealAt(1, oldest + 45_000), dealAt(2, oldest - MINUTE)];
		expect(idsOf(await host.next(MINUTE / 2))).toEqual([1]);
	},
);

describe('a running trigger', () => {
	/** It has emitted deal 1; deal 2 is next. */
	async function running(parameters: IDataObject = {}, options: IDataObject = {}) {
		const host = new Host(parameters, options);
		await host.poll();
		host.write(1);
		await host.next(HOUR);
		host.pass(MINUTE);
		host.write(2);
		host.pass(MINUTE);
		return host;
	}

	test.each<[string, IDataObject, IDataObject]>([
		['other filters', { filters: { searchWord: 'x' } }, {}],
		['another kind of credential', { authentication: 'teamToken' }, {}],
		['another event', { event: 'created' }, {}],
		['another output', { output: 'selectedFields', outputFields: 'id' }, {}],
		['other options', {}, { batchLimit: 9, lookbackMinutes: 9, failAfterMinutes: 9 }],
		['another Start From', {}, { startFrom: 'all' }],
		['fields to watch', {}, { fieldsToWatch: 'name' }],
	])('goes on with %s: what is not emitted yet comes', async (_what, parameters, options) => {
		const host = await running();
		Object.assign(host.parameters, parameters);
		Object.assign(host.options, options);
		expect(idsOf(await host.poll())).toEqual([2]);
		expect(await host.poll()).toEqual([]);
		expect(host.said()).toEqual([]);
	});

	test('goes on with an event that compares values: it learns them first', async () => {
		const host = await running();
		host.parameters.event = 'phaseChanged';
		expect(await host.poll()).toEqual([]);
		host.write(1, { phase: { id: 9 } });
		expect(idsOf(await host.next())).toEqual([1]);
		expect(host.said()).toEqual([]);
	});

	test.each<[string, IDataObject]>([
		['Phase Changed', { event: 'phaseChanged' }],
		['Only When Fields Change', { event: 'updated' }],
	])('%s loses no change of a deal that old and new filters show', async (_what, parameters) => {
		const options = parameters.event === 'updated' ? { fieldsToWatch: 'phase' } : {};
		const host = new Host({ ...parameters, filters: { searchWord: 'narrow' } }, options);
		host.deals = [1, 2].map((id) => dealAt(id, START - 9 * HOUR, { phase: { id: 1 } }));
		host.answers = ({ path, query }) =>
			query.searchWord === undefined ? undefined : listOf([host.deals[0]!], { path, query });
		await host.poll();
		host.pass(HOUR);
		await host.poll();
		for (const id of [1, 2]) host.write(id, { phase: { id: 2 } });
		host.parameters.filters = {};
		host.pass(MINUTE);
		const told = (await host.poll()).map(({ id, _event }) => [id, _event.from ?? _event.changes]);
		const from = { id: 1 };
		expect(told).toContainEqual(
			parameters.event === 'updated' ? [1, { phase: { from, to: { id: 2 } } }] : [1, from],
		);
		for (const id of [1, 2]) host.write(id, { phase: { id: 3 } });
		expect(idsOf(await host.next())).toEqual([1, 2]);
	});

	test('for other Won Phases of an event that compares them previous values are learned anew', async () => {
		const host = await running({ event: 'won' });
		host.options.wonPhases = [5];
		host.write(1, { phase: { id: 5, status: 2 } });
		expect(await host.next()).toEqual([]);
		host.write(2, { phase: { id: 5, status: 2 } });
		expect(idsOf(await host.next())).toEqual([2]);
		expect(host.said()).toEqual([]);
	});
});

describe('a list that is empty for a while', () => {
	const hide = (host: Host) => {
		host.answers = ({ path, query }) =>
			path === '/v2/deals' ? listOf([], { path, query }) : undefined;
	};
	const show = (host: Host) => {
		host.answers = () => undefined;
	};
	const phase = (id: number) => ({ phase: { id, status: id } });

	test.each<[string, IDataObject, Partial<Pick<Host, 'parameters' | 'options' | 'credentialId'>>]>([
		['one of the six', { event: 'updated' }, { parameters: { event: 'won' } }],
		['other Won Phases', { event: 'won' }, { options: { wonPhases: [2] } }],
		['another credential', { event: 'won' }, { credentialId: 'another' }],
	])('ends no learning for %s', async (_what, before, after) => {
		const host = new Host(before);
		for (const id of [1, 2, 3]) host.write(id, phase(1), START - DAY);
		await host.poll();
		Object.assign(host, after);
		hide(host);
		await host.next();
		show(host);
		await host.next();
		host.pass(HOUR);
		await host.poll();
		host.write(2, phase(2));
		expect(idsOf(await host.next())).toEqual([2]);
		expect(await host.requestsOf(host.next())).toBe(1);
	});

	test('ends no learning that had no time to begin', async () => {
		const host = new Host({ event: 'won' });
		for (const id of [1, 2, 3]) host.write(id, phase(1), START - DAY);
		Object.assign(host, { budgetMs: 45_000, tripMs: 20_000 });
		await host.poll();
		hide(host);
		for (let polls = 0; polls < 3; polls++) await host.next();
		host.tripMs = 0;
		await host.next();
		show(host);
		await host.next();
		host.write(2, phase(2));
		expect(idsOf(await host.next())).toEqual([2]);
	});

	test.each<[string, IDataObject, Partial<Pick<Host, 'parameters' | 'credentialId'>>]>([
		['the token within a credential', {}, {}],
		['another credential', {}, { credentialId: 'another' }],
		['another credential, for Won', { event: 'won' }, { credentialId: 'another' }],
		['another event', { event: 'updated' }, { parameters: { event: 'createdOrUpdated' } }],
	])('loses nothing that changes meanwhile, with %s', async (_what, parameters, after) => {
		const host = new Host(parameters);
		for (const id of [1, 2, 3, 4, 5]) host.write(id, phase(1), START - DAY);
		await host.poll();
		host.write(1, phase(2));
		await host.next();
		const { credentialId } = host;
		Object.assign(host, after);
		hide(host);
		await host.next();
		for (const id of [2, 3, 4]) {
			host.write(id, phase(2));
			expect(await host.next(4 * MINUTE)).toEqual([]);
		}
		host.credentialId = credentialId;
		show(host);
		expect(idsOf(await host.next())).toEqual([2, 3, 4]);
		host.write(5, phase(2));
		expect(idsOf(await host.next())).toEqual([5]);
		expect(await host.next()).toEqual([]);
	});
});

test('a state that is lost with the node’s name begins now, also where it started with all records', async () => {
	const host = new Host({}, { startFrom: 'all' });
	host.deals = [dealAt(9, START - DAY)];
	expect(idsOf(await host.poll())).toEqual([9]);
	host.state = {};
	host.restart();
	host.said();
	expect(await host.next()).toEqual([]);
	host.write(1);
	expect(idsOf(await host.next())).toEqual([1]);
	expect(host.said()).toEqual([expect.stringMatching(/is lost, damaged.*It starts now/)]);
});

test('a database that stores properties in another order changes nothing', async () => {
	const turned = (value: unknown): unknown =>
		Array.isArray(value) || typeof value !== 'object' || value === null
			? value
			: Object.fromEntries(
					Object.entries(value)
						.map(([name, each]) => [name, turned(each)])
						.reverse(),
				);
	const host = new Host({ event: 'phaseChanged' }, { startFrom: 'all' });
	host.deals = [dealAt(9, START - DAY)];
	await host.poll();
	host.write(1);
	await host.next(HOUR);
	host.write(1, { phase: { id: 5, status: 2 } });
	host.state = turned(host.state) as IDataObject;
	host.restart();
	host.said();
	expect(idsOf(await host.next())).toEqual([1]);
	expect(host.said()).toEqual([]);
});

const OF_ANOTHER_VERSION = { version: 1 };
const LEARNED = { name: 'fields name', parts: [['"a"']], records: '1:0' };
const DAMAGES: ReadonlyArray<readonly [string, IDataObject | string | number | null]> = [
	['ledger', null],
	['createdWatermark', 'x'],
	['view', 5],
	['stalledSince', 'x'],
	['replayed', 5],
	['setAside', 5],
	['fingerprint', null],
	['batch', 5],
	['batch', { version: 6 }],
	['window', { ms: -5, pageSize: 5 }],
	['window', { pageSize: 5 }],
	['backlog', {}],
	['backlog', { endedEarlyAt: 'x 5', seen: '1' }],
	['values', { records: 5 }],
	['values', { ...LEARNED, parts: [[5]] }],
	['values', { ...LEARNED, learning: { at: 5, to: iso(START), newer: '' } }],
	['values', { ...LEARNED, learning: { at: iso(0), newer: '' } }],
	['values', { ...LEARNED, learning: { at: iso(0), to: iso(START), newer: 5 } }],
];

test.each<[string, IDataObject, IDataObject, RegExp, unknown[]]>([
	[
		'with the changes since its watermark',
		{},
		OF_ANOTHER_VERSION,
		/another version.*since 2026-11-21T08:5\d.*a second time\.$/,
		[2],
	],
	[
		'with values to be learned, for an event that compares them',
		{ event: 'phaseChanged' },
		OF_ANOTHER_VERSION,
		/another version.*What changed after 2026-11-21T08:5\d.* is not emitted, except new records/,
		[],
	],
	...DAMAGES.map(([part, value]): [string, IDataObject, IDataObject, RegExp, unknown[]] => [
		`with those, where its ${part} is damaged: ${JSON.stringify(value)}`,
		{},
		{ [part]: value },
		/damaged.*since 2026-11-21T08:5\d/,
		[2],
	]),
	...[null, 5, 'x 5'].map((watermark): [string, IDataObject, IDataObject, RegExp, unknown[]] => [
		`from now on, where its watermark is ${watermark}`,
		{},
		{ watermark },
		/damaged.*starts now/,
		[],
	]),
])(
	'a state that can’t be used is told once, and it goes on %s',
	async (_what, parameters, changed, said, ids) => {
		const host = new Host(parameters, { startFrom: 'all' });
		host.deals = [dealAt(9, START - DAY)];
		await host.poll();
		host.write(1);
		await host.next(HOUR);
		host.write(2);
		host.pass(10 * MINUTE);
		host.state.polling = { ...(host.state.polling as IDataObject), ...changed };
		host.restart();
		expect(idsOf(await host.poll())).toEqual(ids);
		expect(host.said()).toEqual([expect.stringMatching(said)]);
		host.write(3);
		expect(idsOf(await host.next())).toEqual(parameters.event ? [] : [3]);
		expect(host.said()).toEqual([]);
	},
);

test.each<[string, IDataObject, unknown[]]>([
	['of another version', OF_ANOTHER_VERSION, [3, 6]],
	['damaged', { setAside: 5 }, [3, 6]],
	['damaged in what says who was new', { backlog: 5 }, [6]],
])(
	'Created while a backlog drains, and the state is %s: who is new is known if that part is sound',
	async (_what, damage, left) => {
		const host = new Host({ event: 'created' }, { batchLimit: 2 });
		await host.poll();
		host.pass(HOUR);
		for (let id = 1; id <= 6; id++) host.write(id, {}, host.now + id * MINUTE);
		host.pass(30 * MINUTE);
		expect(idsOf(await host.poll())).toEqual([1, 2]);
		host.write(3, { name: 'edited' });
		expect(idsOf(await host.next())).toEqual([4, 5]);
		host.write(4, { name: 'edited' });
		host.state.polling = { ...(host.state.polling as IDataObject), ...damage };
		host.restart();
		const ids: unknown[] = [];
		for (let polls = 0; polls < 4; polls++) ids.push(...idsOf(await host.next(5 * MINUTE)));
		expect(ids.sort()).toEqual(left);
	},
);
