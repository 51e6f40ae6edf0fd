/** Workflows that poll, and waiting for what they do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nRest, SavedWorkflow, Workflow } from '../../scripts/n8n-host/rest';
import { examplesFolder } from '../../scripts/playground/furnish';
import { listedExecutions } from '../../harness/n8n/execution';
import { TRIGGER } from '../../harness/n8n/workflows';

/** A workflow of examples/. */
export const exampleNamed = (file: string): Workflow =>
	JSON.parse(readFileSync(join(examplesFolder, file), 'utf8')) as Workflow;

/** A machine that is busy takes minutes. */
const PATIENCE_MS = 600_000;

/** n8n polls at most once a minute per entry; twelve entries with fixed seconds make it every 5 s. */
export function pollingOften<W extends Workflow>(workflow: W): W {
	const item = Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 5} * * * * *`,
	}));
	const nodes = workflow.nodes.map((node) =>
		node.type === TRIGGER
			? { ...node, parameters: { ...node.parameters, pollTimes: { item } } }
			: node,
	);
	return { ...workflow, nodes };
}

/** Waits for a value that is there at some time. */
export async function eventually<T>(
	what: string,
	look: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
	const deadline = Date.now() + PATIENCE_MS;
	while (Date.now() < deadline) {
		const found = await look();
		if (found !== undefined) return found;
		await pause(500);
	}
	throw new Error(`${what}: not within ${PATIENCE_MS / 1_000} s`);
}

/** The executions that the trigger itself started, oldest first. */
export async function started(rest: N8nRest, workflowId: string): Promise<string[]> {
	const all = await listedExecutions(rest, { workflowId });
	const own = all.filter(({ mode }) => mode === 'trigger');
	return own.map(({ id }) => id).reverse();
}

/** Saves a workflow that was saved before, as it is now. */
export async function saveAgain(rest: N8nRest, workflow: SavedWorkflow): Promise<SavedWorkflow> {
	return await rest.call<SavedWorkflow>('PATCH', `/workflows/${workflow.id}`, workflow);
}

export async function publish(rest: N8nRest, workflow: SavedWorkflow): Promise<void> {
	await rest.call('POST', `/workflows/${workflow.id}/activate`, {
		versionId: workflow.versionId,
	});
}

export async function unpublish(rest: N8nRest, { id }: SavedWorkflow): Promise<void> {
	await rest.call('POST', `/workflows/${id}/deactivate`, {});
}
