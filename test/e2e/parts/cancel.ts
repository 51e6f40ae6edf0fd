/** An execution that its user stops: what waits ends at once, nothing more is sent, nothing is hidden. */
import { setTimeout as pause } from 'node:timers/promises';
import { contains, equal, isTrue } from '../checks';
import { finished } from '../execution';
import type { World } from '../world';
import { action, byId, items, row, START } from '../workflows';
import type { Part } from './part';

const WORK = 'Work';
/** Half of what the service asks to wait, and much more than stopping takes on a busy machine. */
const WITHIN_MS = 30_000;
const RETRY_AFTER = '60';

interface Request {
	readonly number: number;
	readonly path: string;
	readonly status: number | null;
}

async function requestsTo(world: World, path: string, since: number): Promise<Request[]> {
	const all = await world.steer<Request[]>('GET', `/requests?since=${since}`);
	return all.filter((each) => each.path === path);
}

const lastRequest = async (world: World) =>
	(await world.steer<Request[]>('GET', '/requests?since=0')).at(-1)?.number ?? 0;

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
	for (const deadline = Date.now() + 120_000; Date.now() < deadline;) {
		if (await holds()) return;
		await pause(100);
	}
	throw new Error(`${what}: not within two minutes`);
}

/** As the editor's button does. Answers how the execution ended, and how long that took. */
async function stop(world: World, id: string): Promise<{ status: string; ms: number }> {
	const { rest } = await world.n8n();
	const started = Date.now();
	await rest.call('POST', `/executions/${id}/stop`);
	const { status } = await finished(rest, id);
	return { status, ms: Date.now() - started };
}

async function whileWaiting(world: World): Promise<void> {
	const [customer = 0] = await world.steer<number[]>('POST', '/records/customer', [{}]);
	const path = `/v2/customers/${customer}`;
	const headers = { 'retry-after': RETRY_AFTER };
	const fault = { match: { path }, times: 100, status: 429, headers };
	await world.steer('POST', '/faults', [fault]);
	const get = action(WORK, 'customer.get', {
		authentication: 'personalToken',
		customerId: byId(customer),
	});
	const since = await lastRequest(world);
	const id = await world.begin(await world.save(row('Waits', [get])), START);
	await until(
		'the service is asked',
		async () => (await requestsTo(world, path, since)).length > 0,
	);
	await world.check(
		'an execution that waits for the rate limit ends when it is stopped',
		async () => {
			const { status, ms } = await stop(world, id);
			equal(status, 'canceled');
			isTrue(`it took ${ms} ms`, ms < WITHIN_MS);
			equal((await requestsTo(world, path, since)).length, 1);
		},
	);
	await world.steer('DELETE', '/faults');
}

const ROWS = 200;
const BATCH = 5;
const BULK = '/v2/customers/bulk';

async function inTheMiddle(world: World): Promise<void> {
	const name = `Stopped ${Date.now()}`;
	const many = action(WORK, 'customer.createMany', {
		authentication: 'personalToken',
		name: '={{ $json.value }}',
		options: { batchSize: BATCH },
	});
	const rows = Array.from({ length: ROWS }, (_, index) => `${name} ${index}`);
	const workflow = await world.save(row('Stopped', [...items(rows), many]));
	// So that there is a middle, however fast the machine is.
	await world.steer('PATCH', '/options', { latencyMs: 500 });
	const since = await lastRequest(world);
	const id = await world.begin(workflow, START);
	const done = async () =>
		(await requestsTo(world, BULK, since)).filter(({ status }) => status === 200);
	await until('two batches are written', async () => (await done()).length >= 2);
	await world.check('a bulk write that is stopped halfway sends nothing more', async () => {
		const { status } = await stop(world, id);
		equal(status, 'canceled');
		const sent = (await requestsTo(world, BULK, since)).length;
		isTrue(`${sent} batches were sent`, sent < ROWS / BATCH);
		// Longer than a request and the pace take.
		await pause(3_000);
		equal((await requestsTo(world, BULK, since)).length, sent);
	});
	await world.check('what it wrote until then is in the log of n8n, with its IDs', async () => {
		const written = (await done()).length;
		const { process } = await world.n8n();
		let log = '';
		const tells = () => (log = process.tell(WORK)).includes('before this failure');
		await until('the log tells it', tells).catch(() => contains(log, 'before this failure'));
		const [, count = ''] =
			/: (\d+) other items were processed before this failure, with the IDs/.exec(log) ?? [];
		// The answer to the last batch may have come too late to be read.
		isTrue(
			`${count} of ${written} batches`,
			[written, written - 1].includes(Number(count) / BATCH),
		);
	});
	await world.steer('PATCH', '/options', { latencyMs: null });
}

export const cancel: Part = {
	name: 'cancel',
	about: 'an execution that is stopped while it waits, and in the middle of a bulk write',
	isBase: true,
	needs: [],
	run: async (world) => {
		await whileWaiting(world);
		await inTheMiddle(world);
	},
};
