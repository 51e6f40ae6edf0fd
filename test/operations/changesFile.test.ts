/** Changes File: what a bulk write changed, and its way back (Fields From: Changes File). */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { request } from 'undici';
import { many } from '../support/many';
import { byId, tokenAlone, useNodeFixture, type Call } from '../support/nodeFixture';
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
const takenBack = async (
	texts: string | readonly string[],
	resource = 'customer',
	{
		options = {},
		...call
	}: Pick<Call, 'authentication' | 'continueOnFail' | 'credentials'> & {
		options?: IDataObject;
	} = {},
) => {
	const files = [texts].flat().map((text) => withFile(text, { fileName: 'changes.jsonl' }));
	const parameters = { fieldsFrom: 'changes', options };
	const run = await imported(fixture, `${resource}.createOrUpdate`, files, { parameters, ...call });
	const summaries = run.summaries.map(({ changes: _, telNo: __, ...rest }) => rest);
	return { ...run, summaries, changes: run.summaries.map(({ changes }) => changes) };
};

const HEAD = '{"record":"customer","since":"2026-11-30T00:00:00Z"}\n';
const lineOf = (id: unknown, changes: IDataObject) => `${JSON.stringify({ id, changes })}\n`;

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
		{ id: acme, name: 'Acme', action: 'restored', left: [] },
		{ id: globex, name: 'Globex', action: 'restored', left: ['Phone Number'] },
	];
	const changes = [
		{
			'Phone Number': { from: '03-11', to: '03-1' },
			...{ Address: { from: 'Tokyo', to: ' Kyoto' } },
		},
		{ Address: { from: 'Osaka', to: null } },
	];
	const planned = await takenBack(text, 'customer', { options: { dryRun: true } });
	expect([planned.summaries, planned.changes]).toEqual([
		back.map(({ name: _, ...each }) => ({ ...each, dryRun: true, data: expect.anything() })),
		changes,
	]);
	const done = await takenBack(text);
	expect([done.summaries, done.changes]).toEqual([back, changes]);
	const before = { telNo: '03-1', address: ' Kyoto', employee: 5 };
	expect(await one(fixture, 'customer', acme)).toMatchObject(before);
	expect(await one(fixture, 'customer', globex)).toMatchObject({ telNo: '03-99' });
	expect((await one(fixture, 'customer', globex)).address ?? null).toBeNull();
	expect((await takenBack(text)).summaries).toEqual([
		{ id: acme, name: 'Acme', action: 'unchanged', left: [] },
		{ id: globex, name: 'Globex', action: 'left', left: ['Phone Number'] },
	]);
});

test('a field that no request puts back is named as left', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Unnumbered', telNo: '03-1' }]);
	const { text } = await kept('customer.createOrUpdate', {
		...{ parameters: byName, input: [{ name: 'Unnumbered', telNo: '03-2', companyNum: '12' }] },
	});
	expect(text).toContain('"companyNum":{"to":"12"}');
	expect((await takenBack(text)).summaries).toEqual([
		{ id, name: 'Unnumbered', action: 'restored', left: ['Company Number'] },
	]);
});

test('the industry, which the service may set with a website, is named as left', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Moved', webUrl: 'https://old.example' }]);
	const { text } = await kept('customer.createOrUpdate', {
		...{ parameters: byName, input: [{ name: 'Moved', webUrl: 'https://new.example' }] },
	});
	expect((await takenBack(text)).summaries).toMatchObject([
		{ id, action: 'restored', left: ['Industry'] },
	]);
});

test('a time that the service computes is named as left', async () => {
	const [id] = await fixture.write('deal', [{ name: 'Led' }]);
	const { text } = await kept('deal.updateMany', {
		parameters: { fieldsFrom: 'input' },
		input: [{ id, dealType: 1, closingLeadtime: 30 }],
	});
	expect((await takenBack(text, 'deal')).summaries).toMatchObject([
		{ id, action: 'left', left: ['Closing Lead Time'] },
	]);
});

