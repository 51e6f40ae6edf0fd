/** What the nodes behind an import, an export and a summary make of their outputs, in the examples. */
import { readFileSync } from 'node:fs';
import { textOf } from '../../nodes/SalesManagement/shared';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { unpacedCredentials, useNodeFixture } from '../support/nodeFixture';
import { withFile } from './support/withFile';
import { runWorkflow } from '../support/harness';
import type { WorkflowJson } from '../support/harnessEngine';

const fixture = useNodeFixture();

const example = (name: string): WorkflowJson =>
	JSON.parse(readFileSync(join(__dirname, '../../examples', name), 'utf8')) as WorkflowJson;

/** The workflow with Edit Fields in the place of a node: it shows what its expressions come to. */
function shown(workflow: WorkflowJson, name: string, values: IDataObject): WorkflowJson {
	const assignments = Object.entries(values).map(([key, value]) => ({
		...{ id: key, name: key, value, type: 'string' },
	}));
	const parameters = { assignments: { assignments }, options: {} };
	const edit = { type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
	const nodes = workflow.nodes.map((node) => ({ ...node, ...(node.name === name && edit) }));
	return { ...workflow, nodes } as WorkflowJson;
}

const parametersOf = ({ nodes }: WorkflowJson, name: string): IDataObject =>
	nodes.find((each) => each.name === name)?.parameters ?? {};

const run = async (
	workflow: WorkflowJson,
	node: string,
	startNode: string,
	emitted?: INodeExecutionData[],
) => {
	const result = await runWorkflow(workflow, {
		...{ credentials: unpacedCredentials(fixture.sandbox), startNode },
		...(emitted && { emitted: [emitted] }),
	});
	expect(result.error?.message).toBeUndefined();
	return result.items(node).map(({ json }) => json);
};

const COLUMNS =
	'Name,Expected Contract Date,Customer,Deal Type,Phase,Product,Probability,Channel,User';
const GOOD = 'One,2026-12-24,1,1,1,1,1,1,1';
test.each([
	[
		'some rows fail',
		[COLUMNS, GOOD, 'Two,x,1,1,1,1,1,1,1'],
		{
			subject: '1 of 2 deals imported',
			body: 'Created: 1. Failed: 1. No clear answer: 0. The file says what became of each row. Correct the failed rows in the other file, and send that in.',
			fileAttachments: 'data,data_failed',
		},
	],
	[
		'the file breaks off',
		[COLUMNS, GOOD, '"Two'],
		{
			subject: '1 of 1 deals imported',
			body: expect.stringMatching(/of each row\. The file.*line 3: a quote is never closed\./s),
			fileAttachments: 'data',
		},
	],
	[
		'nothing of it can be read',
		['BEGIN:VCARD', 'FN:Ada', ''],
		{ body: expect.stringContaining('it is a vCard file') },
	],
])('Import with a result mail: %s', async (_, lines, expected) => {
	const workflow = example('import-with-result-mail.json');
	const node = 'Mail the Result';
	const { subject, text: body, options } = parametersOf(workflow, node);
	const { fileAttachments } = options as IDataObject;
	const mail = shown(workflow, node, { subject, body, fileAttachments });
	const sent = [withFile(lines.join('\n'))];
	expect(await run(mail, node, 'A File Is Sent In', sent)).toMatchObject([expected]);
});

test('Nightly export: each file has a name', async () => {
	let workflow = example('nightly-export.json');
	const { fileName } = parametersOf(workflow, 'Save the File');
	const nextStart = "={{ $('Changed Deals').all()[0].json.nextStart }}";
	workflow = shown(workflow, 'Save the File', { fileName });
	workflow = shown(workflow, 'Where the Last Export Began', { since: '' });
	workflow = shown(workflow, 'Remember for Tomorrow', { nextStart });
	const [saved] = await run(workflow, 'Save the File', 'Every Night');
	expect(saved?.fileName).toMatch(/^\/home\/node\/\.n8n-files\/\d{4}-\d\d-\d\d-deals-001\.csv$/);
	const [next] = await run(workflow, 'Remember for Tomorrow', 'Every Night');
	expect(next?.nextStart).toMatch(/^\d{4}-.*Z$/);
});

test('Daily pipeline digest: a line for each phase and user, with count, sum and average', async () => {
	const parameters = {
		...{ output: 'summary', groupBy: ['phase', 'user'], values: ['amount:sum', 'amount:average'] },
	};
	const rows = await fixture.records('deal.getMany', { parameters });
	const inWords = (value: unknown) => Number(value ?? 0).toLocaleString('en-US');
	const lines = rows.map(({ phase, user, count, amountSum, amountAverage }) => {
		const average = inWords(Math.round(Number(amountAverage ?? 0)));
		const deals = count === 1 ? 'deal' : 'deals';
		return `${textOf(phase)}, ${textOf(user)}: ${textOf(count)} ${deals}, ${inWords(amountSum)} in all, ${average} on average`;
	});
	const digest = await run(example('pipeline-digest.json'), 'Digest', 'Every Morning');
	expect(digest).toHaveLength(1);
	const [title, ...shownLines] = (digest[0]?.text as string).split('\n');
	expect(title).toMatch(/^Deals on \d{4}-\d{2}-\d{2}$/);
	expect(shownLines).toEqual(lines);
});
