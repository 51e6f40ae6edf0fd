/** Many executions at once that create one by one with one token. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningN8n, World } from '../../../harness/n8n/world';
import { action, items, row, START } from '../../../harness/n8n/workflows';

export interface Amounts {
	readonly executions: number;
	/** Creates of each. */
	readonly each: number;
}

const RUNNING = ['new', 'running', 'waiting'];

/** What the customers are called: no two of them alike. */
export const nameOf = (execution: string, value: number): string => `${execution} ${value}`;

/** Begins the executions and waits for their ends; answers what became of each, by its id. */
export async function createAtOnce(
	world: World,
	n8n: RunningN8n,
	{ executions, each }: Amounts,
): Promise<ReadonlyMap<string, string>> {
	const values = Array.from({ length: each }, (_, value) => value);
	const create = action('Create', 'customer.create', {
		authentication: 'teamToken',
		name: '={{ $execution.id + " " + $json.value }}',
	});
	const saved = await world.save(row('Creates', [...items(values), create]), n8n);
	const ids = await Promise.all(
		Array.from({ length: executions }, async () => await world.begin(saved, START, n8n)),
	);
	const states = new Map<string, string>();
	while (states.size < ids.length) {
		await pause(2_000);
		for (const id of ids.filter((one) => !states.has(one))) {
			const { status } = await n8n.rest.call<{ status: string }>('GET', `/executions/${id}`);
			if (!RUNNING.includes(status)) states.set(id, status);
		}
	}
	return states;
}