test('rows of a list that Update Many adds again are told, and named as left', async () => {
	const line = { dealProductDetailTypeId: 1, quantity: '1', price: '5' };
	const [id] = await fixture.write('deal', [{ name: 'Lined', dealProductDetails: [line] }]);
	const { text } = await kept('deal.updateMany', {
		parameters: { fieldsFrom: 'input' },
		input: [{ id, dealType: 1, 'Product Details': [{ Product: 1, quantity: 1, price: 5 }] }],
	});
	expect((await one(fixture, 'deal', id)).dealProductDetails).toHaveLength(2);
	expect((await takenBack(text, 'deal')).summaries).toMatchObject([
		{ id, action: 'left', left: ['Product Details'] },
	]);
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
	expect((await takenBack(text)).summaries).toEqual([
		{ id, name: 'Twice', action: 'restored', left: [] },
	]);
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
		{ id: locked, name: 'Locked', action: 'restored', left: [] },
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

test('a record of which only the first of two rows was written is put back', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Half', telNo: '03-1' }]);
	const change = (from: string, to: string) => lineOf(id, { telNo: { from, to } });
	await fixture.write('customer', [{ id, telNo: '03-2' }]);
	const text = HEAD + change('03-1', '03-2') + change('03-2', '03-3');
	expect((await takenBack(text)).summaries).toMatchObject([{ id, action: 'restored', left: [] }]);
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-1');
});

test('locked deals of which the service refuses one are put back, whatever On Error says', async () => {
	const names = Array.from({ length: 12 }, (_, at) => `Refused ${at}`);
	const ids = await fixture.write(
		'deal',
		names.map((name) => ({ name, amount: 200, phase: { id: 3 }, reason: 'Won it' })),
	);
	const changes = ids.map((id) => lineOf(id, { amount: { from: 100, to: 200 } }));
	await fixture.steer('POST', '/faults', [
		{
			match: { method: 'PATCH', path: `/v2/deals/${ids[0]}` },
			...{ times: 1, status: 400, body: { code: 'VALIDATION_FAILED', message: 'It stays won' } },
		},
	]);
	const { summaries } = await takenBack(
		HEAD.replace('customer', 'deal') + changes.join(''),
		'deal',
	);
	expect(summaries.map(({ action }) => action)).toEqual([
		'left',
		...ids.slice(1).map(() => 'restored'),
	]);
});

test('the reason of a phase that somebody changed since is left with it', async () => {
	const [id] = await fixture.write('deal', [
		{ name: 'Lost since', amount: 200, phase: { id: 4 }, reason: 'Price' },
	]);
	const text =
		HEAD.replace('customer', 'deal') +
		lineOf(id, {
			amount: { from: 100, to: 200 },
			phase: { from: { id: 1 }, to: { id: 3 } },
			reason: { from: null, to: 'Price' },
		});
	const { summaries } = await takenBack(text, 'deal', { authentication: 'teamToken' });
	expect(summaries).toMatchObject([{ id, action: 'restored' }]);
	expect(new Set(summaries[0]?.left as string[])).toEqual(new Set(['Phase', 'Reason']));
});

test('a phase is left with its reason, which somebody emptied since; the other fields go back', async () => {
	const [id] = await fixture.write('deal', [
		{ name: 'Reopened', amount: 200, phase: { id: 1 }, reason: null },
	]);
	const text =
		HEAD.replace('customer', 'deal') +
		lineOf(id, {
			amount: { from: 100, to: 200 },
			phase: { from: { id: 3 }, to: { id: 1 } },
			reason: { from: 'Price', to: 'Late' },
		});
	const { summaries } = await takenBack(text, 'deal', { authentication: 'teamToken' });
	expect(summaries).toMatchObject([{ id, action: 'restored' }]);
	expect(new Set(summaries[0]?.left as string[])).toEqual(new Set(['Phase', 'Reason']));
	expect((await one(fixture, 'deal', id)).amount).toBe(100);
});

test('the reason of a phase that somebody put back already is put back, too', async () => {
	const [id] = await fixture.write('deal', [
		{ name: 'Back by hand', phase: { id: 1 }, reason: 'Price' },
	]);
	const text =
		HEAD.replace('customer', 'deal') +
		lineOf(id, {
			phase: { from: { id: 1 }, to: { id: 3 } },
			reason: { from: null, to: 'Price' },
		});
	expect((await takenBack(text, 'deal')).summaries).toMatchObject([
		{ id, action: 'restored', left: [] },
	]);
});

test('a value that can’t go back is named where only the first of two rows was written', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Numbered', companyNum: '12' }]);
	const text =
		HEAD + lineOf(id, { companyNum: { to: '12' } }) + lineOf(id, { companyNum: { to: '13' } });
	expect((await takenBack(text)).summaries).toMatchObject([
		{ id, action: 'left', left: ['Company Number'] },
	]);
});

