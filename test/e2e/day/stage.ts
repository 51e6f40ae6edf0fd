/** What the day needs: the service, an n8n with ten published triggers, and who counts. */
import { join } from 'node:path';
import type { CredentialType } from '../../../scripts/n8n-host/sandbox-credentials';
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { pollingOften, publish } from '../polling';
import { node, row, TRIGGER } from '../workflows';
import type { RunningN8n, World } from '../world';
import type { Poll } from './books';
import { Journal } from './journal';
import { Listener } from './listener';
import { MemoryWatch } from './memoryWatch';
import { Requests } from './requests';
import { Service } from './service';
import { NAMED, WATCHES, type Consumer, type Watch } from './watches';
import { Writer } from './writer';

/** n8n lets every trigger poll at these seconds of a minute. */
export const TICK_MS = 10_000;

const TYPES: Readonly<Record<Consumer['credential'], CredentialType>> = {
	personal: 'salesManagementPersonalTokenApi',
	team: 'salesManagementTeamTokenApi',
	v1: 'salesManagementV1KeyApi',
};
const AUTHENTICATION: Readonly<Record<Consumer['credential'], string>> = {
	...{ personal: 'personalToken', team: 'teamToken', v1: 'v1ApiKey' },
};

/** A consumer, and what tells its requests from all others. */
export interface Known {
	readonly consumer: Consumer;
	readonly number: number;
	/** n8n with the consumer's own credential. */
	readonly n8n: RunningN8n;
}

/** By this machine's clock, from when to when it was looked for. */
export interface TimedPoll extends Poll {
	readonly from: number;
	readonly to: number;
}

export interface Watching extends Known {
	readonly watch: Watch;
	readonly workflow: SavedWorkflow;
	readonly polls: TimedPoll[];
}

export interface Stage {
	readonly world: World;
	readonly n8n: RunningN8n;
	readonly service: Service;
	readonly journal: Journal;
	readonly writer: Writer;
	readonly requests: Requests;
	readonly listener: Listener;
	readonly memory: MemoryWatch;
}

export const pathOf = ({ name }: Consumer): string => `/${name}`;

/** The parameter by which a node chooses its credential. */
export const authenticatedAs = ({ credential }: Consumer) => ({
	authentication: AUTHENTICATION[credential],
});

export async function known(stage: Stage, consumer: Consumer): Promise<Known> {
	const { service, n8n } = stage;
	const { token, number } = await service.tokenFor(consumer);
	const { v1, v2 } = service.sandbox;
	const isKey = consumer.credential === 'v1';
	const data = isKey ? { baseUrl: v1, apiKey: token } : { baseUrl: v2, accessToken: token };
	const type = TYPES[consumer.credential];
	const body = { name: consumer.name, type, data };
	const { id } = await n8n.rest.call<{ id: string }>('POST', '/credentials', body);
	return { consumer, number, n8n: { ...n8n, credentials: { ...n8n.credentials, [type]: id } } };
}

/** An n8n of its own, whose memory is looked at, before the day begins. */
export async function staged(world: World): Promise<Stage> {
	const sandbox = await world.startSandbox();
	const service = await Service.before(sandbox);
	const journal = new Journal();
	const writer = new Writer(service, journal);
	await writer.prepare();
	await service.moveToEvening();
	const file = join(world.site.scratch.folder, 'day-memory.jsonl');
	const n8n = await world.startN8n('day', { variables: MemoryWatch.variables(file) }, sandbox);
	const listener = await Listener.start();
	return {
		...{ world, n8n, service, journal, writer, listener },
		requests: new Requests(service),
		memory: new MemoryWatch(n8n.process, file),
	};
}

/** A trigger, and behind it a node that tells what the trigger handed out. */
export async function watching(stage: Stage, watch: Watch): Promise<Watching> {
	const consumer = await known(stage, watch);
	const parameters = { ...watch.parameters, ...authenticatedAs(watch) };
	const emits = node(watch.name, TRIGGER, { parameters });
	const tells = stage.listener.teller(pathOf(watch), NAMED[watch.kind]);
	const flow = {
		...row(watch.name, []),
		nodes: [emits, tells],
		connections: { [watch.name]: { main: [[{ node: tells.name, type: 'main', index: 0 }]] } },
	};
	const often = pollingOften(flow, TICK_MS / 1_000);
	const workflow = await stage.world.save(often, consumer.n8n);
	await publish(stage.n8n.rest, workflow);
	return { ...consumer, watch, workflow, polls: [] };
}

export async function allWatching(stage: Stage): Promise<Watching[]> {
	const all: Watching[] = [];
	for (const watch of WATCHES) all.push(await watching(stage, watch));
	return all;
}
