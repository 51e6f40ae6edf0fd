/**
 * Published workflows whose settings are changed again and again, or whose n8n is stopped or killed before the first
 * item, on each of n8n's polling engines, while records are written: what their triggers emit is counted against what
 * the settings mean (docs/trigger.md).
 */
import type { Sandbox } from '../../../sandbox';
import type { SavedWorkflow, Workflow } from '../../../scripts/n8n-host/rest';
import { sandboxCredentials } from '../../../scripts/n8n-host/sandbox-credentials';
import { withCredentials } from '../../../scripts/playground/furnish';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { ENGINES, enginesAsked, type Engine } from '../../../harness/n8n/engines';
import { minutesSince, type Arrived } from '../../../harness/n8n/figures';
import { pollingOften, publish, saveAgain, unpublish } from '../polling';
import { emissionOf, Emissions, LOGS_POLLS } from '../settings/emissions';
import { steps, type Id, type Places, type Step, type Write } from '../settings/steps';
import { everyRecord, steered } from '../../../harness/n8n/steering';
import { node, TRIGGER } from '../../../harness/n8n/workflows';
import type { RunningN8n, World } from '../../../harness/n8n/world';
import type { Part } from './part';

const NAME = 'Watched';
/** What the log says of a trigger that begins now. */
const BEGINS_NOW = 'begins anew, since it watches other records than before';

interface Deal {
	readonly id: number;
	readonly dealType: { readonly id: number };
	readonly phase: { readonly id: number; readonly status: number };
	readonly user: { readonly id: number } | null;
}

const dealsOf = async (sandbox: Sandbox) => await everyRecord<Deal>(sandbox, 'deals');

const first = <T>(what: string, all: readonly T[]): T => {
	const [found] = all;
	if (found === undefined) throw new Error(`The sandbox has no ${what}`);
	return found;
};

/** Where deals are put: two open phases of one type and a won one, another type, two people. */
function placesAmong(deals: readonly Deal[]): Places {
	const wonDeal = first(
		'won deal',
		deals.filter(({ phase }) => phase.status === 2),
	);
	const { dealType, phase: won } = wonDeal;
	const ofType = deals.filter((each) => each.dealType.id === dealType.id);
	const open = first('open deal', ofType.filter(isOpen)).phase;
	const isFurther = ({ phase }: Deal) => phase.status === 1 && phase.id !== open.id;
	const further = first('second open phase', ofType.filter(isFurther)).phase;
	const isOther = (each: Deal) => each.dealType.id !== dealType.id;
	const other = first('second deal type', deals.filter(isOther)).dealType;
	const people = deals.flatMap((each) => each.user ?? []);
	const user = first('deal of a user', people);
	const otherUser = first(
		'second user',
		people.filter(({ id }) => id !== user.id),
	);
	return {
		dealType: idOf(dealType),
		otherType: idOf(other),
		open: idOf(open),
		further: idOf(further),
		won: idOf(won),
		user: idOf(user),
		otherUser: idOf(otherUser),
	};
}

const idOf = ({ id }: Id): Id => ({ id });

const isOpen = ({ phase }: Deal) => phase.status === 1;

/** More of each kind than the steps change. */
const OLD = 40;

/** A second client of a service, which changes each of the old records once. */
class Client {
	private constructor(
		private readonly sandbox: Sandbox,
		private readonly old: Record<'deal' | 'customer', number[]>,
	) {}

	static async of(sandbox: Sandbox, { dealType, open }: Places): Promise<Client> {
		const yesterday = new Date(Date.now() - 86_400_000).toISOString();
		const dated = { name: 'Old', createdAt: yesterday, updatedAt: yesterday };
		const rows = (row: object) => Array.from({ length: OLD }, () => ({ ...dated, ...row }));
		const written = async (kind: string, row: object) =>
			await steered<number[]>(sandbox, 'POST', `/records/${kind}`, rows(row));
		return new Client(sandbox, {
			deal: await written('deal', { dealType, phase: open }),
			customer: await written('customer', {}),
		});
	}

