/** Examples in which a person decides: an import that is approved, its way back, and an agent that asks first. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/shared';
import { useTriggerFixture } from '../support/triggerFixture';
import { example, itemsOf, runExample } from './support/examples';
import { one } from './support/importing';
import { callTool } from './support/toolWorld';
import { withFile } from './support/withFile';

const fixture = useTriggerFixture({ seed: 'small' });

const customers = async () => await fixture.all('customer');

describe('An import that is approved first', () => {
	const workflow = example('reviewed-import.json');
	const fileOf = (...rows: string[]) => withFile(['Name,Phone Number,Color', ...rows].join('\n'));
	const answered = (approved: boolean) => ({ Ask: [{ data: { approved } }] });
	const numberOf = async (name: string) =>
		(await customers()).find((each) => each.name === name)?.telNo;

	test('a dry run is mailed and asked about; without an answer nothing is written', async () => {
		await fixture.writeOne('customer', { name: 'Asked', telNo: '03-1' });
		await fixture.requests();
		const emitted = [fileOf('Asked,03-2,red', 'Not yet there,03-3,blue')];
		const given = await runExample(fixture, workflow, { emitted });
		expect(given('Mail the Preview')).toMatchObject([
			{
				subject: 'To be imported: 1 new, 1 changed',
				text: expect.stringMatching(/Of 2 rows, 1 would create.*fill no field: Color\.$/),
				options: { fileAttachments: 'data,changes' },
			},
		]);
		expect(given('Ask')).toMatchObject([
			{
				subject: 'Import rows.csv?',
				message: expect.stringMatching(/^New customers: 1\. Changed: 1\. Refused rows: 0\./),
			},
		]);
		const declined = await runExample(fixture, workflow, { emitted, records: answered(false) });
		for (const run of [given, declined]) expect(run('Import the Customers')).toEqual([]);
		expect((await fixture.requests()).filter(({ method }) => method === 'PATCH')).toEqual([]);
		expect([await numberOf('Asked'), await numberOf('Not yet there')]).toEqual(['03-1', undefined]);
	});
	test.each([
		[
			'holds nothing new',
			'Name,Phone Number\nKnown,03-1',
			'To be imported: 0 new, 0 changed',
			/1 hold/,
		],
		['breaks off', 'Name\n"Known', 'The file can’t be imported', /never closed.*send it in/s],
		['is none', 'BEGIN:VCARD\nFN:Ada\n', 'The file can’t be imported', /it is a vCard file/],
	])('a file that %s is mailed, and not asked about', async (_, content, subject, text) => {
		await fixture.writeOne('customer', { name: 'Known', telNo: '03-1' });
		const given = await runExample(fixture, workflow, { emitted: [withFile(content)] });
		const mail = { subject, text: expect.stringMatching(text) as unknown };
		expect(given('Mail the Preview')).toMatchObject([mail]);
		expect(given('Ask')).toEqual([]);
	});
	test('approved, it is imported, mailed with its changes, and can be taken back', async () => {
		const id = await fixture.writeOne('customer', { name: 'Approved', telNo: '03-1' });
		const emitted = [fileOf('Approved,03-2,', 'Made,03-3,')];
		const given = await runExample(fixture, workflow, { emitted, records: answered(true) });
		expect(given('Mail the Result')).toMatchObject([
			{
				subject: 'Imported: 1 new, 1 changed',
				text: expect.stringContaining('Created: 1. Changed: 1. Unchanged: 0. Failed: 0.'),
				options: { fileAttachments: 'data,changes' },
			},
		]);
		expect([await numberOf('Approved'), await numberOf('Made')]).toEqual(['03-2', '03-3']);
		const changes = given.files('Import the Customers')[0]?.changes;
		const back = await runExample(fixture, workflow, {
			...{ from: 'Changes Are Sent In', emitted: [{ json: {}, binary: { changes: changes! } }] },
		});
		expect(back('Show What Became of Them')).toEqual([
			{
				completionTitle: 'Taken back',
				completionMessage: '1 restored, 0 were as before, 0 left as they are, 0 failed.',
			},
		]);
		expect([await numberOf('Approved'), await numberOf('Made')]).toEqual(['03-1', '03-3']);
		await fixture.writeOne('customer', { id, telNo: '03-9' });
		const again = await runExample(fixture, workflow, {
			...{ from: 'Changes Are Sent In', emitted: [{ json: {}, binary: { changes: changes! } }] },
		});
		expect(again('Show What Became of Them')[0]?.completionMessage).toBe(
			'0 restored, 0 were as before, 1 left as they are, 0 failed. Approved: look at Phone Number, which somebody has changed since or which can’t go back.',
		);
	});
	test('if it would write more than was approved, it writes nothing', async () => {
		const names = ['Limit one', 'Limit two'];
		await fixture.writeOne('customer', { name: names[0], telNo: '03-1' });
		// What the dry run found, before somebody else changed the first of them.
		const before = { rows: 2, created: 1, updated: 0, unchanged: 1, failed: 0 };
		const given = await runExample(fixture, workflow, {
			emitted: [fileOf(`${names[0]},03-2,`, `${names[1]},03-2,`)],
			records: { 'See What It Would Do': [before], ...answered(true) },
		});
		expect(given('Mail the Result')).toMatchObject([
			{ subject: 'The import failed', text: expect.stringMatching(/^Stop When More Than is 1/) },
		]);
		expect(await numberOf(names[1]!)).toBeUndefined();
	});
});

test('Created customers taken out again: only those go that nobody has changed or uses', async () => {
	const workflow = example('delete-created-customers.json');
	const NAMES = [
		'Unused',
		'Unused, too',
		'With a deal',
		'With a contact',
		'With an action',
		'Changed',
		'Not made',
	];
	const ids = await fixture.write(
		'customer',
		NAMES.map((name) => ({ name: `Made: ${name}` })),
	);
	const [, , deal, contact, action, changed] = ids.map((id) => ({ customer: { id } }));
	await fixture.writeOne('deal', { ...deal, name: 'Of it' });
	await fixture.writeOne('contact', { ...contact, name: 'Of it' });
	await fixture.writeOne('customerAction', { ...action, preNote: 'Of it' });
	await fixture.pass({ minutes: 2 });
	await fixture.writeOne('customer', { id: changed?.customer.id, telNo: '03-1' });
	const rows = ids.map((id, at) => ({
		...{ id, record: NAMES[at], outcome: at === 6 ? 'updated' : 'created' },
	}));
	const left = async () =>
		(await customers())
			.map(({ name }) => textOf(name).split('Made: ')[1])
			.filter(Boolean)
			.sort();
	const gone = { id: 987_654, outcome: 'created' };
	const sentIn = async (sent: readonly IDataObject[]) =>
		await runExample(fixture, workflow, { from: 'Its Rows', emitted: itemsOf(sent) });
	// The page that asks hands on at once here.
	const given = await sentIn([...rows, gone]);
	expect(given('Unused Ones').map(({ name }) => name)).toEqual([
		'Made: Unused',
		'Made: Unused, too',
	]);
	expect(given('Show the Result')).toMatchObject([{ completionTitle: 'Deleted customers: 2' }]);
	expect(await left()).toEqual(NAMES.slice(2).sort());
	const noneUnused = await sentIn(rows);
	expect(noneUnused('Ask on the Page')).toHaveLength(1);
	const noneCreated = await sentIn(rows.slice(6));
	expect(noneCreated('Ask on the Page')).toEqual([]);
	for (const again of [noneUnused, noneCreated]) {
		expect(again('Show the Result')).toMatchObject([{ completionTitle: 'Deleted customers: 0' }]);
	}
	expect(await left()).toEqual(NAMES.slice(2).sort());
});

test('An agent that asks first: a dry run shows what the same change would do, and a review stands before it', async () => {
	const { nodes, connections } = example('agent-asks-first.json');
	const find = (name: string) => nodes.find((each) => each.name === name)!;
	const [show, change] = [find('Show a Change'), find('Change a Deal')].map(
		({ parameters }) => parameters as IDataObject,
	) as [IDataObject, IDataObject];
	const same = { toolDescription: '', options: {} };
	expect({ ...change, ...same }).toEqual({ ...show, ...same });
	const review = { node: 'Ask in the Chat', type: 'ai_tool', index: 0 };
	expect(connections['Change a Deal']).toEqual({ ai_tool: [[review]] });
	expect(find(review.node).type).toMatch(/HitlTool$/);

	const id = await fixture.writeOne('deal', { name: 'Asked about', amount: 100 });
	const kept = { expectedContractDate: '', phase: '', reason: '', user: '' };
	const calls = async (tool: IDataObject) => {
		const query = { ...kept, deal: String(id), amount: '200' };
		const { records } = await callTool(fixture, 'deal.update', tool, [{ query }]);
		return [records, (await one(fixture, 'deal', id)).amount];
	};
	const changes = { Amount: { from: 100, to: 200 } };
	expect(await calls(show)).toEqual([[expect.objectContaining({ changes })], 100]);
	expect(await calls(change)).toEqual([[expect.objectContaining({ amount: 200 })], 200]);
});
