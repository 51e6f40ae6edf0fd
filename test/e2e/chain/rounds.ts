/** Rounds of new deals that become mails and messages: all goes well, one is refused, or n8n is killed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nRest } from '../../../scripts/n8n-host/rest';
import { listedExecutions } from '../execution';
import { publish } from '../polling';
import { askedOf } from '../steering';
import type { ChatServer } from '../standIns/chatServer';
import { chosen, stored } from '../standIns/credentials';
import type { MailServer } from '../standIns/mailServer';
import type { Refused, Unanswered } from '../standIns/taking';
import type { RunningN8n, World } from '../world';
import { booksOf, executionsWith, type Books, type Chained, type Received } from './books';
import { patternOf, writeDeals, type Pattern, type Told } from './deals';
import { addressOf, ways, type Way } from './ways';

/** Two requests for each message, at five a second, beside all that polls. */
const PATIENCE_MS = 900_000;

export interface Receivers {
	readonly mail: MailServer;
	readonly chat: ChatServer;
	readonly unanswered: Unanswered;
	readonly refused: Refused;
}

export interface Kill {
	/** Which mail or message of each way has no answer when n8n is killed. */
	readonly at: number;
	/** Whether it was taken nevertheless. */
	readonly isTaken: boolean;
}

export interface Trouble {
	readonly kill?: Kill;
	/** Which mail or message of each way is refused. */
	readonly refusedAt?: number;
}

/** On a machine with more to do than it can, n8n's database times out, and n8n answers 503 for a while. */
async function patiently<T>(ask: () => T | Promise<T>): Promise<T> {
	for (const deadline = Date.now() + PATIENCE_MS; ;) {
		try {
			return await ask();
		} catch (error) {
			if (!/answered 503/.test(String(error)) || Date.now() > deadline) throw error;
			await pause(5_000);
		}
	}
}

/** Waits until the service was asked for deals by that many polls: a poll asks once, by update time. */
export async function polls(world: World, times: number): Promise<void> {
	const sandbox = await world.sandbox();
	for (let seen = 0; seen < times;) {
		const asked = await askedOf(sandbox, async () => await pause(1_000));
		seen += asked.filter(({ method, path }) => method === 'GET' && path === '/v2/deals').length;
	}
}

export async function eventually(
	what: string,
	look: () => boolean | Promise<boolean>,
): Promise<void> {
	for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
		if (await patiently(look)) return;
		await pause(500);
	}
	throw new Error(`${what}: not within ${PATIENCE_MS / 60_000} minutes`);
}

export const isAtRest = async (rest: N8nRest): Promise<boolean> =>
	(await listedExecutions(rest, { status: ['running', 'new'] })).length === 0;

/** What was mailed of one way. */
export const mailsOf = ({ mails }: MailServer, way: Pick<Way, 'name'>): Received[] =>
	mails
		.filter(({ from }) => from === addressOf(way))
		.map(({ subject, text }) => ({
			deal: subject.replace(/^Won: /, ''),
			text: `${subject}\n${text}`,
		}));

