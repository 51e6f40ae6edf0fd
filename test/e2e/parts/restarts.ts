/**
 * n8n is stopped and killed again and again while deals change all the time, on both of its polling
 * engines, under examples/each-change-once.json: nothing is lost at the trigger's output, and behind
 * n8n's Remove Duplicates nothing is doubled (docs/trigger.md, Delivery). `E2E_RESTARTS=3` for fewer of
 * each kind than 20.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SavedWorkflow, Workflow } from '../../../scripts/n8n-host/rest';
import { equal } from '../checks';
import { exampleNamed, pollingOften, publish } from '../polling';
import { balance, type Books } from '../restarts/books';
import { Listener } from '../restarts/listener';
import { comesToRest, polled, SILENCE_MS, someMoment } from '../restarts/moments';
import { Writer } from '../restarts/writer';
import { node, TRIGGER } from '../workflows';
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
type Delivery = 'once' | 'atLeastOnce';
interface Way {
	readonly engine: Engine;
	readonly delivery: Delivery;
}

/** With Once, the default engine may drop or repeat a batch: that is what At Least Once is for. */
const isPromised = ({ engine, delivery }: Way): boolean =>
	engine === 'durable' || delivery === 'atLeastOnce';

/** The example with somebody behind it; or its trigger with Delivery Once. */
function workflowFor(engine: Engine, delivery: Delivery, url: string): Workflow {
	const example = pollingOften(exampleNamed('each-change-once.json'));
	const name = `Restarts on the ${engine} engine, ${delivery}`;
	if (delivery === 'once') {
		const [trigger] = example.nodes.filter((each) => each.name === EMITS);
		const parameters = { ...trigger?.parameters, options: {} };
		const nodes = [node(EMITS, TRIGGER, { parameters }), node(LAST, 'n8n-nodes-base.noOp')];
		const link = { main: [[{ node: LAST, type: 'main', index: 0 }]] };
		return { ...example, name, nodes, connections: { [EMITS]: link } };
	}
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
	const connections = { ...(example.connections as object), [LAST]: link };
	return { ...example, name, nodes: [...example.nodes, tells], connections };
}

async function restart(world: World, n8n: RunningN8n, index: number): Promise<RunningN8n> {
	await someMoment(world, index >> 1);
	if (index % 2 === 0) await n8n.process.kill();
	else await n8n.process.stop();
	return await world.startAgain(n8n);
}

interface Published {
	readonly workflow: SavedWorkflow;
	readonly delivery: Delivery;
}

/** Both ways of delivering, side by side. */
async function published(
	world: World,
	n8n: RunningN8n,
	engine: Engine,
	url: string,
): Promise<Published[]> {
	const all: Published[] = [];
	for (const delivery of ['atLeastOnce', 'once'] as const) {
		const workflow = await world.save(workflowFor(engine, delivery, url), n8n);
		await publish(n8n.rest, workflow);
		all.push({ workflow, delivery });
	}
	await polled(world);
	// The first poll only remembers where it stands; it must have ended before a deal comes.
	await pause(3_000);
	return all;
}

async function survives(world: World, engine: Engine): Promise<void> {
	let n8n = await world.startN8n(`restarts-${engine}`, { variables: ENGINES[engine] });
	const listener = await Listener.start();
	try {
		const workflows = await published(world, n8n, engine, listener.url);
		const writer = new Writer((...given) => world.steer(...given), engine);
		try {
			for (let index = 0; index < 2 * OF_EACH_KIND; index += 1) {
				n8n = await restart(world, n8n, index);
				if (index % 10 === 9) console.log(`  ${index + 1} restarts, ${writer.written} versions`);
			}
		} finally {
			await writer.stop();
		}
		console.log(`  ${writer.written} versions of ${writer.last.size} deals`);
		for (const { workflow, delivery } of workflows) {
			const written = { last: writer.last, told: listener.told };
			const patience = isPromised({ engine, delivery }) ? SILENCE_MS : 0;
			const books = await booksOf(n8n, workflow, { written, patience });
			await holds(world, { engine, delivery }, books);
		}
	} finally {
		await n8n.process.stop();
		await listener.close();
	}
}

/** Once everything has been put out; or as it is after a silence that is too long. */
async function booksOf(
	n8n: RunningN8n,
	{ id: workflowId }: SavedWorkflow,
	{ written, patience }: { written: Parameters<typeof balance>[2]; patience: number },
): Promise<Books> {
	for (const deadline = Date.now() + patience; ;) {
		await comesToRest(n8n);
		const books = await balance(n8n.rest, { workflowId, trigger: EMITS }, written);
		if (books.lost.length === 0 || Date.now() > deadline) return books;
		await pause(5_000);
	}
}

async function holds(world: World, way: Way, books: Books): Promise<void> {
	const { engine, delivery } = way;
	console.log(`  ${engine} engine, ${delivery}: ${JSON.stringify(books)}`);
	if (!isPromised(way)) return;
	const times = `${OF_EACH_KIND} kills and ${OF_EACH_KIND} stops on the ${engine} engine`;
	if (delivery === 'once') {
		await world.check(`${times}, Once: nothing is lost, nothing is repeated`, () => {
			equal([books.lost, books.repeated], [[], 0]);
		});
		return;
	}
	await world.check(`${times}, At Least Once: the last version of every deal is put out`, () => {
		equal(books.lost, []);
	});
	await world.check('behind Remove Duplicates nothing is doubled', () => equal(books.doubled, 0));
	await world.check('and nothing is missing but what n8n lists as crashed', () => {
		equal(books.unexplained, 0);
	});
}

const about = 'n8n stopped and killed while the trigger emits';

export const restarts: Part = {
	...{ name: 'restarts', about, isBase: false, needs: [] },
	run: async (world) => await survives(world, 'default'),
};

export const durable: Part = {
	...{ name: 'durable', about: `${about}, on the durable engine`, isBase: false, needs: [] },
	run: async (world) => await survives(world, 'durable'),
};
