/** A published workflow whose trigger emits, as the example of the README has it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { SavedWorkflow, Workflow } from '../../../scripts/n8n-host/rest';
import { contains, equal, isTrue } from '../../../harness/n8n/checks';
import { finished, type Execution } from '../../../harness/n8n/execution';
import type { World } from '../../../harness/n8n/world';
import {
	eventually,
	exampleNamed,
	pollingOften,
	publish,
	saveAgain,
	started,
	unpublish,
} from '../polling';
import type { Part } from './part';

const EXAMPLE = 'new-deal-to-chat.json';
const NAME = 'New or Changed Deal';

export const example = (): Workflow => exampleNamed(EXAMPLE);

async function emits(world: World, workflow: SavedWorkflow): Promise<void> {
	const { rest } = await world.n8n();
	let saved = workflow;
	await world.check('it is published, and its first poll asks the service', async () => {
		saved = await saveAgain(rest, pollingOften(workflow));
		const before = await dealRequests(world);
		await publish(rest, saved);
		await eventually('a poll', async () => (await dealRequests(world)) > before || undefined);
		// The first poll only remembers where it stands; it must have ended before a deal comes.
		await pause(3_000);
	});
	let run: Execution | undefined;
	await world.check('it emits exactly the deals that are created then', async () => {
		await world.steer('POST', '/records/deal', [
			{ name: 'Seen by a real n8n' },
			{ name: 'And this one' },
		]);
		const id = await eventually('an execution', async () => (await started(rest, saved.id)).at(0));
		run = await finished(rest, id);
		equal([run.status, run.error], ['success', undefined]);
		equal(
			run.items(NAME).map(({ name }) => name),
			['Seen by a real n8n', 'And this one'],
		);
	});
	await world.check('each of them became a message', () => {
		equal(run?.items('Chat Message').length, 2);
	});
	await world.check('unpublished, it is quiet', async () => {
		await unpublish(rest, saved);
		await pause(6_000);
		const before = await dealRequests(world);
		await pause(6_000);
		equal(await dealRequests(world), before);
	});
}

/** How often the list of deals was asked for. */
async function dealRequests(world: World): Promise<number> {
	const requests = await world.steer<Array<{ path: string }>>('GET', '/requests');
	return requests.filter(({ path }) => path.includes('/deals')).length;
}

export const trigger: Part = {
	name: 'trigger',
	about: 'a published workflow whose trigger emits',
	isBase: true,
	needs: [],
	run: async (world) => {
		let workflow: SavedWorkflow | undefined;
		await world.check(`examples/${EXAMPLE} imports unchanged`, async () => {
			workflow = await world.save(example());
			equal(workflow.nodes.length, example().nodes.length);
		});
		if (!workflow) return;
		const imported = workflow;
		await world.check('run by hand: newest deals in, chat messages out', async () => {
			const run = await world.run(imported, NAME);
			equal([run.status, run.error], ['success', undefined]);
			const texts = run.items('Chat Message').map(({ text }) => String(text));
			isTrue('there are messages', texts.length > 0);
			equal(texts.length, run.items(NAME).length);
			contains(texts[0] ?? '', 'follows up: action');
		});
		await emits(world, imported);
	},
};
