/**
 * The trigger under load for hours: a service that is written to 20 times a second, whose commits
 * come to light up to 50 seconds late, which fails now and then, and a reader that is restarted.
 * Ten hours of the service's time take minutes. Every version written is accounted for.
 *
 *     npm run soak -- [--hours 10] [--rate 20] [--backlog 100000] [--seed 1]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Ready } from '../sandbox';
import { createPoller, credentialsOf, type Poller } from '../test/support/harness';
import { table } from './measure';
import { Account, type Emission } from './soak-account';
import { chance, Writer } from './soak-writer';

const { values } = parseArgs({
	options: {
		hours: { type: 'string', default: '10' },
		rate: { type: 'string', default: '20' },
		backlog: { type: 'string', default: '100000' },
		seed: { type: 'string', default: '1' },
	},
});
const hours = Number(values.hours);
const rate = Number(values.rate);
const backlog = Number(values.backlog);

const MINUTE = 60_000;
/** Lags are up to 50 s; the service's whole seconds and skew fit into the rest. */
const LOOKBACK_MINUTES = 1;
/** Held back: 2 s, and what whole seconds in the `Date` header cost. */
const OPEN_MS = 4_000;
const MOST_STATE = 64 * 1024;
const PAGE = 1_000;
const BATCH = 5_000;

/** Failures that a reader meets; each hits one request somewhere in a poll. */
const FAULTS = [
	{ status: 401, body: { error: 'Unauthorized' } },
	{ status: 429, headers: { 'retry-after': '3600' } },
	{ status: 503 },
	{ action: 'truncate' },
	{ action: 'garbage' },
	{ action: 'reset' },
] as const;

interface Hour {
	writes: number;
	events: number;
	polls: number;
	failed: number;
	restarts: number;
	requests: number;
	state: number;
}

class Soak {
	readonly account = new Account(OPEN_MS);

	readonly hours: Hour[] = [];

	private readonly writer: Writer;

	private readonly random = chance(Number(values.seed));

	private engine: 'default' | 'durable' = 'default';

	private poller: Poller;

	private requests = 0;

	constructor(private readonly ready: Ready) {
		this.writer = new Writer(ready, this.account, chance(Number(values.seed) + 1));
		this.poller = this.reader();
	}

	private reader(saved?: IDataObject): Poller {
		return createPoller({
			credentials: credentialsOf(this.ready, { requestsPerSecond: 1_000 }),
			engine: this.engine,
			saved,
			parameters: {
				authentication: 'teamToken',
				resource: 'contact',
				event: 'createdOrUpdated',
				options: { lookbackMinutes: LOOKBACK_MINUTES, batchLimit: BATCH },
			},
		});
	}

	async run(): Promise<void> {
		await this.writer.steer('PATCH', '/options', { rateLimit: 0, dailyLimit: 100_000_000 });
		let now = await this.writer.advance(0);
		await this.poller.activate();
		for (let hour = 0; hour < hours; hour++) {
			const tally = this.newHour();
			await this.conditions(hour);
			for (let minute = 0; minute < 60; minute++) {
				const before = now;
				now = await this.writer.advance(MINUTE);
				const grain = hour % 2 === 0 ? 1 : 1_000;
				await this.writer.write(before, now, rate * 60, grain);
				tally.writes += rate * 60;
				await this.writer.delete(5, now);
				if (this.random() < 0.03) await this.restart(tally);
				const faulty = this.random() < 0.15;
				await this.poll(tally, faulty);
				// Takes the fault if nothing has met it yet.
				if (faulty) await this.poll(tally, true, undefined, Promise.resolve());
			}
			this.progress(hour);
		}
		await this.rest();
	}

	/** Each hour keeps the promise's assumptions in another way. */
	private async conditions(hour: number): Promise<void> {
		await this.writer.steer('PATCH', '/options', {
			cursorKind: hour % 2 === 0 ? 'keyset' : 'offset',
			windowEnds: hour % 3 === 0 ? 'inclusive' : 'exclusive',
		});
		const engine = hour < hours / 2 ? 'default' : 'durable';
		if (engine === this.engine) return;
		this.engine = engine;
		this.poller = this.reader(this.poller.saved);
	}

	private async restart(tally: Hour): Promise<void> {
		tally.restarts++;
		this.poller.restart();
		await this.poll(tally, false, async () => await this.poller.activate('init'));
	}

	/** @param faulty whether a fault may hit it, so that it may end early. */
	private async poll(
		tally: Hour,
		faulty: boolean,
		tick: () => Promise<INodeExecutionData[] | null> = async () => await this.poller.poll(),
		disturbed: Promise<void> = faulty ? this.disturb() : Promise.resolve(),
	): Promise<number> {
		const began = await this.writer.advance(0);
		let items: INodeExecutionData[] = [];
		let failed = false;
		try {
			items = (await tick()) ?? [];
		} catch {
			failed = true;
		}
		await disturbed;
		const whole = !faulty && !failed && items.length < 0.9 * BATCH;
		this.account.polled(began, await this.writer.advance(0), items.map(toEmission), whole);
		tally.polls++;
		if (failed) tally.failed++;
		tally.events += items.length;
		tally.state = Math.max(tally.state, JSON.stringify(this.poller.state).length);
		tally.requests += await this.requestsSince();
		return items.length;
	}

