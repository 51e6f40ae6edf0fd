/** Moments in the life of a trigger that polls every five seconds, told by its requests. */
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../polling';
import type { RunningN8n, World } from '../world';

/** A lease of the durable engine may have to end first. */
export const SILENCE_MS = 300_000;
const POLLS_MS = 5_000;

const requestsFor = async (world: World, since: number) =>
	(
		await world.steer<Array<{ number: number; path: string }>>('GET', `/requests?since=${since}`)
	).filter(({ path }) => path.includes('/deals'));

const lastRequest = async (world: World) => (await requestsFor(world, 0)).at(-1)?.number ?? 0;

/** Waits until the trigger asks for deals again. */
export async function polled(world: World): Promise<void> {
	const since = await lastRequest(world);
	for (const deadline = Date.now() + SILENCE_MS; Date.now() < deadline;) {
		if ((await requestsFor(world, since)).length > 0) return;
		await pause(20);
	}
	throw new Error(`The trigger has not polled for ${SILENCE_MS / 1_000} s`);
}

/**
 * Every other time at any moment, else right after a poll, when n8n writes. Each process lives for more
 * than one poll: one that only repeats the last batch gets nowhere.
 */
export async function someMoment(world: World, index: number): Promise<void> {
	await polled(world);
	await pause(POLLS_MS);
	await polled(world);
	if (index % 2 === 0) await pause(Math.random() * POLLS_MS);
	else {
		await polled(world);
		await pause(Math.random() * 400);
	}
}

/** Nothing runs that n8n has begun. */
export async function comesToRest({ rest }: RunningN8n): Promise<void> {
	const filter = encodeURIComponent(JSON.stringify({ status: ['running', 'new'] }));
	await eventually('all executions end', async () => {
		const { results } = await rest.call<{ results: unknown[] }>(
			'GET',
			`/executions?filter=${filter}`,
		);
		return results.length === 0 || undefined;
	});
}
