/** Moments in the life of a trigger that polls every five seconds, told by its requests. */
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../scripts/scratch';
import { listedExecutions } from '../../../harness/n8n/execution';
import { eventually } from '../polling';
import type { RunningN8n } from '../../../harness/n8n/world';
import type { Line } from './line';
import type { Listener } from './listener';

/** A lease of the durable engine may have to end first, on a machine that has much else to do. */
export const SILENCE_MS = 600_000;
const POLLS_MS = 5_000;

interface Watched {
	readonly line: Line;
	readonly listener: Listener;
}

async function until(what: string, holds: () => boolean): Promise<void> {
	for (const deadline = Date.now() + SILENCE_MS; Date.now() < deadline;) {
		if (holds()) return;
		await pause(20);
	}
	throw new Error(`${what}: not within ${SILENCE_MS / 1_000} s`);
}

/** Waits until the trigger asks for deals again. */
export async function polled({ line }: Pick<Watched, 'line'>): Promise<void> {
	const before = line.polls;
	await until('a poll', () => line.polls > before);
}

/**
 * Any moment, every other time right after a poll, when n8n writes. Three of four processes live until
 * two batches brought something new: with At Least Once, one that only repeats the last gets nowhere
 * (docs/trigger.md, Delivery).
 */
export async function someMoment(watched: Watched, round: number): Promise<void> {
	const { listener } = watched;
	const before = listener.news;
	if (round % 4 !== 3) await until('two batches', () => listener.news >= before + 2);
	await polled(watched);
	await pause(Math.random() * (round % 2 === 0 ? POLLS_MS : 400));
}

/** Tries again while n8n's database is too busy to answer. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
	for (const deadline = Date.now() + SILENCE_MS; ;) {
		try {
			return await ask();
		} catch (error) {
			if (!messageOf(error).includes('answered 503') || Date.now() > deadline) throw error;
			await pause(2_000);
		}
	}
}

const RUNNING = { status: ['running', 'new'] };

/** Nothing runs that n8n has begun. */
export async function comesToRest({ rest }: RunningN8n): Promise<void> {
	await eventually('all executions end', async () => {
		return (await listedExecutions(rest, RUNNING)).length === 0 || undefined;
	});
}
