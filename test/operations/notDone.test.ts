/** What a run says of what did not happen: skipped and failed rows, follow-up mistakes, a dry run's problems. */
import type { IDataObject } from 'n8n-workflow';
import tables from './notDone.json';
import { credentialsOf } from '../../harness';
import { useNodeFixture } from '../support/nodeFixture';
import { DEAL, imported, NONE } from './support/importing';
import { holdRuns, holdRunsOn } from './support/runs';
import { runOn } from './support/service';

const fixture = useNodeFixture();

const messages = (hints: ReadonlyArray<{ message: string }>) => hints.map(({ message }) => message);

describe('a locked deal', () => {
	const LOCKED = 'The service skipped it: a won or lost deal is locked for personal tokens.';

	holdRunsOn(tables.skipped);

	test('of a file is in the counts, the hint and the result file', async () => {
		const own = await fixture.all('deal');
		const locked = own.find(({ phase }) => (phase as { status: number }).status !== 1)!;
		const { id: type } = locked.dealType as { id: number };
		const { summary, rows, hints } = await imported(
			fixture,
			'deal.updateMany',
			`id,dealType,amount\n${Number(locked.id)},${type},77`,
		);
		expect(summary).toEqual({ rows: 1, ...NONE, skipped: 1 });
		expect(rows).toMatchObject([{ id: `${Number(locked.id)}`, outcome: 'skipped', error: LOCKED }]);
		expect(hints).toEqual([
			expect.stringMatching(/^Read as IDs of this service: "dealType" /),
			'0 of 1 rows of rows.csv failed and 1 were skipped: the file of the output says which ones and why.',
		]);
	});
});

describe('items that fail', () => {
	const failing = async (onError: 'continueRegularOutput' | 'continueErrorOutput') =>
		await runOn('customer.create', {
			nodeSettings: { onError },
			parameters: { fieldsFrom: 'input' },
			input: [
				{ name: 'Good', employee: 5 },
				{ name: 'Bad', telNo: '03', employee: 'five' },
			],
		});

	test('are told in a hint, and begin with what identifies them', async () => {
		const { items, hints } = await failing('continueRegularOutput');
		expect(items[1]?.json).toMatchObject({
			...{ name: 'Bad', telNo: '03', error: expect.stringMatching(/^Employees is "five"/) },
			details: { item: 1 },
		});
		expect(messages(hints)).toEqual([
			'1 of 2 items failed and 0 were skipped: each of these says why under error.',
		]);
	});

	test.each(tables.identity)(
		'of a $resource keep the custom fields that tell which they are: in the item, a dry run and the result file',
		async ({ resource, parameters, row, who }) => {
			const typed = { customObjectDefKey: 'ticket', subject: 'typed', priority: 1 };
			await fixture.writeOne('customObject', typed);
			const operation = `${resource}.createOrUpdate`;
			const run = async (options: IDataObject, continueOnFail: boolean) => {
				const given = { ...parameters, options, fieldsFrom: 'input' };
				const call = { parameters: given, input: [row], continueOnFail };
				return (await fixture.records(operation, call))[0];
			};
			expect(await run({}, true)).toMatchObject({ ...who, details: { record: who } });
			expect(await run({ dryRun: true }, false)).toMatchObject({ action: 'fail', data: who });
			const file = `${Object.keys(row).join()}\n${Object.values(row).join()}`;
			const call = { parameters, continueOnFail: true };
			expect((await imported(fixture, operation, file, call)).rows).toMatchObject([
				{ record: Object.values(who).join(', '), outcome: 'failed' },
			]);
		},
	);

	test('go to the error output, where n8n itself puts the input beside the error', async () => {
		const { run } = await failing('continueErrorOutput');
		const [good, bad] = run.data.resultData.runData.Node?.[0]?.data?.main ?? [];
		expect([good?.length, bad?.length]).toEqual([1, 1]);
		expect(bad?.[0]?.json).toMatchObject({ name: 'Bad', employee: 'five' });
	});
});

holdRuns(fixture, tables.fails);

