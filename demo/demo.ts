/**
 * `npm run demo`: the whole way of a changed deal, on n8n's real engine, without an n8n
 * installation and without an account. The exit code is 0, or 1 if anything differs from what the
 * demo says. `npm run demo -- --keep` leaves the sandbox running for your own tries.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPoller, credentialsOf, runWorkflow, type WorkflowJson } from '../harness';
import { startSandbox, type Sandbox } from '../sandbox';
import { SecondClient, type Deal } from './client';
import { chat, detail, note, say, step, table, verdict } from './screen';

const started = Date.now();
const keep = process.argv.includes('--keep');
let differences = 0;

function expect(holds: boolean, text: string): void {
	verdict(holds, text);
	if (!holds) differences += 1;
}

/** Deals in progress of one deal type, each of another customer. */
function ofOneType(deals: readonly Deal[]): Deal[] {
	const open = deals.filter(({ phase }) => phase.status === 1);
	const type = open[0]?.dealType.id;
	const byCustomer = new Map(open.map((deal) => [deal.customer.id, deal]));
	return [...byCustomer.values()].filter(({ dealType }) => dealType.id === type);
}

/** Another phase in progress of the same deal type, which at least one deal is in. */
function otherPhase(deal: Deal, deals: readonly Deal[]): { id: number; name: string } {
	const phases = deals
		.filter(({ dealType }) => dealType.id === deal.dealType.id)
		.map(({ phase }) => phase)
		.filter(({ id, status }) => id !== deal.phase.id && status === 1)
		.sort((a, b) => a.id - b.id);
	const next = phases[0];
	if (!next) throw new Error('The sandbox has no second phase to move a deal to');
	return next;
}

/** The work of a colleague meanwhile: three new deals, and one moved to another phase. */
async function workInTheService(colleague: SecondClient) {
	step('3  Meanwhile somebody works in the service: three new deals, one moved on');
	const deals = await colleague.deals();
	const [first, second = first, third = first] = ofOneType(deals);
	if (!first || !second || !third) throw new Error('The sandbox has no deals');
	const created = [
		await colleague.createDeal(first, 'Warehouse scanners', 480_000),
		await colleague.createDeal(second, 'Support contract 2030', 1_200_000),
		await colleague.createDeal(third, 'Training for the branch offices', 95_000),
	];
	for (const { name, amount } of created)
		detail(`+ ${name} (${(amount ?? 0).toLocaleString('en-US')})`);
	const phase = otherPhase(first, deals);
	await colleague.moveDeal(first.id, phase);
	detail(`~ ${first.name}: ${first.phase.name} → ${phase.name}`);
	return { first, created };
}

/** Shows the messages in the chat, and checks that the service has the follow-ups. */
async function checkOutcome(
	run: Awaited<ReturnType<typeof runWorkflow>>,
	colleague: SecondClient,
	deals: ReadonlyArray<{ id: number }>,
) {
	const messages = run.items('Chat Message');
	for (const { json } of messages) chat(json.channel as string, 'Sales Bot', json.text as string);
	expect(messages.length === deals.length, `${messages.length} messages, one for each deal`);
	const actions = await Promise.all(deals.map(async ({ id }) => await colleague.actionsOf(id)));
	const planned = actions.flat().filter(({ preNote }) => preNote?.startsWith('Follow up with'));
	expect(planned.length === deals.length, `${planned.length} follow-ups are in the service`);
}

async function main(): Promise<void> {
	say('Sales Management for n8n: a deal changes in the service and reaches a chat.');

	step('1  A sandbox stands in for the service');
	const sandbox = await startSandbox({ port: 0, seed: 'small' });
	detail(`${sandbox.v2}  (40 customers, 60 deals)`);
	const colleague = new SecondClient(sandbox.v2, sandbox.admin, sandbox.credentials.team);

	try {
		step('2  n8n publishes the workflow examples/new-deal-to-chat.json');
		const file = join(__dirname, '..', 'examples', 'new-deal-to-chat.json');
		const workflow = JSON.parse(readFileSync(file, 'utf8')) as WorkflowJson;
		const credentials = credentialsOf(sandbox);
		const poller = createPoller({ workflow, credentials });
		const baseline = await poller.activate();
		expect(baseline === null, 'the first poll takes what is there as known and emits nothing');

		const { first, created } = await workInTheService(colleague);

		step('4  A minute later n8n polls again');
		await colleague.wait(60_000);
		const emitted = (await poller.poll()) ?? [];
		const changes = emitted.map(({ json }) => `${json.id as number} ${eventType(json)}`).sort();
		const wanted = [...created.map(({ id }) => `${id} created`), `${first.id} updated`].sort();
		expect(
			changes.join() === wanted.join(),
			`the trigger emits exactly these ${wanted.length}: ${changes.join(', ') || 'nothing'}`,
		);

		step('5  The workflow plans a follow-up for each deal and writes to the chat');
		const run = await runWorkflow(workflow, { credentials, emitted: [emitted] });
		expect(run.error === undefined, run.error ? run.error.message : 'every step succeeded');
		await checkOutcome(run, colleague, [first, ...created]);

		step('6  And once more: nothing comes twice');
		await colleague.wait(60_000);
		const again = (await poller.poll()) ?? [];
		expect(again.length === 0, `the next poll emits ${again.length || 'nothing'}`);

		step('Summary');
		const requests = (await colleague.requests()).filter(
			({ tokenKind }) => tokenKind === 'personal',
		);
		const refused = requests.filter(({ status }) => status === 429).length;
		expect(refused === 0, 'the service refused no request of n8n’s');
		table([
			['requests made', requests.length],
			['refused (429)', refused],
			['records emitted', emitted.length + again.length],
			['time', `${((Date.now() - started) / 1_000).toFixed(1)} s`],
		]);
		say();
		if (keep) await stay(sandbox);
		else
			note(
				'npm run demo -- --keep leaves the sandbox running for your own tries; see CONTRIBUTING.md.',
			);
	} finally {
		await sandbox.close();
	}
}

function eventType(json: { _event?: unknown }): string {
	return (json._event as { type?: string } | undefined)?.type ?? 'without an event';
}

/** Keeps the sandbox up until Ctrl+C. */
async function stay(sandbox: Sandbox): Promise<void> {
	detail('The sandbox stays up until Ctrl+C:');
	const { personal, team, v1 } = sandbox.credentials;
	table([
		['base URL (v2)', sandbox.v2],
		['personal token', personal],
		['team token', team],
		['base URL (v1)', sandbox.v1],
		['API key', v1],
	]);
	await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
}

main()
	.catch((error: unknown) => {
		differences += 1;
		process.stderr.write(
			`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
		);
	})
	.finally(() => process.exit(differences === 0 ? 0 : 1));
