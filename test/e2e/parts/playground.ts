/** `npm run n8n`, used as its user uses it: twice, with Ctrl+C between, and when things go wrong. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { N8nRest, type Owner, type SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { examplesFolder } from '../../../scripts/playground/furnish';
import { contains, equal, isTrue } from '../checks';
import { finished } from '../execution';
import { processesWith, Task } from '../task';
import type { World } from '../world';
import type { Part } from './part';

const SANDBOX_PORT = 4010;

interface Up {
	readonly task: Task;
	readonly rest: N8nRest;
	readonly owner: Owner;
	/** Seconds until it was up, and how many of them were n8n's own start. */
	readonly seconds: { all: number; n8n: number };
}

async function startTask(world: World, args: string[]): Promise<Up> {
	const task = Task.start(world.site.scratch, args);
	const [, all, n8n] = await task.prints(/is up after ([\d.]+) s \(([\d.]+) s of it/);
	const [, url = ''] = await task.prints(/Open +(\S+)/);
	const [, email = ''] = await task.prints(/E-mail +(\S+)/);
	const [, password = ''] = await task.prints(/Password +(\S+)\n/);
	const rest = new N8nRest(url);
	await rest.signIn({ email, password });
	return {
		task,
		rest,
		owner: { email, password },
		seconds: { all: Number(all), n8n: Number(n8n) },
	};
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

/** What the playground has nothing for: mails, forms, chats, folders. The part `examples` runs those. */
const BEYOND = /emailSend|formTrigger|chatTrigger|readWriteFile/;

async function examplesRun(rest: N8nRest): Promise<void> {
	const workflows = await rest.call<Array<{ id: string }>>('GET', '/workflows');
	equal(
		workflows.length,
		readdirSync(examplesFolder).filter((name) => name.endsWith('.json')).length,
	);
	for (const { id } of workflows) {
		const workflow = await rest.call<SavedWorkflow>('GET', `/workflows/${id}`);
		if (workflow.nodes.some(({ type }) => BEYOND.test(type))) continue;
		const [first] = workflow.nodes.filter(({ type }) => /trigger$/i.test(type));
		const { executionId } = await rest.call<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: first?.name } },
		);
		const run = await finished(rest, executionId);
		equal([workflow.name, run.status, run.error], [workflow.name, 'success', undefined]);
	}
}

/** Nothing that a task started may outlive it. */
function leavesNothing(data: string): void {
	equal(processesWith(data), []);
	const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('sales-management-'));
	equal(folders, []);
}

async function firstStart(world: World, data: string): Promise<Owner> {
	const { task, rest, owner } = await startTask(world, ['n8n', '--data', data]);
	await world.check('its credentials work', async () => await credentialsWork(rest));
	await world.check(
		'its workflows run, as far as they need nothing else',
		async () => await examplesRun(rest),
	);
	await world.check('a second start on the same data is refused', async () => {
		const second = Task.start(world.site.scratch, ['n8n', '--data', data]);
		equal(await second.ended(), 1);
		contains(second.output, 'Another n8n is running');
	});
	await world.check('Ctrl+C ends everything', async () => {
		equal(await task.end('SIGINT'), 0);
		leavesNothing(data);
	});
	return owner;
}

/** The sandbox's usual port is taken meanwhile, so that it has to move. */
async function secondStart(world: World, data: string, owner: Owner): Promise<void> {
	const server = createServer();
	await new Promise<void>((done) => {
		server.once('error', done).listen(SANDBOX_PORT, '127.0.0.1', done);
	});
	const { task, rest, owner: again, seconds } = await startTask(world, ['n8n', '--data', data]);
	const beyond = seconds.all - seconds.n8n;
	await world.check(`the second start: ${beyond.toFixed(1)} s beyond n8n's own`, () => {
		isTrue('under 20 s', beyond < 20);
	});
	await world.check('it kept the account, and the credentials moved with the sandbox', async () => {
		equal(again, owner);
		isTrue('moved', !task.output.includes(`127.0.0.1:${SANDBOX_PORT}/v2`));
		contains(task.output, `Port ${SANDBOX_PORT} is taken`);
		const [, page = ''] = await task.prints(/Sandbox +(\S+)/);
		contains(await (await fetch(page)).text(), '<title>');
		await credentialsWork(rest);
		await examplesRun(rest);
	});
	await world.check('SIGTERM ends everything', async () => {
		equal(await task.end('SIGTERM'), 0);
		leavesNothing(data);
	});
	await new Promise((done) => server.close(done));
}

/** The hardest end, and the most impatient start after it. */
async function killedAndReset(world: World, data: string): Promise<Up | undefined> {
	const { task } = await startTask(world, ['n8n', '--data', data]);
	const left = processesWith(`N8N_USER_FOLDER=${data}`);
	await task.kill(join('playground', 'n8n.ts'));
	let up: Up | undefined;
	await world.check('when it is killed, the next start waits until its n8n is gone', async () => {
		const starting = startTask(world, ['n8n', '--data', data, '--reset']);
		await Promise.race([starting, removed(join(data, '.n8n', 'database.sqlite'))]);
		const alive = processesWith(`N8N_USER_FOLDER=${data}`);
		equal([left.length > 0, left.filter((pid) => alive.includes(pid))], [true, []]);
		up = await starting;
	});
	return up;
}

async function removed(file: string): Promise<void> {
	const before = statSync(file).ino;
	while (statSync(file, { throwIfNoEntry: false })?.ino === before) await pause(20);
}

async function diesAndResets(world: World, data: string, owner: Owner): Promise<void> {
	const up = await killedAndReset(world, data);
	if (!up) return;
	const { task, owner: other } = up;
	await world.check('-- --reset begins with nothing', () => {
		isTrue('another password', other.password !== owner.password);
	});
	await world.check('when n8n dies, it says so and ends the rest', async () => {
		const [n8n] = processesWith(`N8N_USER_FOLDER=${data}`).filter((pid) => isN8n(pid));
		process.kill(n8n ?? 0, 'SIGKILL');
		equal(await task.ended(), 1);
		contains(task.output, 'n8n ended by itself');
		leavesNothing(data);
	});
}

const isN8n = (pid: number) =>
	readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join('n8n', 'bin', 'n8n'));

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