describe('a mistake that follows from another is not told beside it', () => {
	test.each(tables.following)(
		'$what: phases by name, more fields, and columns of rows',
		async ({ given, message }) => {
			const names = { phase: 'Won', product: 'Standard', probability: 'High', channel: 'Web' };
			const top = { ...DEAL, name: 'A', ...names, ...given };
			const more = {
				endPhaseReasonIds: 'Dear',
				dealCustomers: [{ dealCustomerTypeId: 'Agency', customerId: 1 }],
				dealProductDetails: [{ Product: 'Nothing', quantity: 1 }],
			};
			const expressions = (values: object): IDataObject =>
				Object.fromEntries(Object.keys(values).map((name) => [name, `={{ $json.${name} }}`]));
			const form = { ...expressions(top), additionalFields: expressions(more) };
			for (const parameters of [form, { fieldsFrom: 'input' }]) {
				const input = [{ ...top, ...more }];
				expect(await fixture.fails('deal.create', { parameters, input })).toMatch(RegExp(message));
			}
		},
	);

	holdRuns(fixture, tables.unknownDeal);
});

holdRunsOn(tables.hidden);

test('a choice that stays a number for want of a v1 key is hinted at', async () => {
	const call = { parameters: { output: 'simplified', limit: 20 } };
	const credentials = credentialsOf(fixture.sandbox, { v1ApiKey: '', v1BaseUrl: '' });
	// A search has short values.
	const some = { conditions: { values: [{ field: 'id', operator: 'isNotEmpty' }] } };
	for (const [operation, more] of [['customer.getMany'], ['customer.search', some]] as const) {
		const parameters = { ...call.parameters, ...more };
		const without = await fixture.run(operation, { parameters, credentials });
		expect(messages(without.hints)).toEqual([
			'Choices of custom fields are shown by number: their labels take a V1 API Key in the credential.',
		]);
	}
	expect((await fixture.run('customer.getMany', call)).hints).toEqual([]);
});

describe('a dry run tells all that is wrong, in one shape', () => {
	const rows = [
		{ name: 'New', telNo: '03-1111-0001' },
		{ name: 'Held', telNo: '03-1111-0002' },
		{ name: 'Same', telNo: '03-1111-0003' },
		{ name: 'Bad', telNo: '03-1111-0004', employee: 'x', closingMonth: 13 },
		{ name: 'Twin', telNo: '03-1111-0005' },
	];
	const dry = { matchBy: 'telNo', options: { dryRun: true } };
	let ids: number[];
	beforeAll(async () => {
		const twin = { name: 'Twin', telNo: '03-1111-0005' };
		ids = await fixture.write('customer', [{ ...rows[1], name: 'Old' }, rows[2]!, twin, twin]);
	});
	const problems = [
		expect.stringMatching(/^Employees is "x"/),
		expect.stringMatching(/^Closing Month is 13/),
	];

	test('of items', async () => {
		await fixture.requests();
		const { items, error, hints } = await fixture.run('customer.createOrUpdate', {
			parameters: { fieldsFrom: 'input', ...dry },
			input: rows,
		});
		expect(error?.message).toBeUndefined();
		expect(messages(hints).join()).toMatch(
			/2 of 5 items failed .*: each of these says why under problems, and nothing was written/,
		);
		const shape = { dryRun: true };
		const [held, same, first, second] = ids;
		expect(items.map(({ json: { columns: _, ...told } }) => told)).toEqual([
			{ ...shape, action: 'create', data: rows[0] },
			{
				...{ ...shape, action: 'update', id: held, data: rows[1] },
				changes: { Name: { from: 'Old', to: 'Held' } },
			},
			{ ...shape, action: 'unchanged', id: same, data: rows[2] },
			{ ...shape, action: 'fail', data: { name: 'Bad', telNo: '03-1111-0004' }, problems },
			{
				...{ ...shape, action: 'fail', data: rows[4] },
				problems: [expect.stringContaining(`(IDs ${first}-${second})`)],
			},
		]);
		expect((await fixture.requests()).filter(({ path }) => !path.endsWith('/search'))).toEqual([]);
	});

	test('of a file: its counts, and each row in the result file', async () => {
		const file = [
			'name;telNo;employee;closingMonth',
			...rows.map((row) => [row.name, row.telNo, row.employee, row.closingMonth].join(';')),
		].join('\n');
		const {
			summary,
			rows: told,
			said,
		} = await imported(fixture, 'customer.createOrUpdate', file, {
			parameters: dry,
		});
		expect(said).toBeUndefined();
		expect(summary).toMatchObject({
			...{ dryRun: true, rows: 5, ...NONE },
			...{ created: 1, updated: 1, unchanged: 1, failed: 2 },
		});
		expect(told.map(({ outcome }) => outcome)).toEqual([
			...['created', 'updated', 'unchanged', 'failed', 'failed'],
		]);
	});
});
