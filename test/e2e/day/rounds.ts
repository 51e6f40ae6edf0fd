/**
 * A day in rounds: the service's clock moves on between two polls, minute by minute with what is written in
 * each, and stands (runs as fast as ours) while the triggers poll, with the last minute's writes beside them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MINUTES } from './load';
import { pollIn } from './requests';
import { TICK_MS, type Stage, type Watching } from './stage';

const MINUTE_MS = 60_000;
/** Into the polls, so that some of the writes come between two of their requests. */
const BESIDE_MS = 400;
/** What the steps of a round take, and what those of a minute do. */
const ROUND_MS = 1_500;
const STEP_MS = 800;

/** What happens at a minute of the day. */
export type Happenings = ReadonlyMap<number, () => Promise<void>>;

const tickOf = (time: number): number => Math.floor(time / TICK_MS);

export class Rounds {
	/** How many there were. */
	count = 0;
	/** Whether what is written can be seen by each trigger. */
	isShown: (watching: Watching) => boolean = () => true;
	private quietAt = 0;

	constructor(
		private readonly stage: Stage,
		private readonly all: readonly Watching[],
	) {}

	/** From midnight to midnight, in rounds of so many minutes of the service. */
	async day(minutes: number, happenings: Happenings): Promise<void> {
		for (let from = 0; from < DAY_MINUTES; from += minutes) {
			await this.round(from, Math.min(from + minutes, DAY_MINUTES), happenings);
		}
	}

	/** Polls as much later again, while nobody writes. */
	async after(minutes: number, times: number): Promise<void> {
		for (let index = 1; index <= times; index += 1) {
			await this.roomFor(ROUND_MS);
			await this.moveTo(DAY_MINUTES + index * minutes);
			await this.polled();
		}
	}

	/** Waits until nothing is under way that was begun, and notes how the polls went. */
	async settle(): Promise<void> {
		const from = this.quietAt;
		const round = await this.stage.requests.quiet();
		const to = (this.quietAt = Date.now());
		for (const each of this.all) {
			const poll = pollIn(round, each.number);
			if (!poll) continue;
			each.polls.push({ ...poll, isWhole: poll.isWhole && this.isShown(each), from, to });
		}
	}

	private async round(from: number, to: number, happenings: Happenings): Promise<void> {
		const { writer } = this.stage;
		await this.roomFor(ROUND_MS);
		for (let minute = from; minute < to; minute += 1) {
			await this.roomFor(STEP_MS);
			await this.moveTo(minute);
			await happenings.get(minute)?.();
			if (minute < to - 1) await writer.write(minute);
		}
		await this.roomFor(STEP_MS);
		await this.moveTo(to);
		await this.polled(async () => await writer.write(to - 1));
	}

	/** The next polls, and what is done beside them. */
	private async polled(beside: () => Promise<void> = async () => undefined): Promise<void> {
		await pause(TICK_MS - (Date.now() % TICK_MS) + BESIDE_MS);
		await beside();
		await this.settle();
		this.count += 1;
	}

	private async moveTo(minute: number): Promise<void> {
		const { service } = this.stage;
		await service.moveTo(service.midnight + minute * MINUTE_MS);
	}

	/** The clock must not move while a trigger asks what time it is. */
	private async roomFor(milliseconds: number): Promise<void> {
		while (tickOf(Date.now() + milliseconds) !== tickOf(this.quietAt)) {
			const soon = tickOf(Date.now() + milliseconds) !== tickOf(Date.now());
			if (soon) await pause(TICK_MS - (Date.now() % TICK_MS) + BESIDE_MS);
			await this.settle();
		}
	}
}
