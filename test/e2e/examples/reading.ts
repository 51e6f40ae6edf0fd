/** Examples that read and tell: what they read is compared in test/operations; here they meet n8n's own nodes. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { contains, equal, isTrue } from '../../../harness/n8n/checks';
import { finished } from '../../../harness/n8n/execution';
import { eventually, pollingOften, publish, started } from '../polling';
import { askedOf } from '../../../harness/n8n/steering';
import { saved, succeeds, write, written, type Stage } from './stage';

/** A test of a trigger shows so many records. */
const SHOWN = 10;

export async function firstLook(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const writes = await written(stage, async () => {
		const run = await succeeds(stage, workflow);
		equal(run.items('Message').length, SHOWN);
	});
	equal(writes, []);
}

/** Published, it lets a change through once; the other change of the same deal as well. */
export async function eachChangeOnce(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const { rest } = stage.n8n;
	const run = await succeeds(stage, workflow);
	equal(run.items('Message').length, SHOWN);
	const often = await saved(stage, pollingOften(workflow));
	await publish(rest, often);
	await hasPolled(stage, 2);
	const texts = async () => {
		const ids = await started(rest, often.id);
		const runs = await Promise.all(ids.map(async (id) => await finished(rest, id)));
		return runs.flatMap((each) => each.items('Message').map(({ text }) => String(text)));
	};
	const [id] = await write(stage, 'deal', [{ name: 'Seen once' }]);
	await eventually('the new deal', async () => (await texts()).length === 1 || undefined);
	await write(stage, 'deal', [{ id, name: 'Seen again' }]);
	await eventually('its change', async () => (await texts()).length === 2 || undefined);
	await hasPolled(stage, 2);
	const [first = '', second = '', ...more] = await texts();
	contains(first, 'New deal: Seen once');
	contains(second, 'Deal changed: Seen again');
	equal(more, []);
	await rest.call('POST', `/workflows/${often.id}/deactivate`, {});
}

/** Waits until a published trigger has asked for deals some more times. */
async function hasPolled({ sandbox }: Stage, times: number): Promise<void> {
	let seen = 0;
	while (seen < times) {
		const asked = await askedOf(sandbox, async () => {
			await new Promise((done) => setTimeout(done, 1_000));
		});
		if (asked.some(({ path }) => path.includes('/deals'))) seen += 1;
	}
}

export async function pipelineDigest(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const run = await succeeds(stage, workflow);
	const [digest, ...others] = run.items('Digest');
	const [title = '', ...lines] = String(digest?.text).split('\n');
	equal(others, []);
	isTrue(title, /^Deals on \d{4}-\d\d-\d\d$/.test(title));
	isTrue('a line for each phase and user', lines.length > 3);
	for (const line of lines) contains(line, ' in all, ');
}

export async function fromV1ToV2(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const run = await succeeds(stage, workflow);
	const [same] = run.items('Same');
	contains(String(same?.text), 'deals are the same with both.');
	for (const name of ['Only with the V1 Key', 'Different', 'Only with the Token']) {
		equal([name, run.items(name)], [name, []]);
	}
}
