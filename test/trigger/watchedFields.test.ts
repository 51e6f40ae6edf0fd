/** Misspelt and ambiguous names in Only When Fields Change: where they are told, and that they stop no trigger. */
import type { IDataObject } from 'n8n-workflow';
import {
	changesOf,
	DAY,
	dealAt,
	Host,
	HOUR,
	idsOf,
	listOf,
	MINUTE,
	START,
	type Reply,
} from './support/host';

const item = (id: number, itemKey: string, name: string) => ({
	...{ id, itemKey, name, itemType: 'text' },
});
const REGIONS = [item(9, 'r1', 'Region'), item(10, 'r2', 'Region'), item(11, 'memo2', 'Note')];
const settings = (items: IDataObject[]): Reply => ({
	body: { dealTypes: [1, 2].map((id) => ({ id, name: `Type ${id}`, dealCustomItems: items })) },
});
const customs = (value: string) =>
	REGIONS.map(({ id, ...field }) => ({ ...field, dealCustomItemId: id, value }));

/** A trigger of a deal with all its custom fields; with a v1 key their definitions are known. */
function watching(fieldsToWatch: string, hasV1Key = true) {
	const host = new Host({ event: 'updated' }, { fieldsToWatch });
	host.hasV1Key = hasV1Key;
	host.deals = [dealAt(1, START - DAY, { phase: { id: 1, name: 'a' }, dealCustoms: customs('a') })];
	let v1 = settings(REGIONS);
	host.answers = ({ path }) => (path.startsWith('/v1') ? v1 : undefined);
	return { host, setV1: (reply: Reply) => (v1 = reply) };
}
const UNAUTHORIZED: Reply = { statusCode: 401, body: { error: 'UNAUTHORIZED' } };

describe('publishing fails with a v1 key', () => {
	test.each<[string, RegExp]>([
		['amuont', /names "amuont", which no deal has\. There are ID, .* and Note\.$/],
		['dealCustoms.regoin', /names "dealCustoms\.regoin", which no deal has/],
		['custom:regoin', /names "dealCustoms\.regoin", which no deal has/],
		['dealCustoms.12', /names "dealCustoms\.12", which no deal has/],
		['phase.naem, amuont', /names "amuont", which no deal has/],
		[
			'Region',
			/"Region" in Only When Fields Change is the name of 2 fields: use custom:r1 \(Region\) or custom:r2/,
		],
	])('for %s', async (fields, message) => {
		await expect(watching(fields).host.poll()).rejects.toThrow(message);
		const { host } = watching(fields);
		expect((await host.test()).map(({ _event }) => _event.note)).toEqual([
			expect.stringMatching(message),
		]);
	});

	test.each(['custom:r2', 'dealCustoms.10', 'dealCustoms.r2', 'Note', 'memo', 'phase.name'])(
		'not for %s, before any deal shows it',
		async (field) => {
			const { host } = watching(field);
			host.deals = [];
			expect(await host.poll()).toEqual([]);
			expect(host.said()).toEqual([]);
		},
	);

	test('not for a label that one field of the chosen deal type has', async () => {
		const { host, setV1 } = watching('Region');
		host.deals = [];
		const types = REGIONS.map((field, id) => ({ id, name: 'Type', dealCustomItems: [field] }));
		setV1({ body: { dealTypes: types } });
		host.parameters.filters = { dealTypeId: 1 };
		expect(await host.poll()).toEqual([]);
		expect(host.said()).toEqual([]);
		host.parameters.filters = {};
		await expect(host.next()).rejects.toThrow(/the name of 2 fields/);
	});

	test.each(['a publication that failed', 'a test'])(
		'not for a field that was made since %s',
		async (what) => {
			const { host, setV1 } = watching('Area');
			host.deals = [];
			if (what === 'a test') await host.test();
			else await expect(host.poll()).rejects.toThrow(/names "Area"/);
			setV1(settings([item(12, 'area', 'Area')]));
			for (const wait of [MINUTE, HOUR]) expect(await host.next(wait)).toEqual([]);
			expect(host.said()).toEqual([]);
			expect(host.asked.filter(({ path }) => path.startsWith('/v1'))).toHaveLength(2);
			host.options.fieldsToWatch = 'Note';
			expect((await host.test()).map(({ _event }) => _event.note)).toEqual([
				expect.stringMatching(/^There is no record yet; this one is made up\. .* names "Note"/),
			]);
		},
	);
});