describe('the list is read again', () => {
	/** The list as it is now, which the service then shows so many times, and what may follow. */
	const frozen = async (
		times: number,
		changed: Readonly<Record<number, IDataObject>>,
		...next: readonly IDataObject[]
	) => {
		const all = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
		const records = all.map((each) => ({ ...each, ...changed[each.id as number] }));
		const body = {
			customers: records,
			totalCount: records.length,
			hasMore: false,
			nextCursor: null,
		};
		const match = { method: 'GET', path: '/v2/customers' };
		const faults = [{ status: 200, body, times }, ...next].map((each) => ({ match, ...each }));
		return async () => await fixture.steer('POST', '/faults', faults);
	};

	test('before the first record is written, since the first look may take minutes', async () => {
		const [id, other] = await fixture.write('customer', [
			{ name: 'Looked at', telNo: '03-2' },
			{ name: 'Looked at later' },
		]);
		// Another record, on a page that is read later, changes behind the one whose page was read before.
		const freeze = await frozen(1, { [other!]: { updatedAt: '2099-01-01T00:00:00Z' } });
		await fixture.items('customer.update', {
			parameters: { customerId: byId(id!), updateFields: { telNo: 'Mine' } },
		});
		await freeze();
		const text = HEAD + lineOf(id, { telNo: { from: '03-1', to: '03-2' } });
		expect((await takenBack(text)).summaries).toMatchObject([{ id, action: 'left' }]);
		expect((await one(fixture, 'customer', id)).telNo).toBe('Mine');
	});

	test('every 500 records; if that fails, those that were put back are told nevertheless', async () => {
		const rows = many(501, (at) => ({ name: `Looked at ${at}`, telNo: '03-2' }));
		const ids = await fixture.write('customer', rows);
		await (
			await frozen(2, {}, { status: 403, body: {}, times: 9 })
		)();
		const text =
			HEAD + ids.map((id) => lineOf(id, { telNo: { from: '03-1', to: '03-2' } })).join('');
		const { summaries } = await takenBack(text, 'customer', { continueOnFail: true });
		await request(`${fixture.sandbox.admin}/faults`, { method: 'DELETE' });
		expect(summaries.filter(({ action }) => action === 'restored')).toHaveLength(500);
		expect(summaries.at(-1)?.error).toMatch(/403|permission|may not/);
	});
});

test('what the service refused is not taken back, whatever wrote it later', async () => {
	const [first, second] = await fixture.write('customer', [
		{ name: 'Taken', telNo: '03-1' },
		{ name: 'Refused at first', telNo: '03-1' },
	]);
	await fixture.steer('POST', '/faults', [
		{
			match: { method: 'PATCH', path: `/v2/customers/${second}` },
			...{ status: 400, body: { code: 'VALIDATION_FAILED', message: 'Not so' } },
		},
	]);
	const { text } = await kept('customer.createOrUpdate', {
		parameters: byName,
		input: ['Taken', 'Refused at first'].map((name) => ({ name, telNo: '03-4' })),
	});
	await fixture.items('customer.update', {
		parameters: { customerId: byId(second!), updateFields: { telNo: '03-4' } },
	});
	expect((await takenBack(text)).summaries).toMatchObject([{ id: first, action: 'restored' }]);
	expect((await one(fixture, 'customer', second)).telNo).toBe('03-4');
});

