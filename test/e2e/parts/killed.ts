/**
 * n8n is stopped and killed again and again while twenty versions of deals a second are written, the
 * service is killed and the network between them cut, on both of n8n's polling engines. Every version
 * is looked for at each trigger's output and at whoever is told behind it (docs/trigger.md, Delivery).
 * `E2E_KILLS=3` for fewer of each kind than 20.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { equal } from '../../../harness/n8n/checks';
import { ENGINES, enginesAsked, type Engine } from '../../../harness/n8n/engines';
import { minutesSince, type Arrived } from '../../../harness/n8n/figures';
import { balance, Executions, type Books } from '../killed/books';
import { Disturbances } from '../killed/disturb';
import { FLOWS, type Flow } from '../killed/flows';
import { Line } from '../killed/line';
import { Listener } from '../killed/listener';
import { comesToRest, patiently, polled, SILENCE_MS, someMoment } from '../killed/moments';
import { Writer } from '../killed/writer';
import { publish } from '../polling';
import { SandboxProcess } from '../sandboxProcess';
import { chosen, stored } from '../standIns/credentials';
import { MailServer } from '../standIns/mailServer';
import type { RunningN8n, World } from '../../../harness/n8n/world';
import type { Part } from './part';

const OF_EACH_KIND = Number(process.env.E2E_KILLS ?? 20);

interface Published {
	readonly workflow: SavedWorkflow;
	readonly flow: Flow;
}

/** What is between n8n and the deals, and who is told of them. */
interface Around {
	readonly service: SandboxProcess;
	readonly line: Line;
	readonly listener: Listener;
	readonly mails: MailServer;
}

async function surroundings({ site: { scratch } }: World, engine: Engine): Promise<Around> {
	const service = await SandboxProcess.start(scratch, `deals-${engine}`);
	const line = await Line.start(service.port);
	scratch.atEnd(() => line.close());
	const mails = await MailServer.start(scratch);
	return { service, line, listener: await Listener.start(), mails };
}

/** All of them, side by side. */
async function published(world: World, n8n: RunningN8n, around: Around): Promise<Published[]> {
	const ids = await stored(n8n.rest, [around.mails.credential]);
	const all: Published[] = [];
	for (const flow of FLOWS) {
		const workflow = await world.save(chosen(flow.workflow(around.listener.url), ids), n8n);
		await publish(n8n.rest, workflow);
		all.push({ workflow, flow });
	}
	// The first polls only remember where they stand; they must have ended before a deal comes.
	for (let times = 0; times < FLOWS.length; times += 1) await polled(around);
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

/** Of some won deal of the service. */
async function wonBy(service: SandboxProcess) {
	const deals = await service.all<{
		phase: { id: number; status: number };
		dealType: { id: number };
	}>('deals');
	const deal = deals.find(({ phase }) => phase.status === 2);
	if (!deal) throw new Error('The sandbox has no won deal');
	const { phase, dealType } = deal;
	return { phase: { id: phase.id }, dealType: { id: dealType.id }, reason: 'Price' };
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
		const flows = await published(world, n8n, way);
		const writer = new Writer(service, engine, await wonBy(service));
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
		await world.check(`${engine}: each kind of disturbance met connections`, () => {
			equal(disturbances.idle, []);
		});
		await world.check(
			`${engine}: the journal of what was written is what the service has`,
			async () => {
				equal(await writer.differences(), []);
			},
		);
		const results: Record<string, Arrived> = {};
		for (const { workflow, flow } of flows) {
			const patience = flow.losesNothing(engine) ? SILENCE_MS : 0;
			const books = await booksOf(way, n8n, { workflow, flow }, { writer, patience });
			const { behind, unexplained: _, ...atTrigger } = books;
			console.log(`  ${flow.name}: ${JSON.stringify(flow.tells ? books : atTrigger)}`);
			results[flow.name] = books.atTrigger;
			if (flow.tells) results[`${flow.name}, behind Remove Duplicates`] = behind;
			await holds(world, { engine, flow }, books);
		}
		world.tell(engine, { done, minutes: minutesSince(began), results });
	} finally {
		await n8n.process.stop();
		await listener.close();
	}
}

/** How often each version was told of, by its name. */
function toldOf({ listener, mails }: Around, { tells }: Flow): ReadonlyMap<string, number> {
	if (tells !== 'mails') return listener.told;
	const told = new Map<string, number>();
	for (const { subject } of mails.mails) {
		const name = subject.replace(/^Won: /, '');
		told.set(name, (told.get(name) ?? 0) + 1);
	}
	return told;
}

/** Once everything has been put out; or as it is after a silence that is too long. */
async function booksOf(
	way: Around,
	n8n: RunningN8n,
	{ workflow: { id: workflowId }, flow }: Published,
	{ writer, patience }: { writer: Writer; patience: number },
): Promise<Books> {
	const ended = new Executions({ workflowId, trigger: flow.trigger });
	const versions = writer.versions.filter(flow.emits);
	for (const deadline = Date.now() + patience; ;) {
		// What is held back for two seconds comes with the second poll at the latest.
		for (let times = 0; times < 2 * FLOWS.length; times += 1) {
			await polled(way);
			await pause(1_000);
		}
		await patiently(async () => await comesToRest(n8n));
		const executions = await patiently(async () => await ended.all(n8n.rest));
		const books = balance({ executions, versions, told: toldOf(way, flow) });
		if (books.lost.length === 0 || Date.now() > deadline) return books;
	}
}

async function holds(
	world: World,
	{ engine, flow }: { engine: Engine; flow: Flow },
	books: Books,
): Promise<void> {
	const times = `${OF_EACH_KIND} kills, ${OF_EACH_KIND} stops, ${2 * OF_EACH_KIND} disturbances`;
	const title = `${engine}, ${flow.name}`;
	await world.check(`${title}, ${times}: nothing is put out that was not written`, () => {
		equal(books.invented, []);
	});
	if (!flow.losesNothing(engine)) return;
	await world.check(`${title}: no version is lost at the trigger’s output`, () => {
		equal(books.lost, []);
	});
	if (!flow.repeats) {
		await world.check(`${title}: none is repeated`, () => equal(books.atTrigger.doubled, 0));
	}
	if (!flow.tells) return;
	if (flow.overlaps !== true) {
		await world.check(`${title}: behind Remove Duplicates no version is doubled`, () => {
			equal(books.behind.doubled, 0);
		});
	}
	await world.check(`${title}: and none is missing but what n8n lists as crashed or failed`, () => {
		equal(books.unexplained, []);
	});
}

export const killed: Part = {
	name: 'killed',
	about:
		'n8n and the service killed, the network cut, while triggers emit, on both polling engines',
	...{ isBase: false, needs: [] },
	run: async (world) => {
		for (const engine of enginesAsked()) await survives(world, engine);
	},
};
