/** What a workflow gets when an item fails, in each of n8n's modes. */
import { contains, equal } from '../../../harness/n8n/checks';
import { action, byId, items, row, START } from '../../../harness/n8n/workflows';
import type { Part } from './part';

const READ = 'Read';
const NOBODY = 99_999_999;

export const errors: Part = {
	name: 'errors',
	about: 'a failing item in each mode of On Error',
	isBase: true,
	needs: [],
	run: async (world) => {
		const [first = 0, second = 0] = await world.steer<number[]>('POST', '/records/customer', [
			{ name: 'First of two' },
			{ name: 'Second of two' },
		]);
		/** Reads three customers by ID, one item each; nobody has the second ID. */
		const read = async (onError: string) => {
			const parameters = {
				authentication: 'personalToken',
				customerId: byId('={{ $json.value }}'),
			};
			const node = { ...action(READ, 'customer.get', parameters), onError };
			const nodes = [...items([first, NOBODY, second]), node];
			return await world.run(await world.save(row(`On Error: ${onError}`, nodes)), START);
		};
		const saysWhy = (text = '') => {
			contains(text, '404');
			contains(text, String(NOBODY));
		};
		await world.check('Stop Workflow: the run fails, with the item and the status', async () => {
			const run = await read('stopWorkflow');
			equal(run.status, 'error');
			saysWhy(run.errorOf(READ));
		});
		await world.check(
			'Continue: good items go through, the bad one carries its error',
			async () => {
				const run = await read('continueRegularOutput');
				const [one, bad, two] = run.items(READ);
				equal([run.status, one?.id, two?.id], ['success', first, second]);
				saysWhy(JSON.stringify(bad?.error));
			},
		);
		await world.check('Continue (using error output): the bad one leaves by it', async () => {
			const run = await read('continueErrorOutput');
			const ids = run.items(READ).map(({ id }) => id);
			equal([run.status, ...ids], ['success', first, second]);
			const [bad, ...more] = run.items(READ, 1);
			saysWhy(JSON.stringify(bad?.error));
			equal(more, []);
		});
	},
};
