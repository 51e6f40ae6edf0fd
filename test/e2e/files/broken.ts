/** Files that can't be read, and rows that can't be written. */
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { contains, equal } from '../checks';
import { fetched, served } from '../served';
import { askedOf, writesAmong } from '../steering';
import { action } from '../workflows';
import { column, filesOf, FROM_FILE, runs, succeeds, type Place } from './place';

const IMPORT = 'Import';

const customers = (rows: readonly string[]) => ['name,telNo,employee', ...rows, ''].join('\r\n');

async function importing(
	{ world }: Place,
	rows: readonly string[],
	more: Partial<WorkflowNode> = {},
): Promise<WorkflowNode[]> {
	const address = await served(world, 'customers.csv', customers(rows));
	const node = action(IMPORT, 'customer.createOrUpdate', { ...FROM_FILE, matchBy: 'telNo' });
	return [fetched('Get the File', address), { ...node, ...more }];
}

export async function broken(place: Place): Promise<void> {
	const { world } = place;
	const sandbox = await world.sandbox();
	await world.check('a file that breaks off: line, column, reason; nothing is sent', async () => {
		const rows = ['Whole,03-8888-1,1', 'Whole too,03-8888-2,2', 'Broken,"03-8888-3,3'];
		let error = '';
		const asked = await askedOf(sandbox, async () => {
			const execution = await runs(place, 'A broken file', await importing(place, rows));
			equal(execution.status, 'error');
			error = execution.errorOf(IMPORT) ?? '';
		});
		contains(error, 'line 4: a quote is never closed');
		equal(writesAmong(asked), []);
	});
	await world.check('a row that is wrong, with Continue: the others are written', async () => {
		const rows = ['Good,03-8888-4,4', 'Bad,03-8888-5,many', 'Good too,03-8888-6,6'];
		const execution = await succeeds(
			place,
			'A wrong row',
			await importing(place, rows, { onError: 'continueRegularOutput' }),
		);
		const [{ rows: all, created, failed } = {}] = execution.items(IMPORT);
		equal({ all, created, failed }, { all: 3, created: 2, failed: 1 });
		const files = filesOf(execution, IMPORT);
		equal(await column(place, files, 'outcome'), ['created', 'failed', 'created']);
		const [, why = ''] = await column(place, files, 'error');
		contains(why, 'many');
	});
}
