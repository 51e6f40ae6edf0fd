/** Summaries of a list, compared with what the records themselves say. */
import type { IDataObject } from 'n8n-workflow';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
let deals: IDataObject[];
beforeAll(async () => {
	fixture = await startNodeFixture();
	deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const summary = async (parameters: IDataObject, operation = 'deal.getMany') =>
	await fixture.run(operation, {
		parameters: { output: 'summary', returnAll: true, ...parameters },
	});
test('smoke', async () => {
	const a = await summary({
		groupBy: { values: [{ field: 'phase' }, { field: 'user' }] },
		values: { values: [{ field: 'amount', function: 'sum' }, { field: 'amount', function: 'average' }, {field: 'expectedContractDate', function: 'largest'}] },
	});
	console.log(a.error, a.items.slice(0,4).map(({json}) => json), a.hints);
	const b = await summary({
		groupBy: { values: [{ field: 'Level' }, { field: 'Topics' }, {field: 'updatedAt', unit: 'week'}] },
	});
	console.log(b.error, b.items.slice(0,6).map(({json}) => json), b.hints);
	console.log((await fixture.requests()).map(r => r.method+r.path+r.query));
	expect(deals.length).toBe(60);
	console.log(JSON.stringify(deals[0]));
});
