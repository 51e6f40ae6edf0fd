/** Custom objects as a table: nobody tells the types of their fields (v2 §2.8), so their values do. */
import type { IDataObject } from 'n8n-workflow';
import { fromCsv } from '../support/csv';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';
import { withFile } from './support/withFile';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

const ASSET = { customObjectDefKey: 'asset' };
const abroad = { workflowSettings: { timezone: 'America/New_York' } };

const create = async (row: IDataObject) => {
	const [made] = await fixture.records('customObject.create', {
		parameters: { ...ASSET, fieldsFrom: 'input' },
		input: [row],
	});
	return made?.id as number;
};

const exported = async (parameters: IDataObject = {}) => {
	const { items, error } = await fixture.run('customObject.getMany', {
		parameters: { ...ASSET, output: 'file', ...parameters },
		...abroad,
	});
	if (error) throw new Error(error.message);
	return Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
};

const held = async (id: number) => {
	const all = await fixture.records('customObject.getMany', {
		parameters: { ...ASSET, returnAll: true },
	});
	return all.find((each) => each.id === id);
};

test.each([
	['Simplified', {}],
	['Selected Fields', { fileContent: 'selectedFields', outputFields: 'id, bought_on, value' }],
])('a bare day stays that day and a negative number is one: %s', async (_, parameters) => {
	const id = await create({ serial: '-5', bought_on: '2026-11-30T00:00:00Z', value: '-31.86' });
	const text = await exported(parameters);
	const row = fromCsv(text).find((each) => each.id === String(id));
	expect(row).toMatchObject({ bought_on: '2026-11-30', value: '-31.86' });
});

test('what comes back is what was', async () => {
	const id = await create({ serial: '=1', bought_on: '2026-11-30T00:00:00Z', value: '-0.5' });
	const before = await held(id);
	const lines = (await exported()).split('\r\n');
	const own = [lines[0], lines.find((line) => line.startsWith(`${id},`))].join('\r\n');
	const { error } = await fixture.run('customObject.updateMany', {
		parameters: { ...ASSET, fieldsFrom: 'file' },
		input: [withFile(own)],
		...abroad,
	});
	expect(error).toBeUndefined();
	expect({ ...(await held(id)), updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
});

test('the service’s own times are times, also at midnight in UTC', async () => {
	const [createdAt, updatedAt] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
	const [id] = await fixture.write('customObject', [
		{ ...ASSET, serial: 'x', createdAt, updatedAt },
	]);
	const row = fromCsv(await exported()).find((each) => each.id === String(id));
	expect(row).toMatchObject({ createdAt: '2026-01-01 19:00:00', updatedAt: '2026-01-02 19:00:00' });
});
