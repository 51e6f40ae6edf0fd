/** The example's agent, with a model whose turns are a script. */
import type { SavedWorkflow } from '../../../scripts/n8n-host/rest';
import { contains, equal, isTrue } from '../../../harness/n8n/checks';
import { finished, type Execution } from '../../../harness/n8n/execution';
import type { Stage } from './stage';
import { isFine, write, written } from './stage';

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
