/** What the nodes behind an import, an export and a summary make of their outputs, in the examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runWorkflow } from '../support/harness';
import type { WorkflowJson } from '../support/harnessEngine';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from './support/nodeFixture';
import { withFile } from './support/withFile';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

const example = (name: string): WorkflowJson =>
	JSON.parse(readFileSync(join(__dirname, '../../examples', name), 'utf8')) as WorkflowJson;

/** The workflow with Edit Fields in the place of a node: it shows what its expressions come to. */
function shown(workflow: WorkflowJson, name: string, values: IDataObject): WorkflowJson {
	const assignments = Object.entries(values).map(([key, value]) => ({
		...{ id: key, name: key, value, type: 'string' },
	}));
	const nodes = workflow.nodes.map((node) =>
		node.name === name
			? {
					...node,
					...{ type: 'n8n-nodes-base.set', typeVersion: 3.4 },
					parameters: { assignments: { assignments }, options: {} },
				}
			: node,
	);
	return { ...workflow, nodes } as WorkflowJson;
}

const parametersOf = ({ nodes }: WorkflowJson, name: string): IDataObject =>
	nodes.find((each) => each.name === name)?.parameters ?? {};

const run = async (
	workflow: WorkflowJson,
	node: string,
	start: string,
	emitted?: INodeExecutionData[],
) => {
	const result = await runWorkflow(workflow, {
		credentials: unpacedCredentials(fixture.sandbox),
		startNode: start,
		...(emitted && { emitted: [emitted] }),
	});
	expect(result.error?.message).toBeUndefined();
	return result.items(node);
};

describe('Import with a result mail', () => {
	const mailed = async (text: string) => {
		const workflow = example('import-with-result-mail.json');
		const { subject, text: body, options } = parametersOf(workflow, 'Mail the Result');
		const { fileAttachments } = options as IDataObject;
		const values = { subject, body, fileAttachments };
		const start = 'A File Is Sent In';
		const [mail] = await run(shown(workflow, 'Mail the Result', values), 'Mail the Result', start, [
			withFile(text),
		]);
		return mail?.json;
	};
	const columns =
		'Name,Expected Contract Date,Customer,Deal Type,Phase,Product,Probability,Channel,User';

	test('some rows fail', async () => {
		const rows = ['One,2026-12-24,1,1,1,1,1,1,1', 'Two,x,1,1,1,1,1,1,1'];
		expect(await mailed([columns, ...rows].join('\n'))).toEqual({
			subject: '1 of 2 deals imported',
			body: 'Created: 1. Failed: 1. No clear answer: 0. The file says what became of each row.',
			fileAttachments: 'data',
		});
	});

	test('the file breaks off', async () => {
		const mail = await mailed([columns, 'One,2026-12-24,1,1,1,1,1,1,1', '"Two'].join('\n'));
		expect(mail?.subject).toBe('1 of 1 deals imported');
		expect(mail?.body).toContain('line 3, column 1: this quote is never closed.');
	});

	test('nothing of it can be read', async () => {
		expect(await mailed('Name,Name\n1,2\n')).toMatchObject({
			body: expect.stringContaining('two columns are called "Name"'),
		});
	});
});

test('Nightly export: each file has a name', async () => {
	const workflow = example('nightly-export.json');
	const { fileName } = parametersOf(workflow, 'Save the File');
	const named = shown(workflow, 'Save the File', { fileName });
	const since = shown(named, 'Where the Last Export Began', { since: '' });
	const remembered = shown(since, 'Remember for Tomorrow', {
		nextStart: "={{ $('Changed Deals').all()[0].json.nextStart }}",
	});
	const [saved] = await run(remembered, 'Save the File', 'Every Night');
	expect(saved?.json.fileName).toMatch(
		/^\/home\/node\/\.n8n-files\/\d{4}-\d\d-\d\d-deals-001\.csv$/,
	);
	const [next] = await run(remembered, 'Remember for Tomorrow', 'Every Night');
	expect(next?.json.nextStart).toMatch(/^\d{4}-.*Z$/);
});

test('Daily pipeline digest: what has no phase and no user', async () => {
	const workflow = example('pipeline-digest.json');
	const group = { phase: null, phaseId: null, user: null, userId: null };
	const direct = {
		...workflow,
		connections: { 'Every Morning': { main: [[{ node: 'Digest', type: 'main', index: 0 }]] } },
	} as WorkflowJson;
	const [digest] = await run(direct, 'Digest', 'Every Morning', [
		{ json: { ...group, count: 2, amountSum: 10, amountAverage: '5' } },
		{ json: { ...group, count: 1, amountSum: 10, amountAverage: '10' } },
	]);
	const [, ...lines] = (digest?.json.text as string).split('\n');
	expect(lines).toEqual([
		'no phase, nobody: 2 deals, 10 in all, 5 on average',
		'no phase, nobody: 1 deal, 10 in all, 10 on average',
	]);
});
