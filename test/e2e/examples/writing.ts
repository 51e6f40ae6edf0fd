/** Examples that plan actions: what they write is compared with the deals they write about. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../checks';
import { newest } from './reading';
import { everyAction, list, notices, succeeds, type Deal, type Stage } from './stage';

const WEEK_MS = 7 * 24 * 3_600_000;
const inWords = (amount: number) => amount.toLocaleString('en-US');

export async function newDealToChat(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const before = new Set((await everyAction(stage, 'actions')).map(({ id }) => id));
	const told = await notices(stage);
	const deals = newest(
		(await list<Deal>(stage, 'deals')).filter(({ dealType }) => dealType.id === 1),
	);
	const run = await succeeds(stage, workflow);
	const planned = (await everyAction(stage, 'actions')).filter(({ id }) => !before.has(id));
	const texts = run.items('Chat Message').map(({ text }) => String(text));
	equal(
		[...texts].sort(),
		planned
			.map(({ id, deal: about }) => {
				const { name, amount, customer, phase, user } = deals.find((deal) => {
					return deal.id === about?.id;
				}) as Deal;
				const event = texts.some((text) => text.startsWith(`New deal: ${name} (`))
					? 'New deal'
					: 'Deal changed';
				return `${event}: ${name} (${inWords(amount ?? 0)}) for ${customer?.name}, now in ${phase.name}. ${user?.name} follows up: action ${id}.`;
			})
			.sort(),
	);
	equal([planned.length, await notices(stage)], [deals.length, told]);
}

export async function weeklyReport(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const isRecent = ({ updatedAt }: { updatedAt: string }) =>
		Date.parse(updatedAt) >= Date.now() - WEEK_MS;
	const customers = (await list<Deal>(stage, 'customers')).filter(isRecent);
	const deals = (await list<Deal>(stage, 'deals')).filter(isRecent);
	const before = new Set((await everyAction(stage, 'customers/all/actions')).map(({ id }) => id));
	const told = await notices(stage);
	const run = await succeeds(stage, workflow);
	const planned = (await everyAction(stage, 'customers/all/actions')).filter(
		({ id }) => !before.has(id),
	);
	isTrue('deals changed in the past week', deals.length > 0);
	equal(run.items('Customer').length, customers.length);
	equal(
		planned.map(({ preNote }) => preNote).sort(),
		deals
			.map(
				({ name, phase, amount }) => `Review ${name}: ${phase.name}, ${amount ?? 'no amount yet'}.`,
			)
			.sort(),
	);
	equal(await notices(stage), told);
}
