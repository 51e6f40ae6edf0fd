/** A look-up whose answer is no whole list: what it leaves out may exist, so nothing is created. */
import type { IDataObject } from 'n8n-workflow';
import { byName, given, outcomes, startMatchingService } from './support/matchingService';

const byCode = {
	customObjectDefKey: 'ticket',
	matchBy: 'code',
	customFields: { mappingMode: 'defineBelow', value: { code: '={{ $json.value }}' } },
};

/** A search of each interface, and the filtered list of custom objects. */
const LOOKUPS: Array<[string, string, string, IDataObject]> = [
	['v2 search', 'customer', 'customers', { ...byName }],
	['v1 search', 'customer', 'customers', { ...byName, authentication: 'v1ApiKey' }],
	['filtered list', 'customObject', 'customObjects', byCode],
];

async function upsert(resource: string, parameters: IDataObject, body: unknown) {
	const service = await startMatchingService({ instead: () => ({ body }) });
	try {
		const { items } = await service.run(`${resource}.createOrUpdate`, parameters, {
			input: given(['a']),
		});
		return { outcome: outcomes(items)[0], created: service.records.length };
	} finally {
		await service.close();
	}
}

describe.each(LOOKUPS)('Create or Update by a %s', (_name, resource, plural, parameters) => {
	test.each<[string, unknown, string]>([
		['a bare list', [], `The response is a bare list, without "${plural}"`],
		['a code', { [plural]: [], code: 500 }, 'The service reports the code 500'],
		['a code in words', { [plural]: [], code: 'INDEX_STALE' }, 'INDEX_STALE'],
		['a message', { [plural]: [], message: 'index is being rebuilt' }, 'index is being rebuilt'],
		['a message beside no messages', { [plural]: [], message: 'stale', messages: [] }, 'stale'],
		['messages', { [plural]: [], messages: ['shard 2 failed'] }, 'shard 2 failed'],
		['a failure', { [plural]: [], success: false }, 'The service reports an error'],
		['an error', { [plural]: [], error: 'down' }, 'down'],
	])('creates nothing for %s', async (_what, body, message) => {
		const { outcome, created } = await upsert(resource, parameters, body);
		expect(outcome).toContain(message);
		expect(created).toBe(0);
	});

	test.each<[string, IDataObject]>([
		['nothing else', { hasMore: false, totalCount: 0 }],
		['what says that all is well', { code: 200, message: 'ok' }],
		['success', { success: true, message: 'No records found' }],
		['empty errors', { hasMore: false, error: null, code: '', message: ' ', messages: [] }],
	])('creates what an empty list with %s leaves out', async (_what, beside) => {
		const { outcome, created } = await upsert(resource, parameters, { [plural]: [], ...beside });
		expect(outcome).toBe('created');
		expect(created).toBe(1);
	});
});

const RECORD = { id: 5, name: 'a', code: 'a' };

describe.each(LOOKUPS)('Create or Update by a %s in another envelope', (...lookup) => {
	const [, resource, , parameters] = lookup;
	const run = async (instead: (asked: readonly unknown[]) => unknown, values = ['a']) => {
		const service = await startMatchingService({
			records: [RECORD],
			instead: (asked) => ({ body: instead(asked) }),
		});
		try {
			const { items } = await service.run(`${resource}.createOrUpdate`, parameters, {
				input: given(values),
			});
			const asks = service.asked.filter((each) => /^GET|search/.test(each));
			return { done: outcomes(items), created: service.records.length - 1, asks };
		} finally {
			await service.close();
		}
	};

	test.each<[string, unknown]>([
		['a bare list', [RECORD]],
		['data', { data: [RECORD], hasMore: false }],
		['data and meta', { data: [RECORD], meta: { totalCount: 1 } }],
		['ids as text', { items: [{ ...RECORD, id: '5' }] }],
	])('updates what %s shows', async (_name, body) => {
		expect(await run(() => body)).toMatchObject({ done: ['updated'], created: 0 });
	});

	test.each<[string, unknown]>([
		['no more', { data: [], hasMore: false }],
		['a count of none', { items: [], meta: { total_count: 0 } }],
	])('creates what an empty list with %s leaves out', async (_name, body) => {
		const { done, created, asks } = await run(() => body);
		expect([done, created]).toEqual([['created'], 1]);
		expect(asks).toHaveLength(1);
	});

	const emptyFor = (envelope: (records: unknown[]) => unknown) => (asked: readonly unknown[]) =>
		envelope(asked.length === 0 ? [RECORD] : []);

	test.each<[string, (records: unknown[]) => unknown]>([
		['a bare list', (records) => records],
		['data', (data) => ({ data, nextCursor: null })],
	])(
		'creates what an empty %s leaves out where the list of all shows it so',
		async (name, wrap) => {
			const instead = emptyFor((records) =>
				name === 'data' && records.length === 0 ? { data: [] } : wrap(records),
			);
			const { done, created, asks } = await run(instead);
			expect([done, created]).toEqual([['created'], 1]);
			expect(asks).toHaveLength(2);
			expect(asks[1]).toMatch(/^GET [^?]*(\?limit=1)?$/);
		},
	);

	test.each<[string, (asked: readonly unknown[]) => unknown]>([
		['shows nothing', () => []],
		['is as documented', (asked) => (asked.length > 0 ? [] : { [lookup[2]]: [RECORD] })],
		['is in another', (asked) => (asked.length > 0 ? [] : { data: [RECORD] })],
		['is no list of records', (asked) => (asked.length > 0 ? [] : [{ code: 'x' }])],
	])('creates nothing where the list of all %s', async (_name, instead) => {
		const { done, created } = await run(instead);
		expect(done[0]).toMatch(/^The response is a bare list, .*, and empty, so it does not show/);
		expect(created).toBe(0);
	});
});

test('one look at the list of all does for the searches of a run, and for what was found before', async () => {
	const asked: number[] = [];
	const service = await startMatchingService({
		instead: (values) => {
			asked.push(values.length);
			return { body: values.length === 0 || values.includes('here') ? [RECORD] : [] };
		},
		records: [{ ...RECORD, name: 'here' }],
	});
	const upsertOf = async (value: string) =>
		await service.run('customer.createOrUpdate', byName, { input: given([value]) });
	try {
		await upsertOf('x');
		await upsertOf('y');
		expect(asked).toEqual([1, 0, 1]);
	} finally {
		await service.close();
	}
});
