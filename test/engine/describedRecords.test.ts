/** What a list returns of a record is in its description: else it would not count as its content. */
import { contentsOf } from '../../nodes/SalesManagement/records/content';
import { WATCHED_RECORDS } from '../../nodes/SalesManagement/trigger/watched';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

/** Those of custom objects are the user's own. */
const described = WATCHED_RECORDS.filter(({ customs }) => customs?.property !== undefined);

test.each(described.map((record) => [record.id, record] as const))('%s', async (id, record) => {
	const known = [...contentsOf(record, true).keys()];
	for (const authentication of ['personalToken', 'v1ApiKey'] as const) {
		if (authentication === 'v1ApiKey' && id === 'contactAction') continue;
		const records = await fixture.records(`${id}.getMany`, {
			authentication,
			parameters: { returnAll: true, output: 'raw' },
		});
		expect(records.length).toBeGreaterThan(0);
		const shown = new Set(records.flatMap((each) => Object.keys(each)));
		expect([...shown].filter((name) => !known.includes(name))).toEqual([]);
	}
});
