/** Create Many, Update Many and Look Up in Batches on the sandbox: each item one outcome, in few requests. */
import type { IDataObject } from 'n8n-workflow';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { credentialsOf } from '../../harness';

const fixture = useNodeFixture();

const NAME = { name: '={{ $json.name }}' };
/** A role that isn't there is what only the service finds. */
const WITH_ROLE = { ...NAME, additionalFields: { ownerRoleId: '={{ $json.role }}' } };

const rows = (count: number, bad: readonly number[] = []): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({
		name: `Bulk ${at}`,
		...(bad.includes(at) && { role: 999_999 }),
	}));

const deals = async () => await fixture.all('deal');
const typeOf = (each: IDataObject | undefined) => (each?.dealType as IDataObject).id as number;

/** The customers that came since an item's. */
const customersFrom = async (id: unknown) =>
	await fixture.records('customer.search', {
		parameters: {
			returnAll: true,
			conditions: { values: [{ field: 'id', operator: 'greaterOrEqual', value: id as number }] },
		},
	});

/** How many customers the sandbox holds, whoever created them. */
async function customers(): Promise<number> {
	const { records } = (await fixture.steer('GET', '/stats')) as { records: { customer: number } };
	return records.customer;
}

test('2,500 customers take three requests, and each item gets its own ID', async () => {
	const items = await fixture.items('customer.createMany', {
		parameters: NAME,
		input: rows(2_500),
	});
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(await fixture.requests()).toHaveLength(3);
	const found = await customersFrom(items[0]?.json.id);
	const names = new Map(found.map(({ id, name }) => [id, name]));
	expect(items.map(({ json }) => names.get(json.id))).toEqual(rows(2_500).map(({ name }) => name));
});

test('with Continue On Fail the guilty items are found, and the good ones written once', async () => {
	const before = await customers();
	const { items } = await fixture.run('customer.createMany', {
		parameters: WITH_ROLE,
		input: rows(1_000, [17, 911]),
		continueOnFail: true,
	});
	expect(items).toHaveLength(1_000);
	const failed = items.filter(({ json }) => json.error !== undefined);
	expect(failed.map(({ json, pairedItem }) => [pairedItem, json.details])).toMatchObject(
		[17, 911].map((item) => [{ item }, { item, record: { name: `Bulk ${item}` } }]),
	);
	expect((await customers()) - before).toBe(998);
	const ids = items.flatMap(({ json: { id } }) => (typeof id === 'number' ? [id] : []));
	const found = await customersFrom(Math.min(...ids));
	expect(new Set(found.map(({ name }) => name)).size).toBe(998);
});

test('requests overlap: behind a refusal none is sent, and what was sent before it is named', async () => {
	const before = await customers();
	const { error } = await fixture.run('customer.createMany', {
		credentials: credentialsOf(fixture.sandbox, { requestsPerSecond: 5 }),
		parameters: { ...WITH_ROLE, options: { batchSize: 10 } },
		input: rows(200, [15]),
	});
	const sent = (await fixture.requests()).length;
	expect(sent).toBeGreaterThan(1);
	expect(sent).toBeLessThanOrEqual(5);
	const made = (await customers()) - before;
	expect(made).toBe(10 * (sent - 1));
	const others = sent > 2 ? `, 20-${10 * sent - 1}` : '';
	expect(error?.description).toContain(
		`${made} other items were processed before this failure (counted from 0: 0-9${others})`,
	);
	expect(error?.description).toContain('Leave them out when you run the rest.');
});

test('of items that change one record the last wins, whatever their options', async () => {
	// Each in a request of its own.
	const [first] = await deals();
	await fixture.requests();
	await fixture.items('deal.updateMany', {
		parameters: {
			dealType: typeOf(first),
			dealId: byId(first?.id as number),
			updateFields: NAME,
			options: { skipNotice: '={{ $json.silent }}' },
		},
		input: [
			{ name: 'first', silent: true },
			{ name: 'again', silent: true },
			{ name: 'second', silent: false },
			{ name: 'last', silent: true },
		],
	});
	const quiet = (await fixture.requests()).map(({ query }) => /true|false/.exec(query)?.[0]);
	expect(quiet).toEqual(['true', 'true', 'false', 'true']);
	const parameters = { dealId: byId(first?.id as number) };
	expect(await fixture.records('deal.get', { parameters })).toMatchObject([{ name: 'last' }]);
});

test('looking up 600 deals by ID takes three searches, in input order (v2 §4.4: 300 nodes)', async () => {
	const [first] = await deals();
	const customer = { id: (first?.customer as IDataObject).id };
	const ids = await fixture.write(
		'deal',
		rows(600).map(({ name }) => ({ name, customer })),
	);
	await fixture.requests();
	const wanted = ids.toReversed();
	const { items } = await fixture.run('deal.get', {
		parameters: { dealId: '={{ $json.id }}', options: { batchLookup: true } },
		input: [...wanted, 99_999_999].map((id) => ({ id })),
		continueOnFail: true,
	});
	expect(await fixture.requests()).toHaveLength(3);
	expect(items.slice(0, 600).map(({ json }) => json.id)).toEqual(wanted);
	expect(items[600]?.json.error).toContain('99999999');
	expect(items[600]?.pairedItem).toEqual({ item: 600 });
});