	async write({ record, kind = 'deal', with: values }: Write, name: string): Promise<void> {
		const id = record === 'old' ? this.old[kind].shift() : undefined;
		await steered(this.sandbox, 'POST', `/records/${kind}`, [{ ...values, id, name }]);
	}
}

/** One step after another, on one n8n. */
class Course {
	private names = 0;
	/** What a filter keeps back. */
	private keptBack: string[] = [];
	readonly counts = { written: 0, handedOut: 0, lost: 0, doubled: 0, unwanted: 0 };

	constructor(
		private readonly prefix: string,
		private readonly clients: Readonly<Record<'here' | 'elsewhere', Client>>,
	) {}

	/** Answers what has to come of a step, each as its event and name, after somebody has it take effect. */
	async take(
		{ meanwhile = [], writes, shows }: Step,
		takesEffect: () => Promise<void>,
	): Promise<string[]> {
		const shown = shows ? this.keptBack.splice(0) : [];
		const expected = [...shown, ...(await this.write(meanwhile))];
		await takesEffect();
		expected.push(...(await this.write(writes)));
		this.counts.written += expected.length;
		return expected.sort();
	}

	private async write(writes: readonly Write[]): Promise<string[]> {
		const expected: string[] = [];
		for (const each of writes) {
			const name = `${this.prefix} ${++this.names}`;
			await this.clients[each.elsewhere ? 'elsewhere' : 'here'].write(each, name);
			const { as, asShown, from } = each;
			if (as !== undefined) expected.push(emissionOf(name, { type: as, from }));
			if (asShown !== undefined) this.keptBack.push(emissionOf(name, { type: asShown }));
		}
		return expected;
	}

	count(came: readonly string[], expected: readonly string[]): void {
		const distinct = new Set(came);
		const wanted = expected.filter((each) => distinct.has(each)).length;
		this.counts.handedOut += wanted;
		this.counts.lost += expected.length - wanted;
		this.counts.doubled += came.length - distinct.size;
		this.counts.unwanted += distinct.size - wanted;
	}
}

const workflow: Workflow = pollingOften({
	name: 'Its settings change',
	nodes: [
		node(NAME, TRIGGER, {
			parameters: { resource: 'deal', event: 'created', filters: {}, options: {} },
		}),
	],
	connections: {},
	settings: { executionOrder: 'v1' },
});

/** The workflow with its trigger as the step has it. */
function changed(
	saved: SavedWorkflow,
	{ parameters, name }: Step,
	{ credentials }: RunningN8n,
): SavedWorkflow {
	const nodes = saved.nodes.map((each) => ({
		...each,
		...(name !== undefined && { name }),
		parameters: { ...each.parameters, ...parameters },
	}));
	return { ...saved, ...withCredentials({ ...saved, nodes }, credentials) };
}

/** Puts another token into the credential of the personal token. */
async function giveToken(
	{ rest, credentials }: RunningN8n,
	sandbox: Sandbox,
	token: 'personal' | 'team',
): Promise<void> {
	const given = { ...sandbox.credentials, personal: sandbox.credentials[token] };
	const type = 'salesManagementPersonalTokenApi';
	const all = sandboxCredentials({ ...sandbox, credentials: given });
	const credential = first(
		'credential',
		all.filter((each) => each.type === type),
	);
	await rest.call('PATCH', `/credentials/${credentials[type]}`, credential);
}

type Sandboxes = readonly [Sandbox, Sandbox];

/** The n8n of one engine, and the workflow that is published there. */
class Watched {
	private saved?: SavedWorkflow;
	private emissions?: Emissions;

	private constructor(
		private readonly world: World,
		private readonly sandbox: Sandbox,
		private readonly others: Readonly<Record<'elsewhere' | 'besides', RunningN8n>>,
		private n8n: RunningN8n,
	) {}

