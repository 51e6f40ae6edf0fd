/** Small workflows, built for a test: a trigger that is clicked and a row of nodes behind it. */
import { randomUUID } from 'node:crypto';
import { PACKAGE_NAME } from '../../scripts/n8n-host/packed';
import type { Workflow, WorkflowNode } from '../../scripts/n8n-host/rest';

export const START = 'Start';
export const ACTION = `${PACKAGE_NAME}.salesManagement`;
export const TRIGGER = `${PACKAGE_NAME}.salesManagementTrigger`;

type Parameters = Readonly<Record<string, unknown>>;

/** A record chosen by its ID, as the form stores it. */
export const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });

/** A value of the first item that a node before put out. */
export const from = (node: string, path: string) => `={{ $('${node}').first().json.${path} }}`;

export function node(
	name: string,
	type: string,
	{ parameters = {}, ...more }: { parameters?: Parameters; [other: string]: unknown } = {},
): WorkflowNode {
	return { name, type, parameters, id: randomUUID(), typeVersion: 1, position: [0, 0], ...more };
}

/** A node of the package for one operation, such as `deal.create`. */
export function action(name: string, operation: string, parameters: Parameters): WorkflowNode {
	const [resource, id] = operation.split('.');
	return node(name, ACTION, { parameters: { resource, operation: id, ...parameters } });
}

/** The nodes in a row, behind a trigger that is clicked. */
export function row(name: string, nodes: readonly WorkflowNode[]): Workflow {
	const all = [node(START, 'n8n-nodes-base.manualTrigger'), ...nodes];
	const placed = all.map((each, index) => ({ ...each, position: [index * 220, 0] }));
	const connections = Object.fromEntries(
		all.slice(1).map((next, index) => {
			const link = { node: next.name, type: 'main', index: 0 };
			return [all[index]?.name, { main: [[link]] }];
		}),
	);
	return { name, nodes: placed, connections, settings: { executionOrder: 'v1' } };
}

/** A node that puts out one item for each value, as `{value}`. */
export function items(values: readonly unknown[]): WorkflowNode[] {
	return [
		node('Values', 'n8n-nodes-base.set', {
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ value: values }), options: {} },
		}),
		node('Items', 'n8n-nodes-base.splitOut', { parameters: { fieldToSplitOut: 'value' } }),
	];
}
