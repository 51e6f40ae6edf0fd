/** The records behind the dropdowns. */
import { recordsOf } from '../../../nodes/SalesManagement/lookups/source';
import { DEALS, pageService, records } from '../support/pagedService';
import { clientOf } from '../support/testClient';

test('no more records are read than a list may show', async () => {
	const client = clientOf(pageService(records(5000)), { kind: 'v1ApiKey' });
	const source = {
		client,
		cached: async <Value>(_key: string, load: () => Promise<Value>) => await load(),
	};
	const read = [];
	for await (const { id } of recordsOf(source, DEALS, 1500)) read.push(id);
	expect(read).toEqual(records(1500).map(({ id }) => id));
	expect(client.requests).toHaveLength(2);
});
