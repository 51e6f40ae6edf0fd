/** `npm run n8n`, used as its user uses it: twice, with Ctrl+C between, and when things go wrong. */
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nRest, type Owner } from '../../../scripts/n8n-host/rest';
import { examplesFolder } from '../../../scripts/playground/furnish';
import { contains, equal, isTrue } from '../../../harness/n8n/checks';
import { processesWith, Task } from '../task';
import type { World } from '../../../harness/n8n/world';
import type { Part } from './part';

const SANDBOX_PORT = 4010;
/** The program of `npm run n8n`. */
const PROGRAM = 'scripts/playground/n8n.ts';

interface Up {
	readonly task: Task;
	readonly rest: N8nRest;
	readonly owner: Owner;
}

async function startTask(world: World, args: string[]): Promise<Up> {
	const task = Task.start(world.site.scratch, PROGRAM, args);
	await task.prints(/is up after/);
	const [, url = ''] = await task.prints(/Open +(\S+)/);
	const [, email = ''] = await task.prints(/E-mail +(\S+)/);
	const [, password = ''] = await task.prints(/Password +(\S+)\n/);
	const rest = new N8nRest(url);
	await rest.signIn({ email, password });
	return { task, rest, owner: { email, password } };
}

interface Stored {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

async function credentialsWork(rest: N8nRest): Promise<void> {
	const stored = await rest.call<Stored[]>('GET', '/credentials');
	equal(stored.length, 3);
	for (const { id } of stored) {
		const credential = await rest.call<Stored>('GET', `/credentials/${id}?includeData=true`);
		const test = await rest.call<{ status: string; message: string }>('POST', '/credentials/test', {
			credentials: credential,
		});
		equal([credential.name, test.status], [credential.name, 'OK']);
	}
}

async function examplesAreThere(rest: N8nRest): Promise<void> {
	const workflows = await rest.call<unknown[]>('GET', '/workflows');
	const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
	equal(workflows.length, files.length);
}

/** Nothing that a task started may outlive it. */
function leavesNothing(data: string): void {
	equal(processesWith(data), []);
	const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('sales-management-'));
	equal(folders, []);
}

async function firstStart(world: World, data: string): Promise<Owner> {
	const { task, rest, owner } = await startTask(world, ['--data', data]);
	await world.check('its credentials work', async () => await credentialsWork(rest));
	await world.check('the examples are imported', async () => await examplesAreThere(rest));
	await world.check('a second start on the same data is refused', async () => {
		const second = Task.start(world.site.scratch, PROGRAM, ['--data', data]);
		equal(await second.ended(), 1);
		contains(second.output, 'Another n8n is running');
	});
	await world.check('Ctrl+C ends everything', async () => {
		equal(await task.end('SIGINT'), 0);
		leavesNothing(data);
	});
	return owner;
}

/** What was kept, and the sandbox's usual port is taken meanwhile, so that it has to move. */
async function secondStart(world: World, data: string, owner: Owner): Promise<void> {
	const server = createServer();
	await new Promise<void>((done) => {
		server.once('error', done).listen(SANDBOX_PORT, '127.0.0.1', done);
	});
	const { task, rest, owner: again } = await startTask(world, ['--data', data]);
	await world.check('it kept the account, and the credentials moved with the sandbox', async () => {
		equal(again, owner);
		contains(task.output, `Port ${SANDBOX_PORT} is taken`);
		await credentialsWork(rest);
	});
	await world.check('SIGTERM ends everything', async () => {
		equal(await task.end('SIGTERM'), 0);
		leavesNothing(data);
	});
	await new Promise((done) => server.close(done));
}

async function diesAndResets(world: World, data: string, owner: Owner): Promise<void> {
	const { task, owner: other } = await startTask(world, ['--data', data, '--reset']);
	await world.check('-- --reset begins with nothing', () => {
		isTrue('another password', other.password !== owner.password);
	});
	await world.check('when n8n dies, it says so and ends the rest', async () => {
		for (const pid of processesWith(`N8N_USER_FOLDER=${data}`)) process.kill(pid, 'SIGKILL');
		equal(await task.ended(), 1);
		contains(task.output, 'n8n ended by itself');
		leavesNothing(data);
	});
}

export const playground: Part = {
	name: 'playground',
	about: 'npm run n8n: what it prints, keeps, resets, and how it ends',
	isBase: false,
	needs: [],
	run: async (world) => {
		await world.host();
		const data = join(world.site.scratch.folder, 'playground');
		const owner = await firstStart(world, data);
		await secondStart(world, data, owner);
		await diesAndResets(world, data, owner);
	},
};
