/**
 * n8n is stopped and killed again and again while twenty versions of deals a second are written, the
 * service is killed and the network between them cut, on both of n8n's polling engines, under
 * examples/each-change-once.json: nothing is lost at the trigger's output, and behind n8n's Remove
 * Duplicates nothing is doubled (docs/trigger.md, Delivery). `E2E_RESTARTS=3` for fewer of each kind than 20.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { equal } from '../checks';
import { minutesSince, type Arrived } from '../figures';
import { publish } from '../polling';
import { balance, Executions, type Books } from '../restarts/books';
import { Disturbances } from '../restarts/disturb';
import { EMITS, ENGINES, workflowFor, type Delivery, type Engine } from '../restarts/flows';
import { Line } from '../restarts/line';
import { Listener } from '../restarts/listener';
import { comesToRest, patiently, polled, SILENCE_MS, someMoment } from '../restarts/moments';
import { Writer } from '../restarts/writer';
import { SandboxProcess } from '../sandboxProcess';
import type { RunningN8n, World } from '../world';
import type { Part } from './part';

const OF_EACH_KIND = Number(process.env.E2E_RESTARTS ?? 20);

interface Published {
	readonly workflow: SavedWorkflow;
	readonly delivery: Delivery;
}

/** What is between n8n and the deals, and who is told of them. */
interface Around {
	readonly service: SandboxProcess;
	readonly line: Line;
	readonly listener: Listener;
}

async function surroundings(world: World, engine: Engine): Promise<Around> {
	const { scratch } = world.site;
	const service = await SandboxProcess.start(scratch, `deals-${engine}`);
	const line = await Line.start(service.port);
	scratch.atEnd(() => line.close());
	return { service, line, listener: await Listener.start() };
}

/** Both ways of delivering, side by side. */
async function published(
	world: World,
	n8n: RunningN8n,
	engine: Engine,
	around: Around,
): Promise<Published[]> {
	const all: Published[] = [];
	for (const delivery of ['atLeastOnce', 'once'] as const) {
		const workflow = await world.save(workflowFor(engine, delivery, around.listener.url), n8n);
		await publish(n8n.rest, workflow);
		all.push({ workflow, delivery });
	}
	await polled(around);
	// The first poll only remembers where it stands; it must have ended before a deal comes.
	await pause(8_000);
	return all;
}

/** Ends n8n again and again, each time with something else that goes wrong around it. */
async function endedAgainAndAgain(
	world: World,
	first: RunningN8n,
	disturbances: Disturbances,
	way: Around,
): Promise<{ n8n: RunningN8n; done: Record<string, number> }> {
	let n8n = first;
	for (let index = 0; index < 2 * OF_EACH_KIND; index += 1) {
		const round = index >> 1;
		const disturbed = disturbances.next(round + (round >> 2));
		await someMoment(way, round);
		if (index % 2 === 0) await n8n.process.kill();
		else await n8n.process.stop();
		n8n = await world.startAgain(n8n);
		await disturbed;
		if (index % 10 === 9) console.log(`  ${index + 1} restarts`);
	}
	const done = { n8nKilled: OF_EACH_KIND, n8nStopped: OF_EACH_KIND, ...disturbances.done };
	return { n8n, done };
}

