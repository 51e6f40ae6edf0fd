/** Max Records of a file: runs that each go on from the one before hold every record once. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startNodeFixture, type NodeFixture } from '../support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
	await fixture.write(
		'deal',
		Array.from({ length: 1_100 }, (_, at) => ({ name: `Deal ${at}` })),
	);
});
afterAll(async () => await fixture.close());

const idsIn = ({ binary }: INodeExecutionData): unknown[] =>
	Buffer.from(binary?.data?.data ?? '', 'base64')
		.toString()
		.split('\n')
		.filter(Boolean)
		.map((line) => (JSON.parse(line) as IDataObject).id);

test.each([7, 300, 1_070])('%d at a time', async (maxRecords) => {
	const searched = maxRecords < 10 ? { searchWord: 'Deal 10' } : {};
	const total = (await fixture.records('deal.getMany', {
		parameters: { returnAll: true, filters: searched },
	})) as Array<{ id: number }>;
	const ids: unknown[] = [];
	let startCursor: unknown;
	for (let run = 0; run * maxRecords < total.length + maxRecords; run++) {
		const { items, hints } = await fixture.run('deal.getMany', {
			parameters: {
				...{ output: 'file', fileFormat: 'jsonLines', fileContent: 'raw', filters: searched },
				options: { maxRecords, ...(startCursor !== undefined && { startCursor }) },
			},
		});
		ids.push(...items.flatMap(idsIn));
		const last = items.at(-1)?.json;
		expect(last).toMatchObject({ isLast: ids.length >= total.length });
		expect(hints).toHaveLength(last?.isLast === true ? 0 : 1);
		if (last?.isLast === true) break;
		startCursor = last?.cursor;
	}
	expect(ids).toHaveLength(total.length);
	expect(new Set(ids)).toEqual(new Set(total.map(({ id }) => id)));
});
