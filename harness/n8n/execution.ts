/** What n8n answers about an execution, unpacked. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IBinaryData, IRunExecutionData } from 'n8n-workflow';
import type { N8nRest } from '../../scripts/n8n-host/rest';

export interface Execution {
	readonly id: string;
	readonly status: string;
	readonly startedAt: string;
	/** The `json` of the items that a node put out, at its first output or another. */
	items(nodeName: string, output?: number): Array<Record<string, unknown>>;
	/** The files beside those items, by the names of their fields. */
	files(nodeName: string, output?: number): Array<Record<string, IBinaryData>>;
	/** The `json` of the items that were waiting for a node: all that n8n knows of it after a crash. */
	waitingFor(nodeName: string): Array<Record<string, unknown>>;
	/** Why a node failed. */
	errorOf(nodeName: string): string | undefined;
	readonly error?: string;
}

interface Listed {
	readonly id: string;
	readonly mode: string;
}

interface Filter {
	readonly workflowId?: string;
	readonly status?: readonly string[];
}

/** The most that n8n answers at once. */
const PAGE = 100;

/** Every execution that n8n lists: those under way, then the newest first. */
export async function listedExecutions(n8n: N8nRest, filter: Filter): Promise<Listed[]> {
	const all = new Map<string, Listed>();
	const asked = new URLSearchParams({ filter: JSON.stringify(filter), limit: String(PAGE) });
	for (;;) {
		const { results, nextCursor } = await n8n.call<{
			results: Listed[];
			nextCursor: string | null;
		}>('GET', `/executions?${asked.toString()}`);
		for (const each of results) all.set(each.id, each);
		if (!nextCursor) return [...all.values()];
		asked.set('cursor', nextCursor);
	}
}

/** At five requests a second, a check of another deployment takes more than one. */
const PATIENCE_MS = 300_000;

/** Waits until the execution has ended and answers it. */
export async function finished(n8n: N8nRest, id: string): Promise<Execution> {
	for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
		const { data, ...rest } = await n8n.call<{
			id: string;
			status: string;
			startedAt: string;
			data: string;
		}>('GET', `/executions/${id}`);
		if (!['new', 'running', 'waiting'].includes(rest.status)) {
			const { resultData, executionData } = unflatten(data) as IRunExecutionData;
			const waiting = executionData?.nodeExecutionStack ?? [];
			return {
				...rest,
				items: (name, output = 0) =>
					(resultData.runData[name]?.at(-1)?.data?.main?.[output] ?? []).map(({ json }) => json),
				files: (name, output = 0) =>
					(resultData.runData[name]?.at(-1)?.data?.main?.[output] ?? []).map(
						({ binary }) => binary ?? {},
					),
				waitingFor: (name) =>
					waiting
						.filter(({ node }) => node.name === name)
						.flatMap(({ data: { main } }) => main?.[0] ?? [])
						.map(({ json }) => json),
				errorOf: (name) => {
					const error = resultData.runData[name]?.at(-1)?.error;
					return error && [error.message, error.description].filter(Boolean).join(' | ');
				},
				error: resultData.error?.message,
			};
		}
		await pause(500);
	}
	throw new Error(`Execution ${id} did not end within ${PATIENCE_MS / 60_000} minutes`);
}

/**
 * n8n stores execution data "flatted": an array of values in which each string inside an object or
 * array is the index of the value that stands there.
 */
function unflatten(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const revived = new Map<number, unknown>();
	const revive = (index: number): unknown => {
		if (revived.has(index)) return revived.get(index);
		const value = values[index];
		if (typeof value !== 'object' || value === null) return value;
		const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
		revived.set(index, copy);
		for (const [key, inner] of Object.entries(value)) {
			Object.assign(copy, { [key]: typeof inner === 'string' ? revive(Number(inner)) : inner });
		}
		return copy;
	};
	return revive(0);
}