test('deals that were skipped as locked are not taken back, whatever wrote them later', async () => {
	const [id] = await fixture.write('deal', [
		{ name: 'Won', amount: 100, phase: { id: 3 }, reason: 'Won it' },
	]);
	const { text } = await kept('deal.updateMany', {
		parameters: { fieldsFrom: 'input' },
		input: [{ id, dealType: 1, amount: 200 }],
	});
	await fixture.write('deal', [{ id, amount: 200 }]);
	expect((await takenBack(text, 'deal')).hints).toEqual([
		'data has no changes: nothing is put back.',
	]);
	expect((await one(fixture, 'deal', id)).amount).toBe(200);
});

test('the stages of a contact are put back as they are sent, not as they are shown', async () => {
	const [id] = await fixture.write('contact', [
		{ name: 'Staged', tel: '03-1', lifecycleStages: [{ lifecycleStageTypeId: 1, id: 101 }] },
	]);
	const { text } = await kept('contact.createOrUpdate', {
		parameters: byName,
		input: [
			{ name: 'Staged', tel: '03-2', lifecycleStages: [{ lifecycleStageTypeId: 1, id: 102 }] },
		],
	});
	expect((await takenBack(text, 'contact')).summaries).toMatchObject([{ id, action: 'restored' }]);
	expect(await one(fixture, 'contact', id)).toMatchObject({
		tel: '03-1',
		lifecycleStages: [{ lifecycleStageTypeId: 1, id: 101 }],
	});
});

test('a field that another one sets is not named where that one was never written', async () => {
	const [id] = await fixture.write('customer', [
		{ name: 'Unwritten', webUrl: 'https://a.example' },
	]);
	const webUrl = { from: 'https://a.example', to: 'https://b.example' };
	const text = HEAD + lineOf(id, { webUrl, industryId: {} });
	expect((await takenBack(text)).summaries).toMatchObject([{ id, action: 'unchanged', left: [] }]);
});

test('a list that can’t be read while the limit counts stops a take back before it writes', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Uncounted', telNo: '03-2' }]);
	const text = HEAD + lineOf(id, { telNo: { from: '03-1', to: '03-2' } });
	await fixture.steer('POST', '/faults', [
		{
			match: { method: 'GET', path: '/v2/customers' },
			...{ times: 1, status: 400, body: { code: 'BAD_REQUEST', message: 'No' } },
		},
	]);
	const options = { stopWhenMoreThan: 0 };
	const { summary } = await takenBack(text, 'customer', { continueOnFail: true, options });
	expect(summary).toMatchObject({ error: expect.stringContaining('No') });
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-2');
});

test('a custom value that the service does not show is not taken for an empty one', async () => {
	const [id] = await fixture.write('contact', [
		{
			name: 'Hidden',
			customer: { id: 1 },
			contactCustoms: [{ itemKey: 'contact_text', value: 'old' }],
		},
	]);
	await fixture.steer('PATCH', '/options', { itemKeysOnContactsAndActions: false });
	const { text } = await kept('contact.createOrUpdate', {
		credentials: tokenAlone(fixture.sandbox),
		parameters: {
			...{ matchBy: 'name', name: 'Hidden' },
			customFields: { mappingMode: 'defineBelow', value: { contact_text: 'new' } },
		},
	});
	await fixture.steer('PATCH', '/options', { itemKeysOnContactsAndActions: null });
	expect(text).toContain('{"contactCustoms.contact_text":{"to":"new"}}');
	expect((await takenBack(text, 'contact')).summaries).toMatchObject([{ id, action: 'left' }]);
});

