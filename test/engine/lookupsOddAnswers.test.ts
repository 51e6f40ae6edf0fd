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
		['a bare list of records', [{ id: 5, name: 'a', code: 'a' }], 'The response is a bare list'],
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
