/** Changes File: what a bulk write changed, and its way back (Fields From: Changes File). */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { byId, useNodeFixture, type Call } from '../support/nodeFixture';
import { imported, one, writes } from './support/importing';
import { withFile } from './support/withFile';

const fixture = useNodeFixture();

const CHANGES = { options: { changesFile: true } };

/** A run that keeps its changes, and their file. */
async function kept(operation: string, { parameters, ...call }: Call) {
	const { items, error } = await fixture.run(operation, {
		...{ continueOnFail: true, ...call, parameters: { ...parameters, ...CHANGES } },
	});
	expect(error).toBeUndefined();
	const file = items[0]?.binary?.changes;
	return { items, file, text: Buffer.from(file?.data ?? '', 'base64').toString() };
}

/** What became of the records of a file; what was put back stands apart. */
const takenBack = async (text: string, resource = 'customer', options: IDataObject = {}) => {
	const file = withFile(text, { fileName: 'changes.jsonl' });
	const parameters = { fieldsFrom: 'changes', options };
	const run = await imported(fixture, `${resource}.createOrUpdate`, [file], { parameters });
	const summaries = run.summaries.map(({ changes: _, ...rest }) => rest);
	return { ...run, summaries, changes: run.summaries.map(({ changes }) => changes) };
};

const byName = { fieldsFrom: 'input', matchBy: 'name' };

test('it has each changed field before and after; what somebody changed since is left and named', async () => {
	const [acme, globex] = await fixture.write('customer', [
		{ name: 'Acme', telNo: '03-1', employee: 5, address: ' Kyoto' },
		{ name: 'Globex', telNo: '03-2' },
		{ name: 'Same', telNo: '03-3' },
	]);
	const { text, file } = await kept('customer.createOrUpdate', {
		parameters: byName,
		input: [
			{ name: 'Acme', telNo: '03-11', employee: 5, address: 'Tokyo' },
			{ name: 'Globex', telNo: '03-22', address: 'Osaka' },
			{ name: 'Same', telNo: '03-3' },
			{ name: 'New', telNo: '03-4' },
		],
	});
	expect(file?.fileName).toBe('changes.jsonl');
	const [head, ...lines] = text
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as IDataObject);
	expect(head).toEqual({ record: 'customer', since: expect.stringMatching(/^20.*Z$/) });
	const address = { from: ' Kyoto', to: 'Tokyo' };
	expect(lines).toEqual([
		{ id: acme, changes: { address, telNo: { from: '03-1', to: '03-11' } } },
		{
			id: globex,
			changes: { address: { from: null, to: 'Osaka' }, telNo: { from: '03-2', to: '03-22' } },
		},
	]);
	await fixture.items('customer.update', {
		parameters: { customerId: byId(globex!), updateFields: { telNo: '03-99' } },
	});
	const back = [
		{ id: acme, action: 'restored', left: [] },
		{ id: globex, action: 'restored', left: ['Phone Number'] },
	];
	const changes = [
		{
			'Phone Number': { from: '03-11', to: '03-1' },
			...{ Address: { from: 'Tokyo', to: ' Kyoto' } },
		},
		{ Address: { from: 'Osaka', to: null } },
	];
	const planned = await takenBack(text, 'customer', { dryRun: true });
	expect([planned.summaries, planned.changes]).toEqual([
		back.map((each) => ({ ...each, dryRun: true, data: expect.anything() })),
		changes,
	]);
	const done = await takenBack(text);
	expect([done.summaries, done.changes]).toEqual([back, changes]);
	const before = { telNo: '03-1', address: ' Kyoto', employee: 5 };
	expect(await one(fixture, 'customer', acme)).toMatchObject(before);
	expect(await one(fixture, 'customer', globex)).toMatchObject({ telNo: '03-99', address: null });
	expect((await takenBack(text)).summaries).toEqual([
		{ id: acme, action: 'unchanged', left: [] },
		{ id: globex, action: 'left', left: ['Phone Number'] },
	]);
});

test('a field that was empty and that nothing empties is no part of it', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Unnumbered', telNo: '03-1' }]);
	const { text } = await kept('customer.createOrUpdate', {
		...{ parameters: byName, input: [{ name: 'Unnumbered', telNo: '03-2', companyNum: '12' }] },
	});
	expect(text).not.toContain('companyNum');
	expect((await takenBack(text)).summaries).toEqual([{ id, action: 'restored', left: [] }]);
});

test('of a record that a run wrote twice, the first value before counts', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Twice', telNo: '03-1' }]);
	const row = { name: 'Twice' };
	const { text } = await kept('customer.createOrUpdate', {
		...{
			parameters: byName,
			input: [
				{ ...row, telNo: '03-2' },
				{ ...row, telNo: '03-3' },
			],
		},
	});
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-3');
	expect((await takenBack(text)).summaries).toEqual([{ id, action: 'restored', left: [] }]);
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-1');
});

