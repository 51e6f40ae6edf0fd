/** Examples that mail what they read: every mail is compared with what the service holds. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../checks';
import { newest } from './reading';
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
	const open = deals.find(({ phase }) => phase.status === 1) as Deal;
	const like = ({ phase, dealType, customer, user }: Deal) => ({
		...{ phase: { id: phase.id }, dealType: { id: dealType.id }, reason: 'Price' },
		...{ customer: { id: customer?.id }, user: { id: user?.id } },
	});
	await write(stage, 'deal', [
		{ ...like(won), name: 'Signed', amount: 1_250_000 },
		{ ...like(won), name: 'Signed, price open', amount: null },
		{ ...like(open), name: 'Still talking' },
	]);
	stage.mail.collect();
	const writes = await written(stage, async () => await succeeds(stage, workflow));
	const mails = stage.mail.collect();
	const expected = newest(await list<Deal>(stage, 'deals')).filter(
		({ phase }) => phase.status === 2,
	);
	isTrue('two wins are among the newest', expected.length >= 2);
	equal(
		mails.map(({ subject, text }) => `${subject}\n${text}`).sort(),
		expected
			.map(({ name, user, customer, amount, expectedContractDate }) =>
				[
					...[`Won: ${name}`, `${user?.name} has won ${name}.`, ''],
					`Customer: ${customer?.name ?? 'none'}`,
					`Amount: ${amount === null ? 'none yet' : amount.toLocaleString('en-US')}`,
					`Expected contract date: ${expectedContractDate}`,
				].join('\n'),
			)
			.sort(),
	);
	equal([mails[0]?.from, mails[0]?.to], ['deals@example.com', ['sales@example.com']]);
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
	const mails = stage.mail.collect();
	const people = new Set(overdue.map(({ creator }) => creator?.id));
	isTrue('several people have some', people.size > 1);
	equal(
		mails.flatMap(({ to }) => to).sort(),
		[...people].map((id) => users.find((user) => user.id === id)?.email).sort(),
	);
	for (const { to, subject, text } of mails) {
		const person = users.find(({ email }) => email === to[0]);
		const own = overdue.filter(({ creator }) => creator?.id === person?.id);
		equal([to, subject], [to, `${own.length} overdue ${own.length === 1 ? 'action' : 'actions'}`]);
		const [, lines = ''] = text.split(/\r?\n\r?\n/);
		equal(
			lines.split(/\r?\n/).sort(),
			own
				.map(({ startDatetime, purpose, deal, preNote }) => {
					const day = new Date(startDatetime).toISOString().slice(0, 10);
					return `${day}: ${purpose?.name}, ${deal?.name} (${preNote})`;
				})
				.sort(),
		);
	}
	equal(writes, []);
}
