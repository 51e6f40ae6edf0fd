/** Examples that mail what they read, by n8n's own node: the mails arrive, each at whom it is for. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../../../harness/n8n/checks';
import {
	everyAction,
	list,
	succeeds,
	write,
	written,
	type Deal,
	type Named,
	type Stage,
} from './stage';

export async function wonDealToEmail(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const deals = await list<Deal>(stage, 'deals');
	const won = deals.find(({ phase }) => phase.status === 2) as Deal;
	const { phase, dealType } = won;
	const signed = { phase: { id: phase.id }, dealType: { id: dealType.id }, reason: 'Price' };
	await write(stage, 'deal', [{ ...signed, name: 'Signed', amount: 1_250_000 }]);
	stage.mail.collect();
	const writes = await written(stage, async () => await succeeds(stage, workflow));
	const mails = stage.mail.collect();
	const mail = mails.find(({ subject }) => subject === 'Won: Signed');
	equal([mail?.from, mail?.to], ['deals@example.com', ['sales@example.com']]);
	isTrue('with its amount', mail?.text.includes('Amount: 1,250,000') ?? false);
	equal(writes, []);
}

export async function overdueActions(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const users = await list<Named & { email: string }>(stage, 'users');
	const today = new Date().toISOString().slice(0, 10);
	const overdue = (await everyAction(stage, 'actions')).filter(
		({ active, endDatetime }) => active && endDatetime < today,
	);
	stage.mail.collect();
	const writes = await written(stage, async () => await succeeds(stage, workflow));
	const people = new Set(overdue.map(({ creator }) => creator?.id));
	isTrue('several people have some', people.size > 1);
	const mailed = stage.mail.collect().flatMap(({ to }) => to);
	const expected = [...people].map((id) => users.find((user) => user.id === id)?.email);
	equal([mailed.sort(), writes], [expected.sort(), []]);
}
