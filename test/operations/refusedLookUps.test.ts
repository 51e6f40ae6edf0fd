/** Look-ups of many values: what the service refuses fails its own items, in few requests. */
import type { IDataObject } from 'n8n-workflow';
import tables from './refusedLookUps.json';
import {
	byName,
	customerWith,
	given,
	mapperOf,
	matching,
	outcomes,
	type MatchingOptions,
	type MatchingService,
} from './support/matching';

let service: MatchingService;
const start = (options: MatchingOptions = {}) => (service = matching(options));

const upsert: MatchingService['upsert'] = async (...asked) => await service.upsert(...asked);
const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
const withBad = names(299).with(200, 'bad');
const refuses = (asked: unknown) => asked === 'bad';
const searches = () => service.asked.filter((line) => line.includes('/search')).length;
const failures = (items: ReadonlyArray<{ json: IDataObject }>) =>
	items.flatMap(({ json: { error } }, index) => (error === undefined ? [] : [{ index, error }]));

const byCode = {
	customObjectDefKey: 'ticket',
	matchBy: 'code',
	customFields: { mappingMode: 'defineBelow', value: { code: '={{ $json.value }}' } },
};
const objects = async (values: unknown[], continueOnFail = true) =>
	await service.run('customObject.createOrUpdate', byCode, {
		input: given(values),
		continueOnFail,
	});

describe('one bad value fails one item', () => {
	test('one that the service refuses to look up, among 299 in one request', async () => {
		start({ refuses });
		const { items } = await upsert(byName, withBad);
		expect(failures(items)).toEqual([{ index: 200, error: expect.stringContaining('bad value') }]);
		expect(service.records).toHaveLength(298);
		expect(searches()).toBeLessThan(20);
		// Without Continue On Fail nothing more is written.
		const { error } = await upsert(byName, ['another', ...withBad], false);
		expect(error).toMatchObject({ context: { itemIndex: 201 } });
		expect(service.records).toHaveLength(298);
	});

	test('Look Up in Batches: a refused ID fails alone', async () => {
		const records = [1, 2, 3].map((id) => ({ ...customerWith('a', id), name: `Customer ${id}` }));
		start({
			records,
			refuses: (asked) => asked === 2,
			equal: (held, asked) => held === asked && asked !== 2,
		});
		const { items } = await service.run(
			'customer.get',
			{
				...{ customerId: '={{ $json.id }}', output: 'selectedFields', outputFields: 'name' },
				options: { batchLookup: true },
			},
			{ input: [1, 2, 3, 1].map((id) => ({ id })) },
		);
		expect(items.map(({ json }) => json.name ?? json.error)).toEqual([
			'Customer 1',
			expect.stringContaining('bad value'),
			'Customer 3',
			'Customer 1',
		]);
	});
});

describe('custom objects, of which one is looked up by a request', () => {
	test('the first refused one is blamed, whichever response comes first', async () => {
		start({ refuses: (asked) => asked === 'c1' || asked === 'c4' });
		const { error } = await objects(['c0', 'c1', 'c2', 'c3', 'c4'], false);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.records).toHaveLength(0);
	});

	test('a list that ignores the filter is an error, never a create', async () => {
		const records = [1, 2, 3].map((id) => ({ id, code: `other ${id}` }));
		start({ records, equal: () => true });
		const { items } = await objects(['c0']);
		expect(items[0]?.json.error).toContain('custom object with the ID 1');
		expect(service.records).toHaveLength(3);
	});
});

test.each(tables.matchedBy)(
	'$resource: Match By $matchBy is refused: $message',
	async ({ resource, matchBy, message }) => {
		start();
		const customFields = mapperOf({ sort: 'x', tags: '1' });
		const record = resource === 'contact' ? { name: 'A' } : { customObjectDefKey: 'ticket' };
		const parameters = { ...record, matchBy, customFields };
		const { items } = await service.run(`${resource}.createOrUpdate`, parameters, { input: [{}] });
		expect(items[0]?.json.error).toContain(message);
		expect(service.asked).toEqual([]);
	},
);

test.each(tables.lookUps)(
	'what a look-up’s answer may leave out is not created: $body',
	async ({ body, outcome }) => {
		start({ records: [{ id: 5, name: 'b' }], instead: () => ({ body }) });
		for (const authentication of ['personalToken', 'v1ApiKey']) {
			const held = service.records.length;
			const { items } = await upsert({ ...byName, authentication }, ['a']);
			expect(outcomes(items)[0]).toContain(outcome);
			expect(service.records).toHaveLength(held + (outcome === 'created' ? 1 : 0));
		}
	},
);

describe('a look-up that is refused as too large', () => {
	const TOO_LARGE = { status: 413, body: { error: 'Too large' } };
	const holding =
		(most: number): MatchingOptions['instead'] =>
		(asked) =>
			asked.length > most ? TOO_LARGE : undefined;

	test('is divided: 1,000 values, of which a search takes 10', async () => {
		start({ instead: holding(10) });
		expect(failures((await upsert(byName, names(1000))).items)).toEqual([]);
		expect(service.records).toHaveLength(1000);
		expect(searches()).toBeLessThanOrEqual(385);
	});

	test.each([0, 298])('for one long value fails that alone: item %i', async (place) => {
		start({
			instead: (asked) => (asked.join('').length > 4000 ? TOO_LARGE : undefined),
		});
		const { items } = await upsert(byName, names(598).with(place, 'x'.repeat(5000)));
		expect(failures(items)).toEqual([
			{ index: place, error: expect.stringContaining('shorten it if it is long') },
		]);
		expect(searches()).toBeLessThanOrEqual(25);
	});
});
