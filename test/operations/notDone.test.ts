/** What a run says of what did not happen: skipped and failed rows, follow-up mistakes, a dry run's problems. */
import stories from './notDone.json';
import { credentialsOf } from '../support/harness';
import { useNodeFixture } from '../support/nodeFixture';
import { imported, NONE } from './support/importing';
import { runOn } from './support/service';
import { tell } from './support/stories';

const fixture = useNodeFixture();
tell(stories, fixture);

const LOCKED = 'The service skipped it: a won or lost deal is locked for personal tokens.';

test('a locked deal of a file is in the counts, the hint and the result file', async () => {
	const own = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
	const locked = own.find(({ phase }) => (phase as { status: number }).status !== 1)!;
	const { id: type } = locked.dealType as { id: number };
	const { summary, rows, hints } = await imported(
		fixture,
		'deal.updateMany',
		`id,dealType,amount\n${Number(locked.id)},${type},77`,
	);
	expect(summary).toEqual({ rows: 1, ...NONE, skipped: 1 });
	expect(rows).toMatchObject([
		{
			id: `${Number(locked.id)}`,
			outcome: 'skipped',
			error: LOCKED,
		},
	]);
	expect(hints).toEqual([
		expect.stringMatching(/^Read as IDs of this service: "dealType" /),
		'0 of 1 rows of rows.csv failed and 1 were skipped: the file of the output says which ones and why.',
	]);
});

test('items that fail go to the error output, where n8n itself puts the input beside the error', async () => {
	const { run } = await runOn('customer.create', {
		nodeSettings: { onError: 'continueErrorOutput' },
		parameters: { fieldsFrom: 'input' },
		input: [{ name: 'Good' }, { name: 'Bad', employee: 'five' }],
	});
	const [good, bad] = run.data.resultData.runData.Node?.[0]?.data?.main ?? [];
	expect([good?.length, bad?.length]).toEqual([1, 1]);
	expect(bad?.[0]?.json).toMatchObject({ name: 'Bad', employee: 'five' });
});

test('a choice that stays a number for want of a v1 key is hinted at', async () => {
	const call = { parameters: { output: 'simplified', limit: 20 } };
	const credentials = credentialsOf(fixture.sandbox, { v1ApiKey: '', v1BaseUrl: '' });
	// A search has short values.
	const some = { conditions: { values: [{ field: 'id', operator: 'isNotEmpty' }] } };
	for (const [operation, more] of [['customer.getMany'], ['customer.search', some]] as const) {
		const parameters = { ...call.parameters, ...more };
		const without = await fixture.run(operation, { parameters, credentials });
		expect(without.hints.map(({ message }) => message)).toEqual([
			'Choices of custom fields are shown by number: their labels take a V1 API Key in the credential.',
		]);
	}
	expect((await fixture.run('customer.getMany', call)).hints).toEqual([]);
});
