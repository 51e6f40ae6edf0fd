/** Create or Update against services that compare and show values in other ways. */
import type { IDataObject } from 'n8n-workflow';
import tables from './matching.json';
import { many } from '../support/many';
import {
	byCustom,
	byName,
	customerWith,
	given,
	mapperOf,
	matching,
	outcomes,
	type MatchingOptions,
	type MatchingService,
} from './support/matching';
import { listOf } from './support/service';

let service: MatchingService;
const start = (options: MatchingOptions = {}) => (service = matching(options));

const upsert: MatchingService['upsert'] = async (...asked) => await service.upsert(...asked);

describe('values are compared as what they are', () => {
	test.each(tables.heldAs)(
		'a $type field: $value is what the service holds as $held',
		async ({ type, value, held }) => {
			start({
				records: [customerWith(held)],
				equal: (one) => one === held,
			});
			const { items } = await upsert(byCustom('rate', type), [value]);
			expect(outcomes(items)).toEqual(['updated']);
			expect(service.records).toHaveLength(1);
		},
	);
});

describe('custom objects by a field of their own', () => {
	const byCode = (value: IDataObject = {}) => ({
		customObjectDefKey: 'ticket',
		matchBy: 'code',
		customFields: {
			mappingMode: 'defineBelow',
			value: { code: '={{ $json.value }}', ...value },
		},
	});

	test('text of a type that nobody tells is unchanged only where each character is the same', async () => {
		const records = ['1.1', '2026-01-01', '1.10'].map((version, at) => ({
			...{ id: at + 1, code: `c${at}`, version },
		}));
		start({ records });
		const input = ['1.10', '2026-01-01T00:00:00Z', '1.10'].map((version, at) => ({
			...{ value: `c${at}`, version },
		}));
		const parameters = byCode({ version: '={{ $json.version }}' });
		const { items } = await service.run('customObject.createOrUpdate', parameters, { input });
		expect(outcomes(items)).toEqual(['updated', 'updated', 'unchanged']);
	});

	test('what is found for none of some values is the error of one of these, not of others', async () => {
		const isStray = (asked: readonly unknown[]) => asked.includes('v3');
		start({ instead: (asked) => (isStray(asked) ? listOf([{ id: 77, code: 'x' }]) : undefined) });
		// Loosely the same as v0, so that it is asked for in another request.
		const values = many(30, (at) => (at === 1 ? 'V0' : `v${at}`));
		const stopping = { input: given(values), continueOnFail: false };
		const { error } = await service.run('customObject.createOrUpdate', byCode(), stopping);
		expect((error as { context?: IDataObject }).context?.itemIndex).toBe(3);
	});
});

describe('a found record that can’t be compared is an error of its item, never a create', () => {
	test('the error names the field, the value, the record and what it holds', async () => {
		start({
			records: [customerWith('AC ME')],
			equal: (held, asked) => held === 'AC ME' && asked === 'ACME',
		});
		const { items } = await upsert(byCustom('rate', 'text'), ['fine', 'ACME', 'good']);
		expect(outcomes(items)).toEqual(['created', expect.any(String), 'created']);
		for (const part of ['the rate "ACME"', 'customer with the ID 1', 'holds "AC ME"']) {
			expect(items[1]?.json.error).toContain(part);
		}
		expect(service.records).toHaveLength(3);
	});

	test('nothing is written at all without Continue On Fail, and the guilty item is blamed', async () => {
		start({
			records: [customerWith('AC ME')],
			equal: (held, asked) => held === 'AC ME' && asked === 'ACME',
		});
		const { error } = await upsert(byCustom('rate', 'text'), ['fine', 'ACME', 'good'], false);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.records).toHaveLength(1);
	});

	test('among very many the requests to find the guilty are bounded, and none is created', async () => {
		start({ records: [customerWith('else')], equal: () => true });
		const values = many(200, (index) => `value ${index}`);
		const { items } = await upsert(byCustom('rate', 'text'), values);
		expect(items.every(({ json }) => json.error !== undefined)).toBe(true);
		expect(service.records).toHaveLength(1);
		expect(service.asked.length).toBeLessThan(80);
	});
});

