/**
 * Wins of several polls, mailed one by one, and n8n killed when all of it is done: the last batch comes again.
 * n8n's Remove Duplicates reads its history and writes it back without a lock, so of executions that run at
 * once one may write back what another has added to.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { publish, started } from '../polling';
import { chosen, stored } from '../standIns/credentials';
import type { MailServer } from '../standIns/mailServer';
import type { World } from '../world';
import { booksOf, type Books } from './books';
import { patternOf, writeDeals, type Told } from './deals';
import { eventually, isAtRest, mailsOf, polls } from './rounds';
import { ways } from './ways';

/** So that a batch is still being mailed when the next one comes. */
const WAVES = 3;
const FROM_WAVE_TO_WAVE_MS = 5_000;

interface Overlap {
	readonly title: string;
	/** Of each wave. */
	readonly deals: number;
	/** With which n8n is started. */
	readonly variables?: Readonly<Record<string, string>>;
}

export async function overlapping(
	world: World,
	mail: MailServer,
	{ title, deals, variables = {} }: Overlap,
): Promise<Books> {
	const way = ways().find(({ name }) => name === 'one by one');
	if (!way) throw new Error('No way goes one by one');
	// Of the one before.
	mail.collect();
	let n8n = await world.startN8n(title, { variables });
	try {
		const ids = await stored(n8n.rest, [mail.credential]);
		const pattern = await patternOf(world);
		const workflow = await world.save(chosen(way.workflow, ids), n8n);
		await publish(n8n.rest, workflow);
		await polls(world, 2);
		await pause(3_000);
		const told: Told[] = [];
		for (let wave = 1; wave <= WAVES; wave += 1) {
			const names = Array.from({ length: deals }, (_, at) => `${title} ${wave}, deal ${at + 1}`);
			told.push(...(await writeDeals(world, pattern, names)));
			await pause(FROM_WAVE_TO_WAVE_MS);
		}
		await eventually('all is mailed', () => {
			const there = new Set(mailsOf(mail, way).map(({ deal }) => deal));
			return told.every(({ name }) => there.has(name));
		});
		await eventually('nothing runs any more', async () => await isAtRest(n8n.rest));
		const before = (await started(n8n.rest, workflow.id)).length;
		await n8n.process.kill();
		n8n = await world.startAgain(n8n);
		await eventually('the last batch comes again', async () => {
			return (await started(n8n.rest, workflow.id)).length > before;
		});
		await polls(world, 2);
		await eventually('nothing runs any more', async () => await isAtRest(n8n.rest));
		const received = mailsOf(mail, way);
		return await booksOf(n8n.rest, { way, workflowId: workflow.id }, { told, received });
	} finally {
		await n8n.process.stop();
	}
}
