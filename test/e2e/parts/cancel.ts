/** An execution that its user stops: what waits ends at once, nothing more is sent, nothing is hidden. */
import { setTimeout as pause } from 'node:timers/promises';
import { equal, isTrue } from '../checks';
import { finished } from '../execution';
import type { World } from '../world';
import { action, items, row, START } from '../workflows';
import type { Part } from './part';

/** Half of what the service asks to wait, and much more than stopping takes on a busy machine. */
const WITHIN_MS = 30_000;
const RETRY_AFTER = '60';
/** Until the service answers. */
const LATENCY_MS = 500;

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

const ROWS = 200;
const BATCH = 5;
const BULK = '/v2/customers/bulk';

/** Begins to create customers in many batches, slow enough that there is a middle on any machine. */
async function writing(world: World, node: string) {
	const many = action(node, 'customer.createMany', {
		authentication: 'personalToken',
		name: '={{ $json.value }}',
		options: { batchSize: BATCH },
	});
	const rows = Array.from({ length: ROWS }, (_, index) => `${node} ${index}`);
	const workflow = await world.save(row(node, [...items(rows), many]));
	const since = await lastRequest(world);
	const id = await world.begin(workflow, START);
	const answered = async (status: number) =>
		(await requestsTo(world, BULK, since)).filter((each) => each.status === status).length;
	await until('two batches are written', async () => (await answered(200)) >= 2);
	return { id, answered, sent: async () => (await requestsTo(world, BULK, since)).length };
}

/** n8n keeps nothing of a node that was stopped, so what it did is in the log: once the node ends. */
async function loggedBatches(world: World, node: string, milliseconds: number): Promise<number> {
	const { process } = await world.n8n();
	const told = new RegExp(
		`${node}: (\\d+) items were processed before the execution was cancelled \\(.*\\), with`,
	);
	for (const deadline = Date.now() + milliseconds; ;) {
		const log = process.tell(node);
		const [, count] = told.exec(log) ?? [];
		if (count !== undefined) return Number(count) / BATCH;
		if (Date.now() > deadline) throw new Error(`It does not tell. ${log}`);
		await pause(100);
	}
}

async function whileWaiting(world: World): Promise<void> {
	const node = 'Waits';
	const { id, answered } = await writing(world, node);
	const headers = { 'retry-after': RETRY_AFTER };
	await world.steer('POST', '/faults', [
		{ match: { path: BULK }, times: 100, status: 429, headers },
	]);
	await until('the service refuses', async () => (await answered(429)) > 0);
	// So are the others that were under way then.
	await pause(4 * LATENCY_MS);
	const [written, refused] = [await answered(200), await answered(429)];
	await world.check('an execution that waits for the rate limit is canceled at once', async () => {
		const { status, ms } = await stop(world, id);
		equal(status, 'canceled');
		isTrue(`it took ${ms} ms`, ms < WITHIN_MS);
	});
	await world.check('its node ends with it, and logs what it wrote before', async () => {
		equal(await loggedBatches(world, node, WITHIN_MS), written);
		equal(await answered(429), refused);
	});
	await world.steer('DELETE', '/faults');
}

async function inTheMiddle(world: World): Promise<void> {
	const node = 'Writes';
	const { id, answered, sent } = await writing(world, node);
	await world.check('a bulk write that is stopped halfway sends nothing more', async () => {
		equal((await stop(world, id)).status, 'canceled');
		const count = await sent();
		isTrue(`${count} batches were sent`, count < ROWS / BATCH);
		// Longer than a request and the pace take.
		await pause(3_000);
		equal(await sent(), count);
	});
	await world.check('what it wrote until then is in the log, with its IDs', async () => {
		const logged = await loggedBatches(world, node, WITHIN_MS);
		const written = await answered(200);
		// The answer to the last batch may have come too late to be read.
		isTrue(`${logged} of ${written} batches`, [written, written - 1].includes(logged));
	});
}

export const cancel: Part = {
	name: 'cancel',
	about: 'an execution that is stopped while it waits, and in the middle of a bulk write',
	isBase: true,
	needs: [],
	run: async (world) => {
		await world.steer('PATCH', '/options', { latencyMs: LATENCY_MS });
		await whileWaiting(world);
		await inTheMiddle(world);
		await world.steer('PATCH', '/options', { latencyMs: null });
	},
};
