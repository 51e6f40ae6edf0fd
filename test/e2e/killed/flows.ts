/** The workflows under which n8n is killed, and what each of them promises (docs/trigger.md, Delivery). */
import type { Workflow, WorkflowNode } from '../../../scripts/n8n-host/rest';
import type { Engine } from '../../../harness/n8n/engines';
import { exampleNamed, pollingOften } from '../polling';
import { node, TRIGGER } from '../../../harness/n8n/workflows';
import type { Version } from './writer';

export interface Flow {
	readonly name: string;
	readonly trigger: string;
	/** With _Once_, the in-memory engine may drop or repeat a batch: that is what _At Least Once_ is for. */
	readonly losesNothing: (engine: Engine) => boolean;
	/** Whether _At Least Once_ repeats the last batch, which Remove Duplicates behind it takes out. */
	readonly repeats: boolean;
	/**
	 * Whether the next poll's execution begins while one goes on, in which n8n's Remove Duplicates can
	 * forget what it has let through (docs/trigger.md, One execution at a time).
	 */
	readonly overlaps?: boolean;
	/** Which versions its trigger emits. */
	readonly emits: (version: Version) => boolean;
	/** Who is told of what came through, if anybody is. */
	readonly tells?: 'listener' | 'mails';
	readonly workflow: (url: string) => Workflow;
}

/** Nodes of examples/each-change-once.json, and somebody behind it who is told. */
const [EMITS, ONCE, LAST, TELLS] = [
	...['New or Changed Deal', 'Remove Duplicates', 'Message', 'Tell'],
] as const;
const WON = 'Won Deal';

/**
 * At twenty writes a second, five minutes hold more than the trigger remembers: it would come out late,
 * not lost (docs/trigger.md, State).
 */
const LOOKBACK = { lookbackMinutes: 1 };

const leadingTo = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

function polling(file: string, name: string): Workflow {
	const example = pollingOften(exampleNamed(file));
	const nodes = example.nodes.map((each): WorkflowNode => {
		if (each.type !== TRIGGER) return each;
		const options = { ...(each.parameters.options as object), ...LOOKBACK };
		return { ...each, parameters: { ...each.parameters, options } };
	});
	return { ...example, name, nodes };
}

const eachChangeOnce = (name: string) => polling('each-change-once.json', name);

/** The example with somebody behind it. */
function told(url: string): Workflow {
	const flow = eachChangeOnce('At Least Once');
	const tells = node(TELLS, 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		executeOnce: true,
		parameters: {
			...{ method: 'POST', url, sendBody: true, specifyBody: 'json' },
			jsonBody: `={{ JSON.stringify($('${ONCE}').all().map((item) => item.json.name)) }}`,
		},
	});
	const connections = { ...(flow.connections as object), [LAST]: leadingTo(TELLS) };
	return { ...flow, nodes: [...flow.nodes, tells], connections };
}

/** Its trigger with the other Delivery. */
function once(): Workflow {
	const flow = eachChangeOnce('Once');
	const [trigger] = flow.nodes.filter((each) => each.name === EMITS);
	const parameters = { ...trigger?.parameters, options: LOOKBACK };
	const nodes = [node(EMITS, TRIGGER, { parameters }), node(LAST, 'n8n-nodes-base.noOp')];
	return { ...flow, nodes, connections: { [EMITS]: leadingTo(LAST) } };
}

export const FLOWS: readonly Flow[] = [
	{
		...{ name: 'atLeastOnce', trigger: EMITS, repeats: true, tells: 'listener', workflow: told },
		losesNothing: () => true,
		emits: () => true,
	},
	{
		...{ name: 'once', trigger: EMITS, repeats: false, workflow: once },
		losesNothing: (engine) => engine === 'durable',
		emits: () => true,
	},
	{
		...{ name: 'mailedOneByOne', trigger: WON, repeats: true, overlaps: true, tells: 'mails' },
		losesNothing: () => true,
		emits: ({ isWon }) => isWon,
		workflow: () => polling('won-deal-to-email.json', 'Mailed one by one'),
	},
];
