/** The workflows under which n8n is killed: an example, and its trigger with the other Delivery. */
import type { Workflow } from '../../../scripts/n8n-host/rest';
import { exampleNamed, pollingOften } from '../polling';
import { node, TRIGGER } from '../workflows';

/** n8n's polling engines, and how each is chosen (docs/n8n.md, Which polling engine). */
export const ENGINES = {
	restarts: {},
	durable: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	},
} as const;
/** By the name of its part. */
export type Engine = keyof typeof ENGINES;

export type Delivery = 'once' | 'atLeastOnce';

/** Nodes of the example, and somebody behind it who is told. */
export const EMITS = 'New or Changed Deal';
const [ONCE, LAST, TELLS] = ['Remove Duplicates', 'Message', 'Tell'];

/**
 * At twenty writes a second, five minutes hold more than the trigger remembers: it would come out late,
 * not lost (docs/trigger.md, State).
 */
const LOOKBACK = { lookbackMinutes: 1 };

const leadingTo = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

function polling(name: string): Workflow {
	const example = pollingOften(exampleNamed('each-change-once.json'));
	const nodes = example.nodes.map((each) => {
		if (each.name !== EMITS) return each;
		const options = { ...(each.parameters.options as object), ...LOOKBACK };
		return { ...each, parameters: { ...each.parameters, options } };
	});
	return { ...example, name, nodes };
}

/** The example with somebody behind it; or its trigger with Delivery Once. */
export function workflowFor(engine: Engine, delivery: Delivery, url: string): Workflow {
	const flow = polling(`Restarts on the ${engine} engine, ${delivery}`);
	if (delivery === 'once') {
		const [trigger] = flow.nodes.filter((each) => each.name === EMITS);
		const parameters = { ...trigger?.parameters, options: LOOKBACK };
		const nodes = [node(EMITS, TRIGGER, { parameters }), node(LAST, 'n8n-nodes-base.noOp')];
		return { ...flow, nodes, connections: { [EMITS]: leadingTo(LAST) } };
	}
	const tells = node(TELLS, 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		executeOnce: true,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify($('${ONCE}').all().map((item) => item.json.name)) }}`,
		},
	});
	const connections = { ...(flow.connections as object), [LAST]: leadingTo(TELLS) };
	return { ...flow, nodes: [...flow.nodes, tells], connections };
}
