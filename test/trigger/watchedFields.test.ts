/** Misspelt and ambiguous names in Only When Fields Change: where they are told, and that they stop no trigger. */
import type { IDataObject } from 'n8n-workflow';
import tables from './watchedFields.json';
import { table } from '../support/table';
import { changesOf, DAY, dealAt, Host, HOUR, MINUTE, START, type Reply } from './support/host';

const item = (id: number, itemKey: string, name: string) => ({
	id,
	itemKey,
	name,
	itemType: 'text',
});
const REGIONS = [item(9, 'r1', 'Region'), item(10, 'r2', 'Region'), item(11, 'memo2', 'Note')];
/** Two deal types with these fields each. */
const settings = (...items: [IDataObject[], IDataObject[]]): Reply => ({
	body: { dealTypes: items.map((dealCustomItems, id) => ({ id, name: 'Type', dealCustomItems })) },
});
const REPLIES = {
	failing: { statusCode: 401, body: { error: 'UNAUTHORIZED' } },
	renamed: settings([item(9, 'r1', 'Area'), item(11, 'memo2', 'Text')], []),
};

/** A trigger of a deal with all its custom fields; with a v1 key their definitions are known. */
function watching(fieldsToWatch: string, hasV1Key = true) {
	const host = new Host({ event: 'updated' }, { fieldsToWatch });
	host.hasV1Key = hasV1Key;
	const dealCustoms = REGIONS.map(({ id, ...field }) => ({
		...field,
		dealCustomItemId: id,
		value: 'a',
	}));
	host.deals = [dealAt(1, START - DAY, { phase: { id: 1, name: 'a' }, dealCustoms })];
	let v1 = settings(REGIONS, REGIONS);
	host.answers = ({ path }) => (path.startsWith('/v1') ? v1 : undefined);
	const notes = async () => (await host.test()).map(({ _event }) => _event.note);
	return { host, notes, setV1: (reply: Reply) => (v1 = reply) };
}

describe('publishing fails with a v1 key', () => {
	test.each(table<[string, RegExp]>(tables.misspelt))('for %s', async (fields, message) => {
		await expect(watching(fields).host.poll()).rejects.toThrow(message);
		expect(await watching(fields).notes()).toEqual([expect.stringMatching(message)]);
	});

	test.each(tables.known)('not for %s, before any deal shows it', async (field) => {
		const { host } = watching(field);
		host.deals = [];
		await host.tellsOnly([], 0);
		host.saysOnly();
	});

	test('not for a label that one field of the chosen deal type has', async () => {
		const { host, setV1 } = watching('Region');
		host.deals = [];
		setV1(settings(REGIONS.slice(0, 1), REGIONS.slice(1, 2)));
		host.parameters.filters = { dealTypeId: 1 };
		await host.tellsOnly([], 0);
		host.saysOnly();
		host.parameters.filters = {};
		await expect(host.next()).rejects.toThrow(/the name of 2 fields/);
	});

	test.each(['a publication that failed', 'a test'])(
		'not for a field that was made since %s',
		async (what) => {
			const { host, notes, setV1 } = watching('Area');
			host.deals = [];
			if (what === 'a test') await host.test();
			else await expect(host.poll()).rejects.toThrow(/names "Area"/);
			setV1(settings([item(12, 'area', 'Area')], []));
			for (const wait of [MINUTE, HOUR]) await host.tellsOnly([], wait);
			host.saysOnly();
			expect(host.asked.filter(({ path }) => path.startsWith('/v1'))).toHaveLength(2);
			host.options.fieldsToWatch = 'Note';
			expect(await notes()).toEqual([
				expect.stringMatching(/^There is no record yet; this one is made up\. .* names "Note"/),
			]);
		},
	);

	test('on a trigger that runs, too, where other fields are published', async () => {
		const { host } = watching('Note');
		await host.poll();
		host.options.fieldsToWatch = 'Noet';
		await expect(host.next()).rejects.toThrow(/names "Noet", which no deal has/);
	});
});

test.each([true, false])(
	'a part that no deal has is told once one was read (v1 key: %s)',
	async (hasV1Key) => {
		const { host } = watching('phase.naem', hasV1Key);
		const { deals } = host;
		host.deals = [];
		await host.poll();
		host.saysOnly();
		host.deals = deals;
		host.write(1);
		await host.idsOfPolls(2);
		host.saysOnly(/names "phase\.naem", which no deal that/);
	},
);

test('a label of two fields is not called misspelt where the fields are not known, but looked for again in another resource', async () => {
	const { host } = watching('Region', false);
	await host.poll();
	host.saysOnly(/"Region".* for the name of one field: .* by its key, such as custom:/);
	host.parameters.resource = 'customer';
	await host.next();
	host.saysOnly(/begins anew/, /names "Region", which no customer that was read/);
});

test.each(table<[Host['activation'], string, Reply, RegExp]>(tables.goesOn, REPLIES))(
	'a trigger that runs (%s), %s, goes on, and says so once',
	async (activation, _what, reply, said) => {
		const { host, setV1 } = watching('Note, phase');
		await host.poll();
		await host.next();
		host.saysOnly();
		setV1(reply);
		host.activation = activation;
		host.restart();
		const dealCustoms = [{ ...item(11, 'memo2', 'Text'), dealCustomItemId: 11, value: 'a' }];
		host.deals = host.deals.map((deal) => ({ ...deal, dealCustoms }));
		await host.tellsOnly([], 2 * DAY);
		for (const id of [2, 3]) {
			host.write(1, { phase: { id, name: 'b' } });
			expect(changesOf(await host.next())).toEqual([
				{ phase: expect.anything(), ...(id === 2 && { Note: expect.anything() }) },
			]);
		}
		host.saysOnly(said);
	},
);

test.each(table<[string, Reply]>(tables.repeats, REPLIES))(
	'a trigger %s repeats its last batch with At Least Once, with which other fields came, too',
	async (_what, reply) => {
		const { host, setV1 } = watching('phase');
		host.options.delivery = 'atLeastOnce';
		await host.poll();
		host.options.fieldsToWatch = 'Note, phase';
		host.write(1, { phase: { id: 2 } });
		await host.tellsOnly([1]);
		setV1(reply);
		host.restart();
		host.activation = 'update';
		host.deals = host.deals.map((deal) => ({ ...deal, dealCustoms: [] }));
		await host.tellsOnly([1], 2 * DAY);
		await host.tellsOnly([]);
	},
);
