/** What a workflow gets when some items fail, in each of n8n's modes, and what is tried again. */
import { contains, equal, isTrue } from '../checks';
import type { Execution } from '../execution';
import type { World } from '../world';
import { action, byId, items, row, START } from '../workflows';
import type { Part } from './part';

const READ = 'Read';
const NOBODY = 99_999_999;

/** Reads customers by id, one item each, in a mode of the node's On Error. */
async function read(world: World, ids: readonly number[], onError?: string): Promise<Execution> {
	const node = {
		...action(READ, 'customer.get', {
			authentication: 'personalToken',
			customerId: byId('={{ $json.value }}'),
		}),
		...(onError !== undefined && { onError }),
	};
	const name = `On Error: ${onError ?? 'stop'}`;
	return await world.run(await world.save(row(name, [...items(ids), node])), START);
}

async function words(world: World): Promise<void> {
	await world.check('By ID with a word: told once, with its field', async () => {
		const get = action(READ, 'customer.get', {
			authentication: 'personalToken',
			customerId: byId('abc'),
		});
		const run = await world.run(await world.save(row('By ID', [get])), START);
		equal(run.status, 'error');
		const said = run.errorOf(READ) ?? '';
		contains(said, 'Customer is "abc"');
		equal(said.split('abc').length, 2);
	});
}

const namesNobody = (text: string) => {
	contains(text, '404');
	contains(text, String(NOBODY));
};

async function modes(world: World, [first = 0, second = 0]: readonly number[]): Promise<void> {
	const ids = [first, NOBODY, second];
	await world.check('Stop Workflow: the run fails, with the item and the status', async () => {
		const run = await read(world, ids);
		equal(run.status, 'error');
		namesNobody(run.errorOf(READ) ?? '');
	});
	await world.check('Continue: good items go through, the bad one carries its error', async () => {
		const run = await read(world, ids, 'continueRegularOutput');
		equal(run.status, 'success');
		const [one, bad, two] = run.items(READ);
		equal([one?.id, two?.id], [first, second]);
		namesNobody(JSON.stringify(bad?.error));
	});
	await world.check('Continue (using error output): the bad one leaves by it', async () => {
		const run = await read(world, ids, 'continueErrorOutput');
		equal(run.status, 'success');
		equal(
			run.items(READ).map(({ id }) => id),
			[first, second],
		);
		equal(run.items(READ, 1).length, 1);
		namesNobody(JSON.stringify(run.items(READ, 1)[0]?.error));
	});
}

async function faults(world: World, [first = 0, second = 0]: readonly number[]): Promise<void> {
	const fail = async (id: number, status: number, times: number) =>
		await world.steer('POST', '/faults', [
			{ match: { method: 'GET', path: `/v2/customers/${id}` }, times, status },
		]);
	await world.check('a read that the service refuses once (503) is tried again', async () => {
		await fail(first, 503, 1);
		const run = await read(world, [first]);
		equal([run.status, run.items(READ)[0]?.id], ['success', first]);
	});
	await world.check('one that it refuses again and again fails and says so', async () => {
		await fail(second, 500, 50);
		const run = await read(world, [second]);
		equal(run.status, 'error');
		contains(run.errorOf(READ) ?? '', '500');
	});
	await world.check('more requests than the pace allows are slowed down, not failed', async () => {
		const run = await read(
			world,
			Array.from({ length: 12 }, () => first),
		);
		equal([run.status, run.items(READ).length], ['success', 12]);
	});
	await world.check('no secret is in any message', async () => {
		const { credentials } = await world.sandbox();
		const said = (await read(world, [NOBODY])).errorOf(READ) ?? '';
		namesNobody(said);
		for (const secret of Object.values(credentials)) isTrue('hidden', !said.includes(secret));
	});
}

export const errors: Part = {
	name: 'errors',
	about: 'failing items in each mode of On Error, and what is tried again',
	isBase: true,
	needs: [],
	run: async (world) => {
		const ids = await world.steer<number[]>('POST', '/records/customer', [
			{ name: 'First of two' },
			{ name: 'Second of two' },
		]);
		await words(world);
		await modes(world, ids);
		await faults(world, ids);
	},
};
