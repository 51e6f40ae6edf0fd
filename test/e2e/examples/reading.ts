/** Examples that read and tell: the texts they make are compared with what the service holds. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../checks';
import { finished } from '../execution';
import { pollingOften, publish, started } from '../polling';
import { askedOf } from '../steering';
import { list, saved, succeeds, waitFor, write, written, type Deal, type Stage } from './stage';

const DAY_MS = 24 * 3_600_000;
const sorted = (texts: Iterable<unknown>) => [...texts].map(String).sort();
const inWords = (amount: number) => amount.toLocaleString('en-US');

/** The ten that changed last, which a test of a trigger shows. */
export const newest = (deals: readonly Deal[]): Deal[] =>
	[...deals].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, 10);

export async function firstLook(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	let texts: unknown[] = [];
	const writes = await written(stage, async () => {
		const run = await succeeds(stage, workflow);
		texts = run.items('Message').map(({ text }) => text);
	});
	const deals = new Map((await list<Deal>(stage, 'deals')).map((deal) => [deal.name, deal]));
	equal([texts.length, writes], [10, []]);
	for (const text of texts) {
		const [, name = '', customer, phase] =
			/^(?:New deal|Deal changed): (.+) for (.+), now in (.+)$/.exec(String(text)) ?? [];
		const deal = deals.get(name);
		equal([text, customer, phase], [text, deal?.customer?.name, deal?.phase.name]);
	}
}

/** Published, it lets a change through once; the other change of the same deal as well. */
export async function eachChangeOnce(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const { rest } = stage.n8n;
	const run = await succeeds(stage, workflow);
	equal(run.items('Message').length, 10);
	const often = await saved(stage, pollingOften(workflow));
	await publish(rest, often);
	await hasPolled(stage, 2);
	const texts = async () => {
		const ids = await started(rest, often.id);
		const runs = await Promise.all(ids.map(async (id) => await finished(rest, id)));
		return runs.flatMap((each) => each.items('Message').map(({ text }) => text));
	};
	const [id] = await write(stage, 'deal', [{ name: 'Seen once' }]);
	await waitFor('the new deal', async () => (await texts()).length === 1 || undefined);
	await write(stage, 'deal', [{ id, name: 'Seen again' }]);
	await waitFor('its change', async () => (await texts()).length === 2 || undefined);
	await hasPolled(stage, 2);
	const phase = (await list<Deal>(stage, 'deals')).find((deal) => deal.id === id)?.phase.name;
	equal(await texts(), [
		`New deal: Seen once, now in ${phase}`,
		`Deal changed: Seen again, now in ${phase}`,
	]);
	await rest.call('POST', `/workflows/${often.id}/deactivate`, {});
}

/** Waits until a published trigger has asked for deals some more times. */
export async function hasPolled({ sandbox }: Stage, times: number): Promise<void> {
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
	const groups = new Map<string, Deal[]>();
	const all = await list<Deal>(stage, 'deals');
	for (const deal of all) {
		const key = JSON.stringify([deal.dealType, deal.phase, deal.user]);
		groups.set(key, [...(groups.get(key) ?? []), deal]);
	}
	const lines = [...groups.values()].map((deals) => {
		const [deal] = deals as [Deal];
		const amounts = deals.map(({ amount }) => amount).filter((amount) => amount !== null);
		const sum = amounts.reduce((total, amount) => total + amount, 0);
		const average = amounts.length === 0 ? 0 : Math.round(sum / amounts.length);
		const title = `${deal.dealType.name}: ${deal.phase.name}, ${deal.user?.name ?? 'nobody'}`;
		const counted = `${deals.length} ${deals.length === 1 ? 'deal' : 'deals'}`;
		return `${title}: ${counted}, ${inWords(sum)} in all, ${inWords(average)} on average`;
	});
	const [digest, ...others] = run.items('Digest');
	const [title = '', ...shown] = String(digest?.text).split('\n');
	equal(others, []);
	isTrue(title, /^Deals on \d{4}-\d\d-\d\d$/.test(title));
	equal(sorted(shown), sorted(lines));
}

export async function fromV1ToV2(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const run = await succeeds(stage, workflow);
	const since = Date.now() - 30 * DAY_MS;
	const recent = (await list<Deal>(stage, 'deals')).filter(
		({ updatedAt }) => Date.parse(updatedAt) >= since,
	);
	isTrue('deals changed lately', recent.length > 3);
	equal(
		run.items('Same').map(({ text }) => text),
		[`${recent.length} of ${recent.length} deals are the same with both.`],
	);
	for (const name of ['Only with the V1 Key', 'Different', 'Only with the Token']) {
		equal([name, run.items(name)], [name, []]);
	}
}