function receivedBy({ mail, chat }: Receivers, { to, name }: Way): Received[] {
	if (to === 'mail') return mailsOf(mail, { name });
	return chat.messages
		.filter(({ channel }) => channel === name)
		.map(({ text }) => ({ deal: /^New deal: (.+?) \(/.exec(text)?.[1] ?? text, text }));
}

export class Chain {
	/** Of the last round. */
	private told: readonly Told[] = [];
	/** How much each way had received before it. */
	private receivedBefore: ReadonlyMap<Way, number> = new Map();

	private constructor(
		private readonly world: World,
		private readonly receivers: Receivers,
		private n8n: RunningN8n,
		private readonly of: { readonly chained: readonly Chained[]; readonly pattern: Pattern },
	) {}

	/** Publishes all ways side by side, and waits until each trigger knows where it stands. */
	static async start(world: World, receivers: Receivers): Promise<Chain> {
		const n8n = await world.startN8n('chain');
		const { mail, chat } = receivers;
		const ids = await stored(n8n.rest, [mail.credential, chat.credential]);
		const pattern = await patternOf(world);
		const chained: Chained[] = [];
		for (const way of ways()) {
			const saved = async () => await world.save(chosen(way.workflow, ids), n8n);
			const workflow = await patiently(saved);
			await patiently(async () => await publish(n8n.rest, workflow));
			chained.push({ way, workflowId: workflow.id });
		}
		// What is won is told by the phase that a deal had before, which the first polls learn.
		await polls(world, 2 * chained.length);
		await pause(3_000);
		return new Chain(world, receivers, n8n, { chained, pattern });
	}

	async stop(): Promise<void> {
		await this.n8n.process.stop();
	}

	/** Writes that many deals at once; answers what became of them when nothing runs any more. */
	async round(title: string, deals: number, { kill, refusedAt }: Trouble = {}): Promise<Books[]> {
		const names = Array.from({ length: deals }, (_, index) => `${title}, deal ${index + 1}`);
		const { world, receivers, of } = this;
		if (kill) receivers.unanswered.begin(kill.at, kill);
		if (refusedAt) receivers.refused.begin(refusedAt);
		this.receivedBefore = new Map(
			of.chained.map(({ way }) => [way, receivedBy(receivers, way).length]),
		);
		this.told = await writeDeals(world, of.pattern, names);
		if (kill) await this.killed();
		else if (refusedAt) await this.failed();
		else await eventually('all is received', () => this.areAllThere());
		return await this.booksAtRest();
	}

	/** What became of the same deals once a person has n8n retry the last execution that ended so. */
	async retried(status: 'crashed' | 'error'): Promise<Books[]> {
		const { rest } = this.n8n;
		for (const each of this.of.chained) {
			const ended = (await this.had(each)).filter((execution) => execution.status === status);
			const { id } = ended.at(-1) ?? {};
			if (id === undefined) throw new Error(`${each.way.name}: nothing is listed as ${status}`);
			await rest.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
		}
		return await this.booksAtRest();
	}

	private async booksAtRest(): Promise<Books[]> {
		const { told, of } = this;
		await eventually('nothing runs any more', async () => await isAtRest(this.n8n.rest));
		return await Promise.all(
			of.chained.map(
				async (each) =>
					await patiently(async () => {
						const received = this.receivedOf(each.way);
						return await booksOf(this.n8n.rest, each, { told, received });
					}),
			),
		);
	}

	/** Each way has met the refusal, and its execution has ended with an error. */
	private async failed(): Promise<void> {
		const { chained } = this.of;
		await eventually('each way has failed', async () => {
			const all = await Promise.all(chained.map(async (each) => await this.had(each)));
			return all.every((executions) => executions.some(({ status }) => status === 'error'));
		});
		this.receivers.refused.end();
	}

	/** n8n ends while every way waits for an answer, and begins again with what it has kept. */
	private async killed(): Promise<void> {
		const { receivers, of, world } = this;
		const { waiting } = receivers.unanswered;
		await eventually('all wait for an answer', () => waiting.size === of.chained.length);
		await this.n8n.process.kill();
		receivers.unanswered.end();
		this.n8n = await world.startAgain(this.n8n);
		await eventually('what is emitted again has been', async () => {
			const all = await Promise.all(of.chained.map(async (each) => await this.had(each)));
			return of.chained.every(
				({ way }, index) => (all[index]?.length ?? 0) >= (way.isRepeated ? 2 : 1),
			);
		});
		// Whoever would emit once more, though it should not, has the time to.
		await polls(world, 2 * of.chained.length);
	}

	/** The executions that had deals of the last round. */
	private async had(each: Chained) {
		return await patiently(async () => await executionsWith(this.n8n.rest, each, this.told));
	}

	private areAllThere(): boolean {
		const { told } = this;
		return this.of.chained.every(({ way }) => {
			const deals = new Set(this.receivedOf(way).map(({ deal }) => deal));
			return told.every(({ name }) => deals.has(name));
		});
	}

	/** Since the last round began. */
	private receivedOf(way: Way): Received[] {
		return receivedBy(this.receivers, way).slice(this.receivedBefore.get(way) ?? 0);
	}
}
