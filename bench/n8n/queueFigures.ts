/** What the bench of n8n's queue mode measures. */
import { seconds, table } from '../measure';

export interface QueueFigures {
	/** The day, in ISO 8601. */
	readonly measured: string;
	readonly workers: number;
	readonly creates: number;
	/** From the first execution to the end of the last one. */
	readonly ms: number;
	/** The part of it in which all workers know of each other and have work. */
	readonly countedMs: number;
	/** Accepted in that part. */
	readonly perSecond: number;
	/** Jain's index of the workers' shares in that part. */
	readonly fairness: number;
	/** The part of all requests that got a 429. */
	readonly refused: number;
	/** Executions that failed. */
	readonly failed: number;
	/** Records that were created twice. */
	readonly doubled: number;
}

const HEAD = [
	...['workers', 'creates', 'time', 'accepted a second', 'while all have work'],
	...["Jain's index", '429s', 'failed executions', 'doubled'],
];

const shown = ({ workers, creates, ms, countedMs, ...figures }: QueueFigures): string[] => [
	...[String(workers), String(creates), seconds(ms), ((creates / ms) * 1000).toFixed(2)],
	`${figures.perSecond.toFixed(2)} (${seconds(countedMs)})`,
	...[figures.fairness.toFixed(3), `${(figures.refused * 100).toFixed(0)} %`],
	...[String(figures.failed), String(figures.doubled)],
];

export const queueTable = (all: readonly QueueFigures[]): string =>
	table([HEAD, ...all.map(shown)]);