test('Update Many of a file of deals keeps its changes beside the result of each row', async () => {
	const [id] = await fixture.write('deal', [{ name: 'Kept', amount: 100 }]);
	const csv = withFile(`id;dealType;name;amount\n${id};1;Kept;200`);
	const { items, text } = await kept('deal.updateMany', {
		...{ parameters: { fieldsFrom: 'file' }, input: [csv] as INodeExecutionData[] },
	});
	expect(Object.keys(items[0]?.binary ?? {})).toEqual(['data', 'changes']);
	expect((await one(fixture, 'deal', id)).amount).toBe(200);
	expect((await takenBack(text, 'deal')).summary).toMatchObject({ id, action: 'restored' });
	expect((await one(fixture, 'deal', id)).amount).toBe(100);
});

test('deals that a bulk update skips as locked are put back one by one; what the service refuses is left', async () => {
	const ids = await fixture.write('deal', [
		{ name: 'Locked', amount: 100, phase: { id: 1 } },
		{ name: 'Refused', amount: 100, phase: { id: 1 } },
	]);
	const { text } = await kept('deal.createOrUpdate', {
		parameters: byName,
		input: ['Locked', 'Refused'].map((name) => ({
			...{ name, amount: 200, phase: 'Won', reason: 'Won it', expectedContractDate: '2026-12-24' },
			...{ customer: 1, dealType: 1, product: 1, probability: 1, channel: 1, user: 1 },
		})),
	});
	await fixture.requests();
	const [locked, refused] = ids;
	const answer = { status: 400, body: { code: 'VALIDATION_FAILED', message: 'It stays won' } };
	await fixture.steer('POST', '/faults', [
		{ match: { method: 'PATCH', path: `/v2/deals/${refused}` }, times: 1, ...answer },
	]);
	const { summaries } = await takenBack(text, 'deal');
	expect(summaries).toEqual([
		{ id: locked, action: 'restored', left: [] },
		{
			...{ id: refused, action: 'left', left: expect.arrayContaining(['Amount', 'Phase']) },
			...{ skipped: true, error: expect.stringContaining('It stays won') },
		},
	]);
	expect(await one(fixture, 'deal', locked)).toMatchObject({ amount: 100, phase: { id: 1 } });
	expect(await one(fixture, 'deal', refused)).toMatchObject({ amount: 200, phase: { id: 3 } });
	expect(await writes(fixture)).toEqual([
		'PATCH /v2/deal_types/1/deals/bulk',
		`PATCH /v2/deals/${locked}`,
		`PATCH /v2/deals/${refused}`,
	]);
});

test('the file of a dry run takes back a run that was killed', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Killed', telNo: '03-1' }]);
	const parameters = { ...byName, options: { changesFile: true, dryRun: true } };
	const input = [{ name: 'Killed', telNo: '03-2' }];
	const { items, error } = await fixture.run('customer.createOrUpdate', { parameters, input });
	expect(error).toBeUndefined();
	const text = Buffer.from(items[0]?.binary?.changes?.data ?? '', 'base64').toString();
	expect((await takenBack(text)).summaries).toEqual([{ id, action: 'unchanged', left: [] }]);
	await fixture.items('customer.createOrUpdate', { parameters: byName, input });
	expect((await takenBack(text)).summaries).toEqual([{ id, action: 'restored', left: [] }]);
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-1');
});

test('without On Error: Continue it is refused before anything is sent', async () => {
	await fixture.requests();
	const { error } = await fixture.run('customer.createOrUpdate', {
		...{ parameters: { ...byName, ...CHANGES }, input: [{ name: 'Not sent' }] },
	});
	expect(error?.message).toMatch(
		/^Changes File needs On Error: Continue .* A Dry Run makes the file/,
	);
	expect(await fixture.requests()).toEqual([]);
});

test.each([
	['another file', '{"name":"Acme"}'],
	['the changes of another record', '{"record":"deal","since":"2026-11-30T00:00:00Z"}'],
])('%s is refused', async (_what, text) => {
	expect((await takenBack(text)).said).toMatch(/^data is no Changes File of customers: choose/);
});

test('a record that is gone is told, and never created', async () => {
	const text = [
		'{"record":"customer","since":"2026-11-30T00:00:00Z"}',
		'{"id":987654,"changes":{"telNo":{"from":"03-1","to":"03-2"}}}',
	].join('\n');
	expect((await takenBack(text)).said).toMatch(
		/^No customer has the ID 987654: it was deleted since/,
	);
});