test('the file of a dry run takes back a run that was killed', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Killed', telNo: '03-1' }]);
	const parameters = { ...byName, options: { changesFile: true, dryRun: true } };
	const input = [{ name: 'Killed', telNo: '03-2' }];
	const { items, error } = await fixture.run('customer.createOrUpdate', { parameters, input });
	expect(error).toBeUndefined();
	const text = Buffer.from(items[0]?.binary?.changes?.data ?? '', 'base64').toString();
	const back = { id, name: 'Killed', left: [] };
	expect((await takenBack(text)).summaries).toEqual([{ ...back, action: 'unchanged' }]);
	await fixture.items('customer.createOrUpdate', { parameters: byName, input });
	expect((await takenBack(text)).summaries).toEqual([{ ...back, action: 'restored' }]);
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

test('where the input has a file of its name, it is refused, since one of both would be lost', async () => {
	await fixture.requests();
	const { binary } = withFile('Name\nNot sent');
	const { items } = await fixture.run('customer.createOrUpdate', {
		continueOnFail: true,
		parameters: { ...byName, ...CHANGES, fieldsFrom: 'file', binaryPropertyName: 'changes' },
		input: [{ json: {}, binary: { changes: binary!.data! } }],
	});
	expect(items[0]?.json.error).toMatch(
		/^Changes File adds the file changes, and the input has one/,
	);
	expect(await fixture.requests()).toEqual([]);
});

test('the files of two runs are taken back from the later one on', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Run twice', telNo: '03-3' }]);
	const [first, second] = [1, 2].map(
		(run) =>
			`{"record":"customer","since":"2026-11-30T0${run}:00:00Z"}\n` +
			lineOf(id, { telNo: { from: `03-${run}`, to: `03-${run + 1}` } }),
	) as [string, string];
	const both = [
		{ action: 'restored', left: [] },
		{ action: 'restored', left: [] },
	];
	const planned = await takenBack([first, second], 'customer', { options: { dryRun: true } });
	expect(planned.summaries).toMatchObject(both);
	expect(planned.changes).toEqual([
		{ 'Phone Number': { from: '03-2', to: '03-1' } },
		{ 'Phone Number': { from: '03-3', to: '03-2' } },
	]);
	expect((await takenBack([first, second])).summaries).toMatchObject(both);
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-1');
});

test.each([
	['another file', '{"name":"Acme"}'],
	['the changes of another record', '{"record":"deal","since":"2026-11-30T00:00:00Z"}'],
	['a file without a time that can be read', '{"record":"customer","since":"yesterday"}'],
])('%s is refused', async (_what, text) => {
	expect((await takenBack(text)).said).toMatch(/^data is no Changes File of customers: choose/);
});

test('a record that is gone is told by its ID, and never created', async () => {
	const text = HEAD + lineOf(987654, { telNo: { from: '03-1', to: '03-2' } });
	const [id] = await fixture.write('customer', [{ name: 'Still there', telNo: '03-2' }]);
	const both = text + lineOf(id, { telNo: { from: '03-1', to: '03-2' } });
	expect((await takenBack(both)).said).toMatch(
		/^No customer has the ID 987654: it was deleted since.*1 updated, 1 failed. Failed: IDs 987654. It can be run again/s,
	);
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-1');
	const { summary } = await takenBack(text, 'customer', { continueOnFail: true });
	expect(summary).toMatchObject({ id: 987654, error: expect.stringMatching(/deleted since/) });
});

