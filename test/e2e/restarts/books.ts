/** What became of each version: at the trigger's output, and behind Remove Duplicates. */
import type { N8nRest } from '../../../scripts/n8n-host/rest';
import { finished } from '../execution';

const PAGE = 100;

interface Listed {
	readonly id: string;
	readonly status: string;
}

/** Every execution of a workflow, as n8n lists them. */
async function executionsOf(rest: N8nRest, workflowId: string): Promise<Listed[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const all: Listed[] = [];
	for (;;) {
		const last = all.at(-1);
		const from = last ? `&lastId=${last.id}` : '';
		const { results } = await rest.call<{ results: Listed[] }>(
			'GET',
			`/executions?filter=${filter}&limit=${PAGE}${from}`,
		);
		all.push(...results);
		if (results.length < PAGE) return all;
	}
}

interface Emitted {
	readonly id: number;
	readonly name: string;
	readonly _event: { readonly id: string };
}

export interface Books {
	/** Of executions by their status. */
	readonly statuses: Readonly<Record<string, number>>;
	readonly versions: number;
	/** The last versions of deals that the trigger never put out. */
	readonly lost: readonly string[];
	/** Versions that the trigger put out again. */
	readonly repeated: number;
	/** Events that were told outside more than once. */
	readonly doubled: number;
	/** Events that were not told outside, and are in no execution that n8n lists as crashed. */
	readonly unexplained: number;
	/** Those that are. */
	readonly inCrashed: number;
}

export async function balance(
	rest: N8nRest,
	{ workflowId, trigger }: { workflowId: string; trigger: string },
	{ last, told }: { last: ReadonlyMap<number, string>; told: ReadonlyMap<string, number> },
): Promise<Books> {
	const emitted = new Map<string, { count: number; name: string; crashed: boolean }>();
	const statuses: Record<string, number> = {};
	for (const { id, status } of await executionsOf(rest, workflowId)) {
		statuses[status] = (statuses[status] ?? 0) + 1;
		const execution = await finished(rest, id);
		const done = execution.items(trigger).filter((item) => '_event' in item);
		const items = done.length > 0 ? done : execution.waitingFor(trigger);
		for (const { name, _event } of items as unknown as Emitted[]) {
			const before = emitted.get(_event.id);
			emitted.set(_event.id, {
				name,
				count: (before?.count ?? 0) + 1,
				crashed: status === 'crashed' || (before?.crashed ?? false),
			});
		}
	}
	const events = [...emitted];
	const names = new Set(events.map(([, { name }]) => name));
	const missing = events.filter(([id]) => !told.has(id)).map(([, event]) => event);
	return {
		statuses,
		versions: names.size,
		lost: [...last.values()].filter((name) => !names.has(name)),
		repeated: events.reduce((sum, [, { count }]) => sum + count - 1, 0),
		doubled: [...told.values()].filter((count) => count > 1).length,
		unexplained: missing.filter(({ crashed }) => !crashed).length,
		inCrashed: missing.filter(({ crashed }) => crashed).length,
	};
}
