/** The agents of the examples, with a model whose turns are a script. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { contains, equal, isTrue } from '../../../harness/n8n/checks';
import { TEST_ID } from '../editor';
import { finished, listedExecutions, type Execution } from '../../../harness/n8n/execution';
import { eventually } from '../polling';
import { isFine, list, notices, write, written, type Named, type Stage } from './stage';

type Chatting = Pick<Stage, 'n8n' | 'model'>;

/**
 * What a person writes in n8n's chat; answers the execution. On a machine with more to do than it can,
 * n8n gives up working out which inputs its Agent has: then nothing was asked of the model yet.
 */
export async function chats(
	stage: Chatting,
	workflow: SavedWorkflow,
	text: string,
): Promise<Execution> {
	let run = await chatsOnce(stage, workflow, text);
	for (let more = 4; more > 0 && run.status === 'error'; more -= 1) {
		if (stage.model.received.length > 0) break;
		run = await chatsOnce(stage, workflow, text);
	}
	return run;
}

async function chatsOnce(
	{ n8n: { rest } }: Chatting,
	workflow: SavedWorkflow,
	text: string,
): Promise<Execution> {
	const json = { sessionId: `session ${text}`, action: 'sendMessage', chatInput: text };
	const trigger = workflow.nodes.find(({ type }) => type.endsWith('.chatTrigger'));
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/workflows/${workflow.id}/run`,
		{
			workflowData: workflow,
			triggerToStartFrom: {
				name: trigger?.name,
				data: {
					...{ startTime: Date.now(), executionTime: 0, executionIndex: 0, source: [] },
					executionStatus: 'success',
					data: { main: [[{ json }]] },
				},
			},
		},
	);
	return await finished(rest, executionId);
}

export async function agentAnswers(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const { model } = stage;
	const [customer] = await write(stage, 'customer', [{ name: 'Quince Orchards' }]);
	const [deal = 0] = await write(stage, 'deal', [
		{ name: 'Baskets', amount: 700, memo: 'In spring', customer: { id: customer } },
		{ name: 'Crates', amount: 300, customer: { id: customer } },
	]);
	await write(stage, 'dealAction', [{ deal: { id: deal }, preNote: 'Ask for the price' }]);
	const quince = { searchWord: 'Quince', startCursor: '' };
	model.plays([
		() => ({ tool: 'Find_Customers', args: quince }),
		() => ({ tool: 'Find_Deals', args: quince }),
		() => ({ tool: 'Add_Up_Deals', args: { searchWord: 'Quince', groupBy: 'customer' } }),
		() => ({ tool: 'Open_Deal', args: { deal: String(deal) } }),
		() => ({ tool: 'Actions_of_Deal', args: { deal: String(deal), startCursor: '' } }),
		() => ({ says: 'Two deals, 1,000 in all.' }),
	]);
	let run: Execution | undefined;
	const writes = await written(stage, async () => {
		run = await chats(stage, workflow, 'How much is there with Quince Orchards?');
	});
	if (!run) return;
	isFine(run, workflow);
	equal([run.items('Agent')[0]?.output, model.isDone], ['Two deals, 1,000 in all.', true]);
	equal(model.tools.length, 5);
	const [found = '', deals = '', sums = '', opened = '', actions = ''] = model.answers;
	contains(found, '"Quince Orchards"');
	isTrue(deals, deals.includes('"Baskets"') && deals.includes('"Crates"'));
	contains(sums, '"amountSum":1000');
	contains(opened, '"In spring"');
	contains(actions, '"Ask for the price"');
	equal(writes, []);
}

/** In n8n's chat a person reads what would change, and presses a button: only one of them changes it. */
export async function agentAsksFirst(stage: Stage, workflow: SavedWorkflow): Promise<void> {
	const { editor, model, n8n } = stage;
	const [deal = 0] = await write(stage, 'deal', [{ name: 'Baskets again', amount: 700 }]);
	const told = await notices(stage);
	const amount = async () =>
		(await list<Named & { amount: number }>(stage, 'deals')).find(({ id }) => id === deal)?.amount;
	const empty = { expectedContractDate: '', phase: '', reason: '', user: '' };
	const toolParameters = { ...empty, deal: String(deal), amount: '1200' };
	await editor.openWorkflow(workflow.id);
	await editor.page.click(TEST_ID('workflow-chat-button'));
	const chat = editor.page.locator(TEST_ID('canvas-chat'));
	const ended = async () =>
		(await listedExecutions(n8n.rest, { workflowId: workflow.id, status: ['success'] })).length;
	for (const [button, held, says] of [
		['Leave it', 700, 'It stays as it is.'],
		['Change it', 1200, 'It is 1,200 now.'],
	] as const) {
		const before = await ended();
		model.plays([
			() => ({ tool: 'Show_a_Change', args: toolParameters }),
			([shown = '']) => ({
				tool: 'Change_a_Deal',
				args: { toolParameters, hitlParameters: { changes: `- As shown: ${shown}` } },
			}),
			() => ({ says }),
		]);
		await chat.locator('textarea').fill('Set the baskets to 1,200');
		await chat.locator('textarea').press('Enter');
		await chat.getByRole('button', { name: button }).waitFor();
		await editor.reads(chat, 'As shown:', '{"Amount":{"from":700,"to":1200}}', 'amount: 1200');
		equal(await amount(), 700);
		await chat.getByRole('button', { name: button }).click();
		await editor.reads(chat, says);
		equal([await amount(), model.isDone], [held, true]);
		await eventually('its end', async () => (await ended()) > before || undefined);
		await editor.page.click(TEST_ID('refresh-session-button'));
	}
	equal(await notices(stage), told);
}
