/** What n8n answers about an execution, unpacked. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IRunExecutionData } from 'n8n-workflow';
import type { RealN8n } from './n8n';

export interface Execution {
	readonly id: string;
	readonly status: string;
	readonly mode: string;
	/** The `json` of the items that a node put out, first output. */
	items(nodeName: string): Array<Record<string, unknown>>;
	readonly error?: string;
}

/** Waits until the execution has ended and answers it. */
export async function finished(n8n: RealN8n, id: string): Promise<Execution> {
	for (let tries = 0; tries < 120; tries += 1) {
		const { data, ...rest } = await n8n.call<{
			id: string;
			status: string;
			mode: string;
			data: string;
		}>('GET', `/executions/${id}`);
		if (!['new', 'running', 'waiting'].includes(rest.status)) {
			const { resultData } = unflatten(data) as IRunExecutionData;
			return {
				...rest,
				items: (name) =>
					(resultData.runData[name]?.at(-1)?.data?.main?.[0] ?? []).map(({ json }) => json),
				error: resultData.error?.message,
			};
		}
		await pause(500);
	}
	throw new Error(`Execution ${id} did not end within a minute`);
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
