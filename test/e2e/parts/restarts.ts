/**
 * n8n is stopped and killed again and again while deals change all the time, on both of its polling
 * engines, under examples/each-change-once.json: nothing is lost at the trigger's output, and behind
 * n8n's Remove Duplicates nothing is doubled (docs/trigger.md, Delivery). `E2E_RESTARTS=3` for fewer of
 * each kind than 20.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SavedWorkflow, Workflow } from '../../../scripts/n8n-host/rest';
import { equal } from '../checks';
import { eventually, exampleNamed, pollingOften, publish } from '../polling';
import { balance, type Books } from '../restarts/books';
import { Listener } from '../restarts/listener';
import { Writer } from '../restarts/writer';
import { node } from '../workflows';
import type { RunningN8n, World } from '../world';
import type { Part } from './part';

const OF_EACH_KIND = Number(process.env.E2E_RESTARTS ?? 20);

const ENGINES = {
	default: {},
	durable: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	},
} as const;
type Engine = keyof typeof ENGINES;

/** Nodes of the example, and somebody behind it who is told. */
const [EMITS, ONCE, LAST, TELLS] = ['New or Changed Deal', 'Remove Duplicates', 'Message', 'Tell'];
/** A lease of the durable engine may have to end first. */
const SILENCE_MS = 300_000;
const POLLS_MS = 5_000;

function workflowFor(engine: Engine, url: string): Workflow {
	const example = exampleNamed('each-change-once.json');
	const tells = node(TELLS, 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		executeOnce: true,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify($('${ONCE}').all().map((item) => item.json._event.id)) }}`,
		},
	});
	const link = { main: [[{ node: TELLS, type: 'main', index: 0 }]] };
	return pollingOften({
		...example,
		name: `Restarts on the ${engine} engine`,
		nodes: [...example.nodes, tells],
		connections: { ...(example.connections as object), [LAST]: link },
	});
}

const requestsFor = async (world: World, since: number) =>
	(
		await world.steer<Array<{ number: number; path: string }>>('GET', `/requests?since=${since}`)
	).filter(({ path }) => path.includes('/deals'));

const lastRequest = async (world: World) => (await requestsFor(world, 0)).at(-1)?.number ?? 0;

/** Waits until the trigger asks for deals again. */
async function polled(world: World): Promise<void> {
	const since = await lastRequest(world);
	for (const deadline = Date.now() + SILENCE_MS; Date.now() < deadline;) {
		if ((await requestsFor(world, since)).length > 0) return;
		await pause(20);
	}
	throw new Error(`The trigger has not polled for ${SILENCE_MS / 1_000} s`);
}

/** Every other time at any moment, else right after a poll, when n8n writes. */
async function someMoment(world: World, index: number): Promise<void> {
	await polled(world);
	if (index % 2 === 0) await pause(Math.random() * POLLS_MS);
	else {
		await polled(world);
		await pause(Math.random() * 400);
	}
}

async function restart(world: World, n8n: RunningN8n, index: number): Promise<RunningN8n> {
	await someMoment(world, index >> 1);
	if (index % 2 === 0) await n8n.process.kill();
	else await n8n.process.stop();
	return await world.startAgain(n8n);
}

/** Nothing is written any more, and everything that was is executed. */
async function comesToRest(world: World, { rest }: RunningN8n): Promise<void> {
	// The trigger holds the last seconds back, and the durable engine runs some polls at once.
	for (let polls = 0; polls < 3; polls += 1) {
		await pause(POLLS_MS);
		await polled(world);
	}
	await eventually('all executions end', async () => {
		const { results } = await rest.call<{ results: unknown[] }>(
			'GET',
			`/executions?filter=${encodeURIComponent(JSON.stringify({ status: ['running', 'new'] }))}`,
		);
		return results.length === 0 || undefined;
	});
}

async function survives(world: World, engine: Engine): Promise<void> {
	let n8n = await world.startN8n(`restarts-${engine}`, { variables: ENGINES[engine] });
	const listener = await Listener.start();
	try {
		const workflow = await world.save(workflowFor(engine, listener.url), n8n);
		await publish(n8n.rest, workflow);
		await polled(world);
		// The first poll only remembers where it stands; it must have ended before a deal comes.
		await pause(3_000);
		const writer = new Writer((...given) => world.steer(...given), engine);
		try {
			for (let index = 0; index < 2 * OF_EACH_KIND; index += 1) {
				n8n = await restart(world, n8n, index);
				if (index % 10 === 9) console.log(`  ${index + 1} restarts, ${writer.written} versions`);
			}
		} finally {
			await writer.stop();
		}
		await comesToRest(world, n8n);
		await holds(world, engine, await booksOf(n8n, workflow, { writer, listener }));
		console.log(`  of ${writer.written} versions of ${writer.last.size} deals`);
	} finally {
		await n8n.process.stop();
		await listener.close();
	}
}

async function booksOf(
	{ rest }: RunningN8n,
	{ id: workflowId }: SavedWorkflow,
	{ writer, listener }: { writer: Writer; listener: Listener },
): Promise<Books> {
	const { last } = writer;
	return await balance(rest, { workflowId, trigger: EMITS }, { last, told: listener.told });
}

async function holds(world: World, engine: Engine, books: Books): Promise<void> {
	console.log(`  ${JSON.stringify(books)}`);
	const times = `${OF_EACH_KIND} kills and ${OF_EACH_KIND} stops on the ${engine} engine`;
	await world.check(`${times}: the last version of every deal is put out`, () => {
		equal(books.lost, []);
	});
	await world.check('behind Remove Duplicates nothing is doubled', () => equal(books.doubled, 0));
	await world.check('and nothing is missing but what n8n lists as crashed', () => {
		equal(books.unexplained, 0);
	});
}

export const restarts: Part = {
	name: 'restarts',
	about: 'n8n stopped and killed while the trigger emits',
	isBase: false,
	needs: [],
	run: async (world) => {
		for (const engine of Object.keys(ENGINES) as Engine[]) await survives(world, engine);
	},
};