describe('custom values without itemKey (v1 §2.3)', () => {
	const withoutKeys = (record: IDataObject) => ({
		...record,
		contactCustoms: (record.contactCustoms as IDataObject[]).map((custom) =>
			Object.fromEntries(Object.entries(custom).filter(([key]) => key !== 'itemKey')),
		),
	});
	const keyed = (record: IDataObject) => {
		const values = (withoutKeys(record).contactCustoms as IDataObject[]).map((custom, index) => [
			(record.contactCustoms as IDataObject[])[index]?.itemKey,
			custom,
		]);
		return { ...record, contactCustoms: Object.fromEntries(values) as IDataObject };
	};
	const contact = (id: number, code: string) => ({
		id,
		name: 'Old',
		email: `${code}@example.com`,
		contactCustoms: [
			{ id: id * 10, contactCustomItemId: 11, itemKey: 'memo', value: 'b' },
			{ id: id * 10 + 1, contactCustomItemId: 12, itemKey: 'code', value: code },
		],
	});
	const contacts = async (parameters: IDataObject, values: unknown[]) =>
		await service.run('contact.createOrUpdate', parameters, { input: given(values) });

	test.each([
		['itemKey', 'code'],
		['item id', '12'],
	])('matched by %s', async (_, key) => {
		const records = ['a', 'b', 'c'].map((code, index) => contact(index + 1, code));
		start({ records, found: withoutKeys, read: keyed });
		const customFields = mapperOf({ [key]: '={{ $json.value }}' });
		const parameters = { ...byCustom(key, 'text'), customFields };
		const { items } = await contacts(parameters, ['b', 'a', 'c']);
		expect(items.map(({ json }) => [json.action, json.id])).toEqual([
			['updated', 2],
			['updated', 1],
			['updated', 3],
		]);
		expect(service.records).toHaveLength(3);
		const reads = service.asked.filter((line) => line.startsWith('GET'));
		expect(reads).toHaveLength(key === 'code' ? 1 : 0);
	});

	test('where nothing tells which field it is, it is an error', async () => {
		start({ records: [contact(1, 'a')], found: withoutKeys, read: withoutKeys });
		const { items } = await contacts(byCustom('code', 'text'), ['a', 'new']);
		expect(items[0]?.json.error).toContain('does not show what it holds');
		expect(items[1]?.json.action).toBe('created');
		expect(service.records).toHaveLength(2);
	});
});

describe('case: what the service finds counts', () => {
	const ignoringCase = (held: unknown, asked: unknown) =>
		String(held).toLowerCase() === String(asked).toLowerCase();
	const acme = () => [{ id: 1, name: 'ACME' }];

	test.each([[['acme']], [['acme', 'ACME']], [['ACME', 'acme', 'Acme']]])(
		'where the service ignores it, %j are the record ACME',
		async (values) => {
			start({ records: acme(), equal: ignoringCase });
			const { items } = await upsert(byName, values);
			expect(items.map(({ json }) => json.id)).toEqual(values.map(() => 1));
			expect(service.records).toHaveLength(1);
		},
	);

	test('where it does not, each is a record of its own, with or without the other beside it', async () => {
		start({ records: acme() });
		expect(outcomes((await upsert(byName, ['acme', 'ACME'])).items)).toEqual([
			'created',
			'unchanged',
		]);
		expect(service.records).toHaveLength(2);
	});

	test('a record that holds exactly the value goes before one that differs in case', async () => {
		start({ records: [...acme(), { id: 2, name: 'acme' }], equal: ignoringCase });
		const { items } = await upsert(byName, ['acme', 'ACME']);
		expect(items.map(({ json }) => json.id)).toEqual([2, 1]);
	});

	test('of two new values that differ in case one is created, since they may be the same', async () => {
		start({ equal: ignoringCase });
		const { items } = await upsert(byName, ['acme', 'ACME', 'acme']);
		expect(outcomes(items)).toEqual(['created', expect.any(String), 'unchanged']);
		expect(items[1]?.json.error).toContain(
			'"ACME" is written with other characters in item 0 ("acme")',
		);
		expect(service.records).toHaveLength(1);
	});

	test.each([
		['\u00e9k2', 'e\u0301k2'],
		[`${'x'.repeat(5000)}a`, `${'x'.repeat(5000)}A`],
	])('of two new values that look alike the second is told in a few words', async (...values) => {
		start();
		const { items } = await upsert(byName, values);
		expect(items[1]?.json.error).toMatch(
			/^The Name ".* is written with other .* Write both alike\.$/,
		);
		expect((items[1]?.json.error as string).length).toBeLessThan(500);
	});
});
