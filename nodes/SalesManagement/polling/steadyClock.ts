/** The service's time, of which one lone response that says another is not believed. */
import { ServiceTrouble, type Source } from './types';

/** Time as the process knows it. */
interface ProcessClock {
	/** Milliseconds since 1970; it may be wrong. */
	now(): number;
	/** Milliseconds since some moment; it only goes forward. */
	elapsed(): number;
	sleep(milliseconds: number): Promise<unknown>;
}

/** By how much the service's time is ahead of `elapsed`: not known exactly, since a response takes time. */
interface Ahead {
	readonly least: number;
	readonly most: number;
}

interface Timed<Answer> {
	readonly answer: Answer;
	readonly time: number;
	readonly ahead: Ahead;
}

/** A time that nobody expects is believed once a second response, this much later, says so too (S7). */
const CONFIRMED_AFTER_MS = 2_000;
/** Clocks of several servers may differ by this much, and drift so far before anyone minds. */
const TOLERANCE_MS = 60_000;
/** A response this quick says the time well enough to replace what was known before. */
const QUICK_MS = 10_000;
const MOST_ATTEMPTS = 3;

const agree = (one: Ahead, other: Ahead): boolean =>
	one.least - TOLERANCE_MS <= other.most && other.least - TOLERANCE_MS <= one.most;

const width = ({ least, most }: Ahead) => most - least;

/** What a process knows of a service's clock. */
export class SteadyClock {
	private known?: Ahead;

	constructor(private readonly clock: ProcessClock) {}

	/** The same source, whose times can be relied on. */
	over<T>(source: Source<T>): Source<T> {
		const askTime = async () => await this.ask(async () => await source.serverTime(), itself);
		const timeOf = ({ serverTime }: { readonly serverTime: number }) => serverTime;
		return {
			ordered: source.ordered,
			read: async (query) =>
				await this.trusted(
					async () => await this.ask(async () => await source.read(query), timeOf),
					askTime,
				),
			serverTime: async () => await this.trusted(askTime, askTime),
		};
	}

	/** @throws ServiceTrouble when no two responses agree. */
	private async trusted<Answer>(
		ask: () => Promise<Timed<Answer>>,
		askTime: () => Promise<Timed<number>>,
	): Promise<Answer> {
		const told: number[] = [];
		for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
			const first = await ask();
			if (agree(first.ahead, this.expected)) return this.believe(first);
			await this.clock.sleep(CONFIRMED_AFTER_MS);
			const second = await askTime();
			if (agree(first.ahead, second.ahead)) return this.believe(first);
			told.push(first.time, second.time);
		}
		throw unsteady(told);
	}

	/** As before; what a new process expects is that n8n's own clock is right. */
	private get expected(): Ahead {
		const byOwnClock = this.clock.now() - this.clock.elapsed();
		return this.known ?? { least: byOwnClock, most: byOwnClock };
	}

	private believe<Answer>({ answer, ahead }: Timed<Answer>): Answer {
		const isBetter = !this.known || width(ahead) <= Math.max(width(this.known), QUICK_MS);
		if (isBetter || !agree(ahead, this.expected)) this.known = ahead;
		return answer;
	}

	private async ask<Answer>(
		ask: () => Promise<Answer>,
		timeOf: (answer: Answer) => number,
	): Promise<Timed<Answer>> {
		const began = this.clock.elapsed();
		const answer = await ask();
		const time = timeOf(answer);
		return { answer, time, ahead: { least: time - this.clock.elapsed(), most: time - began } };
	}
}

const itself = (time: number) => time;

function unsteady(told: readonly number[]): ServiceTrouble {
	const times = told.map((time) => new Date(time).toISOString()).join(', ');
	return new ServiceTrouble(
		`The service’s clock can’t be relied on: within seconds its responses said ${times}. The trigger stays where it is and will try again at the next poll; if this goes on, have the clocks of the service’s servers set right.`,
	);
}
