/** A service and those who share its rate, in simulated time: a minute takes a fraction of a second. */
import { jain } from '../../../bench/pace/figures';
import {
	createClient,
	Pacer,
	ROUTES,
	type Client,
	type Clock,
	type HttpResponse,
	type Purpose,
} from '../../../nodes/SalesManagement/api';

/** Time that passes only while everyone waits, in the order of what they wait for. */
export class SimulatedClock implements Clock {
	private time = 0;
	private readonly timers: Array<{ at: number; resolve: () => void }> = [];

	now(): number {
		return Date.parse('2026-11-21T08:00:00Z') + this.time;
	}

	elapsed(): number {
		return this.time;
	}

	async sleep(milliseconds: number): Promise<void> {
		const at = this.time + Math.max(0, milliseconds);
		await new Promise<void>((resolve) => {
			let place = this.timers.length;
			while (place > 0 && this.timers[place - 1]!.at > at) place--;
			this.timers.splice(place, 0, { at, resolve });
		});
	}

	/** Lets time pass until then. */
	async runTo(until: number): Promise<void> {
		for (;;) {
			await new Promise(setImmediate);
			const [first] = this.timers;
			if (!first || first.at > until) break;
			this.timers.shift();
			this.time = first.at;
			first.resolve();
		}
		this.time = until;
	}
}

export interface ServiceRule {
	/** Five in any second, or five in each second of the clock. */
	readonly window: 'sliding' | 'fixed';
	/** Whether a refused request takes a place as well. */
	readonly refusedCount: boolean;
	/** Of a round trip, in milliseconds; each is up to a fifth shorter or longer. */
	readonly latency: number;
	readonly retryAfter: boolean;
}

export interface Arrival {
	readonly who: string;
	readonly at: number;
	readonly accepted: boolean;
}

const SECOND = 1000;
const RATE = 5;

/** The service's rule for the rate, and what arrived. */
export class SharedService {
	readonly arrivals: Arrival[] = [];
	private recent: number[] = [];

	constructor(
		readonly rule: ServiceRule,
		readonly clock: SimulatedClock,
		readonly random: () => number,
	) {}

	async answer(who: string): Promise<HttpResponse> {
		const trip = this.rule.latency * (0.9 + 0.2 * this.random());
		const there = trip * (0.4 + 0.2 * this.random());
		await this.clock.sleep(there);
		const accepted = this.accepts();
		this.arrivals.push({ who, at: this.clock.elapsed(), accepted });
		await this.clock.sleep(trip - there);
		if (accepted) return { status: 200, headers: {}, body: { id: 1 } };
		const headers = this.rule.retryAfter ? { 'retry-after': '1' } : {};
		return { status: 429, headers, body: { error: 'TOO_MANY_REQUESTS' } };
	}

	private accepts(): boolean {
		const now = this.clock.elapsed();
		const from = this.rule.window === 'sliding' ? now - SECOND : now - (now % SECOND) - 1e-9;
		this.recent = this.recent.filter((at) => at > from);
		const accepted = this.recent.length < RATE;
		if (accepted || this.rule.refusedCount) this.recent.push(now);
		return accepted;
	}
}

/** A process with this token, which has a pace of its own. */
export class Sender {
	readonly failures: unknown[] = [];
	private isStopped = false;
	/** All of its clients keep one pace. */
	private readonly pacer: Pacer;

	constructor(
		readonly name: string,
		private readonly service: SharedService,
	) {
		this.pacer = new Pacer(RATE, service.clock, service.random);
	}

	client(purpose: Purpose = 'run'): Client {
		return createClient({
			kind: 'personalToken',
			routes: ROUTES.v2,
			secret: this.name,
			baseUrl: 'https://service.example/v2',
			transport: async () =>
				// Who was killed hears no answer.
				this.isStopped ? await new Promise(() => undefined) : await this.service.answer(this.name),
			clock: this.service.clock,
			pacer: this.pacer,
			purpose,
		});
	}

	/** Creates one record after the other, ten under way at once, as a node does. */
	writeMany(client = this.client()): void {
		const request = { operation: 'customer.create', body: { name: 'A' } } as const;
		const writeOn = async () => {
			while (!this.isStopped) {
				await client.send(request).catch((error: unknown) => this.failures.push(error));
			}
		};
		for (let underWay = 0; underWay < 10; underWay++) void writeOn();
	}

	stop(): void {
		this.isStopped = true;
	}
}

/** Another program that sends so many a second, whatever it is answered. */
export async function sendRegardless(service: SharedService, perSecond: number): Promise<void> {
	for (;;) {
		void service.answer('other program');
		await service.clock.sleep((SECOND / perSecond) * (0.9 + 0.2 * service.random()));
	}
}

/** What a stretch of time looks like. */
export function figuresOf(service: SharedService, [from, to]: readonly [number, number]) {
	const within = service.arrivals.filter(({ at }) => at >= from && at < to);
	const names = [...new Set(within.map(({ who }) => who))];
	const accepted = within.filter((each) => each.accepted);
	const each = Object.fromEntries(
		names.map((name) => [
			name,
			(accepted.filter(({ who }) => who === name).length * SECOND) / (to - from),
		]),
	);
	return {
		each,
		perSecond: (accepted.length * SECOND) / (to - from),
		refusedShare: 1 - accepted.length / within.length,
		fairness: jain(Object.values(each)),
	};
}
