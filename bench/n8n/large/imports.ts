/** Deals from a file, by a key of their own: once, and once more. */
import { join } from 'node:path';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { node } from '../../../harness/n8n/workflows';
import { own } from '../workflows';
import { columnOf } from '../../../harness/n8n/storedFiles';
import { figuresOf, unless, type Figures } from './figures';
import { dealsFile, KEY } from './rows';
import { run, type Ran, type Stage } from './stage';

const NODE = 'Sales Management';

/** n8n's own node that reads a file from disk. */
const readFile = (path: string): WorkflowNode =>
	node('Read File', 'n8n-nodes-base.readWriteFile', {
		parameters: { operation: 'read', fileSelector: path, options: {} },
	});

/** What stands for the columns, as in an import from the input. */
const FROM_FILE = {
	fieldsFrom: 'file',
	columns: { mappingMode: 'autoMapInputData', value: null },
};

async function fileOf(stage: Stage, count: number): Promise<string> {
	const { account, world } = stage;
	return await dealsFile(join(world.site.scratch.folder, 'rows.csv'), {
		...{ count, parts: account.dealParts() },
		...{ customers: account.ids('customer'), users: account.ids('user') },
	});
}

const importNodes = ({ target }: Stage, file: string): WorkflowNode[] => [
	readFile(file),
	own(target, 'deal.createOrUpdate', { ...FROM_FILE, matchBy: `custom:${KEY}:text` }),
];

/** Every key of the file once, and no other deal. */
function keyProblems({ account }: Stage, count: number): string[] {
	const keys = account.keys();
	const all = [...keys.values()].reduce((sum, many) => sum + many, 0);
	const twice = all - (keys.get(1) ?? 0);
	return unless(
		[all === count, `${all} of ${count} keys`],
		[twice === 0, `${twice} keys more than once`],
	);
}

/** The result file has a line for each row. */
async function resultProblems(stage: Stage, { execution }: Ran, count: number): Promise<string[]> {
	const files = execution.files(NODE).flatMap((each) => Object.values(each));
	let rows = 0;
	for await (const _ of columnOf(stage, files, 'id')) rows++;
	return unless([rows === count, `${rows} rows in the result file instead of ${count}`]);
}

/** The import, and the same once more, which writes nothing. */
export async function importTwice(stage: Stage, count: number): Promise<Figures[]> {
	const file = await fileOf(stage, count);
	const first = await run(stage, 'import', importNodes(stage, file));
	const { writes } = stage.account.deals();
	const problems = [...keyProblems(stage, count), ...(await resultProblems(stage, first, count))];
	const of = { records: count };
	const figures = figuresOf({ ...of, job: 'import, Create or Update' }, first, problems);
	const second = await run(stage, 'import again', importNodes(stage, file));
	const after = stage.account.deals().writes;
	const again = unless([after === writes, `${after - writes} writes of unchanged rows`]);
	return [
		figures,
		figuresOf({ ...of, job: 'the same again, nothing changed' }, second, [
			...again,
			...keyProblems(stage, count),
		]),
	];
}
