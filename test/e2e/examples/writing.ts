/** Examples that plan actions: as many as there are deals, and nobody is notified. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { everyAction, list, notices, succeeds, type Deal, type Stage } from './stage';

/** The example plans an action for each item of a node. */
const plans =
	(before: string, list: 'actions' | 'customers/all/actions') =>
	async (stage: Stage, workflow: SavedWorkflow): Promise<void> => {
		const [held, told] = [(await everyAction(stage, list)).length, await notices(stage)];
		const run = await succeeds(stage, workflow);
		const { length } = run.items(before);
		isTrue('there are some', length > 0);
		const made = (await everyAction(stage, list)).length - held;
		equal([made, await notices(stage)], [length, told]);
	};

export const newDealToChat = plans('New or Changed Deal', 'actions');
export const weeklyReviews = plans('Plan a Review', 'customers/all/actions');

/** The changes that a test shows are made up. */
export async function noteAmountChanges(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const memos = async () => (await list<Deal>(stage, 'deals')).map(({ id, memo }) => [id, memo]);
	const before = await memos();
	const run = await succeeds(stage, workflow);
	isTrue('there are some', run.items('Amount Changed').length > 0);
	equal(await memos(), before);
}