describe('of several files', () => {
	let id: number;
	let text: string;
	beforeEach(async () => {
		[id] = (await fixture.write('customer', [{ name: 'First', telNo: '03-1' }])) as [number];
		text = HEAD + lineOf(id, { telNo: { from: '03-0', to: '03-1' } });
	});

	test('one that is wrong keeps the others from being sent', async () => {
		await fixture.requests();
		expect((await takenBack([text, 'no file'])).said).toMatch(/no Changes File|JSON/);
		expect(await fixture.requests()).toEqual([]);
	});

	test('one that is wrong is an error of its own with On Error: Continue', async () => {
		const { summaries } = await takenBack([text, HEAD.replace('customer', 'deal')], 'customer', {
			continueOnFail: true,
		});
		expect(summaries).toEqual([
			{ id, name: 'First', action: 'restored', left: [] },
			{ error: expect.stringMatching(/no Changes File of customers/) },
		]);
	});
});

test('a field whose value before was taken out of the file is left as it is', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Edited', telNo: '03-1' }]);
	const { summaries } = await takenBack(HEAD + lineOf(id, { telNo: { to: '03-1' } }));
	expect(summaries).toEqual([{ id, name: 'Edited', action: 'left', left: ['Phone Number'] }]);
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-1');
});

test('a file without changes is told', async () => {
	expect((await takenBack(HEAD)).hints).toEqual(['data has no changes: nothing is put back.']);
});

test('a file in several parts is taken back as one', async () => {
	const [id] = await fixture.write('customer', [{ name: 'Parted', telNo: '03-3' }]);
	const [first, second] = [
		lineOf(id, { telNo: { from: '03-1', to: '03-2' } }),
		lineOf(id, { telNo: { from: '03-2', to: '03-3' } }),
	].map((line) => withFile(HEAD + line, { fileName: 'changes.jsonl' }).binary!.data!);
	const parts = { json: {}, binary: { changes: first!, changes_2: second! } };
	const run = await imported(fixture, 'customer.createOrUpdate', [parts], {
		parameters: { fieldsFrom: 'changes', binaryPropertyName: 'changes' },
	});
	expect(run.summaries).toMatchObject([{ id, action: 'restored', left: [] }]);
	expect((await one(fixture, 'customer', id)).telNo).toBe('03-1');
});

test('what is put back counts towards the limit, what is left does not', async () => {
	const ids = await fixture.write('customer', [
		{ name: 'Back', telNo: '03-1' },
		{ name: 'Left', telNo: '03-9' },
	]);
	const change = { telNo: { from: '03-0', to: '03-1' } };
	const text = HEAD + ids.map((id) => lineOf(id, change)).join('');
	const limited = async (stopWhenMoreThan: number) =>
		await takenBack(text, 'customer', { options: { stopWhenMoreThan } });
	expect((await limited(0)).said).toMatch(/more: 1 updated, 1 unchanged. Nothing was written/);
	expect((await limited(1)).summaries).toMatchObject([
		{ action: 'restored' },
		{ action: 'left', left: ['Phone Number'] },
	]);
});

describe('without a V1 API Key, which alone tells the types of custom fields of contacts', () => {
	const credentials = () => tokenAlone(fixture.sandbox);
	const showsKeys = async (itemKeysOnContactsAndActions: boolean | null) =>
		await fixture.steer('PATCH', '/options', { itemKeysOnContactsAndActions });
	beforeAll(async () => await showsKeys(true));
	afterAll(async () => await showsKeys(null));

	test.each([
		['a date', 'contact_date', '2026-03-04', 'restored'],
		['digits with a zero before them', 'contact_text', '007', 'restored'],
		// The service shows 7, which somebody may have written into a text, too.
		['a number in another notation', 'contact_number', '007', 'left'],
	])('%s that nobody changed is put back or left', async (name, key, value, action) => {
		const [id] = await fixture.write('contact', [{ name, customer: { id: 1 } }]);
		const run = await kept('contact.createOrUpdate', {
			...{ credentials: credentials(), parameters: byName },
			input: [{ name, [`custom:${key}`]: value }],
		});
		const back = await takenBack(run.text, 'contact', { credentials: credentials() });
		expect(back.summaries).toMatchObject([{ id, action }]);
	});
});