async function survives(world: World, engine: Engine): Promise<void> {
	const began = Date.now();
	const way = await surroundings(world, engine);
	const { service, line, listener } = way;
	const { v1, v2, credentials } = service.ready;
	const addresses = { v1: line.over(v1), v2: line.over(v2), credentials };
	const variables = ENGINES[engine];
	let n8n = await world.startN8n(engine, { variables }, addresses);
	try {
		const flows = await published(world, n8n, engine, way);
		const writer = new Writer(service, engine);
		const disturbances = new Disturbances(way);
		const started = Date.now();
		let done: Record<string, number>;
		try {
			({ n8n, done } = await endedAgainAndAgain(world, n8n, disturbances, way));
		} finally {
			await writer.stop();
		}
		const { versions, last, unanswered } = writer;
		const pace = ((versions.length / (Date.now() - started)) * 1_000).toFixed(1);
		console.log(`  ${versions.length} versions of ${last.size} deals, ${pace} a second`);
		console.log(`  ${line.struck} connections struck, ${unanswered} writes unanswered`);
		await world.check('each kind of disturbance met connections', () => {
			equal(disturbances.idle, []);
		});
		await world.check('the journal of what was written is what the service has', async () => {
			equal(await writer.differences(), []);
		});
		const results: Record<string, Arrived> = {};
		for (const { workflow, delivery } of flows) {
			const patience = isPromised(engine, delivery) ? SILENCE_MS : 0;
			const books = await booksOf(way, n8n, workflow, { writer, patience });
			print(delivery, books);
			results[delivery] = books.atTrigger;
			if (delivery === 'atLeastOnce') results.behindRemoveDuplicates = books.behind;
			await holds(world, { engine, delivery }, books);
		}
		world.tell(engine, { done, minutes: minutesSince(began), results });
	} finally {
		await n8n.process.stop();
		await listener.close();
	}
}

/** Once everything has been put out; or as it is after a silence that is too long. */
async function booksOf(
	way: Around,
	n8n: RunningN8n,
	{ id: workflowId }: SavedWorkflow,
	{ writer, patience }: { writer: Writer; patience: number },
): Promise<Books> {
	const ended = new Executions({ workflowId, trigger: EMITS });
	for (const deadline = Date.now() + patience; ;) {
		// What is held back for two seconds comes with the second poll at the latest.
		for (let times = 0; times < 2; times += 1) {
			await polled(way);
			await pause(2_500);
		}
		await patiently(async () => await comesToRest(n8n));
		const executions = await patiently(async () => await ended.all(n8n.rest));
		const { told } = way.listener;
		const books = balance({ executions, versions: writer.versions, told });
		if (books.lost.length === 0 || Date.now() > deadline) return books;
	}
}

/** Of what is told with Once, nobody behind it is asked. */
function print(delivery: Delivery, { behind, unexplained, ...books }: Books): void {
	const told = delivery === 'once' ? books : { ...books, behind, unexplained };
	console.log(`  ${delivery}: ${JSON.stringify(told)}`);
}

/** With Once, the default engine may drop or repeat a batch: that is what At Least Once is for. */
const isPromised = (engine: Engine, delivery: Delivery): boolean =>
	engine === 'durable' || delivery === 'atLeastOnce';

async function holds(
	world: World,
	{ engine, delivery }: { engine: Engine; delivery: Delivery },
	books: Books,
): Promise<void> {
	const times = `${OF_EACH_KIND} kills, ${OF_EACH_KIND} stops, ${2 * OF_EACH_KIND} disturbances`;
	await world.check(`${times}, ${delivery}: nothing is put out that was not written`, () => {
		equal(books.invented, []);
	});
	if (!isPromised(engine, delivery)) return;
	if (delivery === 'once') {
		await world.check('Once: no version is lost, none is repeated', () => {
			equal([books.lost, books.atTrigger.doubled], [[], 0]);
		});
		return;
	}
	await world.check('At Least Once: no version is lost at the trigger’s output', () => {
		equal(books.lost, []);
	});
	await world.check('behind Remove Duplicates no version is doubled', () => {
		equal(books.behind.doubled, 0);
	});
	await world.check('and none is missing but what n8n lists as crashed', () => {
		equal(books.unexplained, []);
	});
}

const about = 'n8n and the service killed, the network cut, while the trigger emits';

export const restarts: Part = {
	...{ name: 'restarts', about, isBase: false, needs: [] },
	run: async (world) => await survives(world, 'restarts'),
};

export const durable: Part = {
	...{ name: 'durable', about: `${about}, on the durable engine`, isBase: false, needs: [] },
	run: async (world) => await survives(world, 'durable'),
};