test.each([true, false])(
	'a part that no deal has is told once one was read (v1 key: %s)',
	async (hasV1Key) => {
		const { host } = watching('phase.naem', hasV1Key);
		const [deal] = host.deals;
		host.deals = [];
		await host.poll();
		expect(host.said()).toEqual([]);
		host.deals = [deal!];
		host.write(1);
		for (const _time of [1, 2]) await host.next();
		expect(host.said()).toEqual([expect.stringMatching(/names "phase\.naem", which no deal that/)]);
	},
);

test('a label of two fields is not called misspelt where the fields are not known', async () => {
	const { host } = watching('Region', false);
	await host.poll();
	expect(host.said()).toEqual([
		expect.stringMatching(/"Region".* for the name of one field: .* by its key, such as custom:/),
	]);
});

test('misspelt fields are looked for again in another resource', async () => {
	const { host } = watching('amount', false);
	host.write(1, { amount: 5 });
	await host.poll();
	host.parameters.resource = 'customer';
	const customers = [dealAt(1, START - DAY)];
	host.answers = ({ path, query }) =>
		path.endsWith('/customers') ? listOf(customers, { path, query }) : undefined;
	await host.next();
	expect(host.said()).toEqual([
		expect.stringMatching(/begins anew/),
		expect.stringMatching(/names "amount", which no customer that was read/),
	]);
});

describe.each(['activate', 'init', 'update'] as const)('a trigger that runs (%s)', (activation) => {
	test.each<[string, Reply, RegExp]>([
		['whose v1 key fails', UNAUTHORIZED, /may miss changes\. .*401/],
		[
			'whose custom field is renamed',
			settings([item(9, 'r1', 'Area'), item(11, 'memo2', 'Text')]),
			/may miss changes\. Only When Fields Change names "Note", which no deal has\. There are/,
		],
	])('%s goes on, and says so once', async (_what, reply, said) => {
		const { host, setV1 } = watching('Note, phase');
		await host.poll();
		await host.next();
		expect(host.said()).toEqual([]);
		setV1(reply);
		host.activation = activation;
		host.restart();
		host.deals = host.deals.map((deal) => ({
			...deal,
			dealCustoms: [{ ...item(11, 'memo2', 'Text'), dealCustomItemId: 11, value: 'a' }],
		}));
		expect(await host.next(2 * DAY)).toEqual([]);
		for (const id of [2, 3]) {
			host.write(1, { phase: { id, name: 'b' } });
			const changes = changesOf(await host.next(MINUTE));
			expect(changes).toEqual([
				{ phase: expect.anything(), ...(id === 2 && { Note: expect.anything() }) },
			]);
		}
		expect(host.said()).toEqual([expect.stringMatching(said)]);
	});
});

test.each<[string, Reply]>([
	['whose v1 key fails', UNAUTHORIZED],
	['whose custom field is renamed', settings([])],
])(
	'a trigger %s repeats its last batch with At Least Once, with which other fields came, too',
	async (_what, reply) => {
		const { host, setV1 } = watching('phase');
		host.options.delivery = 'atLeastOnce';
		await host.poll();
		host.options.fieldsToWatch = 'Note, phase';
		host.write(1, { phase: { id: 2 } });
		expect(idsOf(await host.next())).toEqual([1]);
		setV1(reply);
		host.restart();
		host.activation = 'update';
		host.deals = host.deals.map((deal) => ({ ...deal, dealCustoms: [] }));
		expect(idsOf(await host.next(2 * DAY))).toEqual([1]);
		expect(await host.next()).toEqual([]);
	},
);

test('publishing other fields fails on a trigger that runs, too', async () => {
	const { host } = watching('Note');
	await host.poll();
	host.options.fieldsToWatch = 'Noet';
	await expect(host.next()).rejects.toThrow(/names "Noet", which no deal has/);
});