	static async start(world: World, engine: Engine, [sandbox, second]: Sandboxes) {
		const variables = { ...ENGINES[engine], ...LOGS_POLLS };
		const n8n = await world.startN8n(`settings-${engine}`, { variables }, sandbox);
		const elsewhere = await world.n8nFor(second, {}, n8n);
		const besides = await world.n8nFor(sandbox, {}, n8n);
		return new Watched(world, sandbox, { elsewhere, besides }, n8n);
	}

	async stop(): Promise<void> {
		await this.n8n.process.stop();
	}

	/** Does what a step says, with these writes while the settings before it still hold. */
	async change(step: Step, course: Course): Promise<void> {
		const emissions = await this.readyFor(step);
		const begun = () => emissions.log.split(BEGINS_NOW).length - 1;
		// An n8n that starts begins its log anew.
		const begunBefore = step.n8nIs ? 0 : begun();
		const expected = await course.take(step, async () => {
			await this.takeEffect(step, emissions);
			await emissions.polled();
		});
		const trigger = first('trigger', this.saved?.nodes ?? []).name;
		const came = await emissions.since(trigger, expected);
		course.count(came, expected);
		equal(came, expected);
		const saysSo = begun() > begunBefore;
		isTrue('it says in the log whether it begins now', saysSo === (step.beginsNow === true));
	}

	/** What has to be so before a step's `meanwhile` is written. */
	private async readyFor({ anew, wasOff, n8nIs }: Step): Promise<Emissions> {
		const { n8n } = this;
		if (this.saved && (anew || wasOff)) await unpublish(n8n.rest, this.saved);
		if (anew || !this.saved || !this.emissions) {
			this.saved = await this.world.save(workflow, n8n);
			this.emissions = new Emissions(n8n, this.saved.id);
		}
		if (n8nIs === 'killed') await n8n.process.kill();
		if (n8nIs === 'stopped') await n8n.process.stop();
		return this.emissions;
	}

	private async takeEffect(step: Step, emissions: Emissions): Promise<void> {
		if (step.n8nIs) {
			this.n8n = await this.world.startAgain(this.n8n);
			emissions.n8n = this.n8n;
			return;
		}
		const { n8n, sandbox, others } = this;
		if (step.token) await giveToken(n8n, sandbox, step.token);
		const other = step.otherCredential ? others.besides : n8n;
		const next = changed(this.saved!, step, step.elsewhere ? others.elsewhere : other);
		this.saved = await saveAgain(n8n.rest, next);
		await publish(n8n.rest, this.saved);
	}
}

async function keeps(world: World, engine: Engine, sandboxes: Sandboxes) {
	const began = Date.now();
	const [sandbox, second] = sandboxes;
	const watched = await Watched.start(world, engine, sandboxes);
	try {
		const places = placesAmong(await dealsOf(sandbox));
		const clients = {
			here: await Client.of(sandbox, places),
			elsewhere: await Client.of(second, places),
		};
		const course = new Course(engine, clients);
		const all = steps(places);
		for (const step of all) {
			await world.check(`${engine}: ${step.change}: what comes comes once`, async () => {
				await watched.change(step, course);
			});
		}
		const results: Record<string, Arrived> = { atTrigger: course.counts };
		const restarts = all.filter(({ n8nIs }) => n8nIs).length;
		const done = { settingsChanged: all.length - restarts, n8nRestarted: restarts };
		world.tell(`settings, ${engine}`, { done, minutes: minutesSince(began), results });
	} finally {
		await watched.stop();
	}
}

export const settings: Part = {
	name: 'settings',
	about:
		'a trigger whose settings change, or whose n8n ends before its first item, on both polling engines',
	isBase: false,
	needs: [],
	run: async (world) => {
		for (const engine of enginesAsked()) {
			await keeps(world, engine, [await world.startSandbox(), await world.startSandbox()]);
		}
	},
};
