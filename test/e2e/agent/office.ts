/** An agent that may also plan actions, its model, and what there is for it to find. */
import type { Sandbox } from '../../../sandbox';
import type { SavedWorkflow, Workflow } from '../../../scripts/n8n-host/rest';
import { chats } from '../examples/agent';
import type { Action, Deal } from '../examples/stage';
import type { Execution } from '../execution';
import { exampleNamed } from '../polling';
import { ChatModel, type Script } from '../standIns/chatModel';
import { chosen, stored } from '../standIns/credentials';
import { everyRecord, steered } from '../steering';
import { ACTION, byId, node } from '../workflows';
import type { RunningN8n, World } from '../world';

export const PLAN = 'Plan_Action';

const ai = (name: string, what: string) => `={{ $fromAI('${name}', '${what}', 'string') }}`;

/** The example's agent, and a tool that writes. */
function planning(): Workflow {
	const example = exampleNamed('agent-answers-about-deals.json');
	const plan = node('Plan Action', `${ACTION}Tool`, {
		parameters: {
			...{ descriptionType: 'manual', authentication: 'personalToken' },
			toolDescription: 'Plans an action for a deal. Returns the action.',
			...{ resource: 'dealAction', operation: 'create' },
			deal: byId(ai('deal', 'The ID or the name of the deal')),
			purpose: byId(ai('purpose', 'The name of the purpose')),
			startDatetime: ai('start', 'When it begins, such as 2026-11-30T10:00:00'),
			endDatetime: ai('end', 'When it ends'),
			creator: byId(ai('creator', 'The name of the user who plans it')),
			additionalFields: { active: true, preNote: ai('note', 'What it is about') },
			options: { skipNotice: true },
		},
	});
	const link = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
	return {
		...example,
		name: 'An agent that plans actions',
		nodes: [...example.nodes, plan],
		connections: { ...(example.connections as object), [plan.name]: link },
	};
}

export class Office {
	private constructor(
		readonly n8n: RunningN8n,
		readonly sandbox: Sandbox,
		readonly model: ChatModel,
		readonly workflow: SavedWorkflow,
	) {}

	static async open(world: World): Promise<Office> {
		const sandbox = await world.startSandbox();
		const n8n = await world.n8nFor(sandbox);
		const model = await ChatModel.start(world.site.scratch);
		const ids = await stored(n8n.rest, [model.credential]);
		const workflow = await world.save(chosen(planning(), ids), n8n);
		return new Office(n8n, sandbox, model, workflow);
	}

	/** Lets the model play its turns on what a person says; answers the execution. */
	async hears(text: string, script: Script): Promise<Execution> {
		this.model.plays(script);
		return await chats(this, this.workflow, text);
	}

	async write(kind: string, rows: readonly object[]): Promise<number[]> {
		return await steered<number[]>(this.sandbox, 'POST', `/records/${kind}`, rows);
	}

	async deals(): Promise<Deal[]> {
		return await everyRecord<Deal>(this.sandbox, 'deals');
	}

	async actions(): Promise<Action[]> {
		return await everyRecord<Action>(this.sandbox, 'actions');
	}

	/** Everything that n8n keeps of an execution, as it stores it. */
	async kept({ id }: Execution): Promise<string> {
		return JSON.stringify(await this.n8n.rest.call('GET', `/executions/${id}`));
	}

	/** What nobody may get to see: neither the model, nor whoever reads executions or logs. */
	get secrets(): string[] {
		return Object.values(this.sandbox.credentials);
	}
}