	/** Some time into the poll, so that any of its pages may be hit. */
	private async disturb(): Promise<void> {
		const fault = FAULTS[Math.floor(this.random() * FAULTS.length)];
		await new Promise((resolve) => setTimeout(resolve, this.random() * 150));
		await this.writer.steer('POST', '/faults', [{ match: { path: '/v2/contacts' }, ...fault }]);
	}

	private async requestsSince(): Promise<number> {
		const { requests } = await this.writer.steer<{ requests: number }>('GET', '/stats');
		const count = requests - this.requests;
		this.requests = requests;
		return count;
	}

	/** Everything comes to light and is read. */
	private async rest(): Promise<void> {
		for (let quiet = 0; quiet < 3;) {
			await this.writer.advance(2 * MINUTE);
			quiet = (await this.poll(this.newHour(), false)) === 0 ? quiet + 1 : 0;
			this.hours.pop();
		}
	}

	/** A backlog, written while nobody reads: how many requests it takes. */
	async drain(count: number): Promise<{ requests: number; fewest: number; events: number }> {
		const from = await this.writer.advance(0);
		const now = await this.writer.advance(count * 50);
		for (let done = 0; done < count; done += 5_000) {
			const span = (now - from) / (count / 5_000);
			const start = from + (done / 5_000) * span;
			await this.writer.write(start, start + span, Math.min(5_000, count - done), 1);
		}
		await this.writer.advance(3 * MINUTE);
		await this.requestsSince();
		const tally = this.newHour();
		this.hours.pop();
		let events = 0;
		for (let emitted = 1; emitted > 0; events += emitted) {
			emitted = await this.poll(tally, false);
		}
		return { requests: tally.requests, fewest: Math.ceil(events / PAGE), events };
	}

	private newHour(): Hour {
		const tally = {
			writes: 0,
			events: 0,
			polls: 0,
			failed: 0,
			restarts: 0,
			requests: 0,
			state: 0,
		};
		this.hours.push(tally);
		return tally;
	}

	private progress(hour: number): void {
		process.stderr.write(`hour ${hour + 1} of ${hours}\n`);
	}
}

function toEmission({ json }: INodeExecutionData): Emission {
	const event = json._event as { id: string; type: string };
	return {
		id: json.id as number,
		updatedAt: Date.parse(json.updatedAt as string),
		type: event.type,
		eventId: event.id,
	};
}

async function main(): Promise<boolean> {
	const argv = ['--import', 'tsx', join(__dirname, '../sandbox/cli.ts'), '--port', '0'];
	const child = spawn(process.execPath, [...argv, '--seed', 'empty'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	try {
		const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
		const started = performance.now();
		const soak = new Soak(JSON.parse(line) as Ready);
		await soak.run();
		const drained = await soak.drain(backlog);
		return report(soak, drained, performance.now() - started);
	} finally {
		child.kill('SIGTERM');
		await once(child, 'exit');
	}
}

function report(soak: Soak, drained: Awaited<ReturnType<Soak['drain']>>, ms: number): boolean {
	const head = [
		'hour',
		'writes',
		'events',
		'polls',
		'failed',
		'restarts',
		'requests',
		'largest state',
	];
	const rows = soak.hours.map((hour, i) => [
		`${i + 1}`,
		...[hour.writes, hour.events, hour.polls, hour.failed, hour.restarts, hour.requests].map(
			String,
		),
		`${(hour.state / 1024).toFixed(1)} kB`,
	]);
	const verdict = soak.account.verdict();
	const ratio = drained.requests / drained.fewest;
	const largest = Math.max(...soak.hours.map(({ state }) => state));
	const faults =
		verdict.lost + verdict.repeated + verdict.unknown + verdict.wronglyCreated + verdict.outOfOrder;
	const fates = Object.entries(verdict).map(([what, count]) => [what, String(count)]);
	const good = faults === 0 && ratio <= 1.2 && largest < MOST_STATE;
	process.stdout.write(
		`${table([head, ...rows])}\n\n${table([['versions', 'count'], ...fates])}\n\n` +
			`A backlog of ${drained.events} changes took ${drained.requests} requests, ` +
			`${ratio.toFixed(2)} times the fewest possible (${drained.fewest}).\n` +
			`${good ? 'Nothing was lost, nothing came twice' : 'THE PROMISE DID NOT HOLD'}; ` +
			`${hours} hours of the service took ${(ms / 60_000).toFixed(1)} minutes.\n`,
	);
	return good;
}

main().then(
	(good) => process.exit(good ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
