/** What became of each version: at the trigger's output, and behind Remove Duplicates. */
import type { N8nRest } from '../../../scripts/n8n-host/rest';
import { finished, listedExecutions } from '../../../harness/n8n/execution';
import type { Arrived } from '../../../harness/n8n/figures';
import type { Version } from './writer';

/** The trigger holds the last two seconds back, and times of the writer and the service differ a little. */
const HELD_BACK_MS = 3_000;

export interface Books {
	/** Of executions by their status. */
	readonly statuses: Readonly<Record<string, number>>;
	readonly atTrigger: Arrived;
	/** What somebody behind Remove Duplicates was told. */
	readonly behind: Arrived;
	/** Some of what was lost at the trigger's output. */
	readonly lost: readonly string[];
	/** What was put out and never written. */
	readonly invented: readonly string[];
	/** What was not told behind, and is in no execution that n8n lists as crashed or failed. */
	readonly unexplained: readonly string[];
	/** How many executions that had put versions out failed, by what n8n says of each. */
	readonly failures: Readonly<Record<string, number>>;
}

/** An execution that has ended, and the versions that its trigger put out, by their names. */
export interface Emitting {
	readonly status: string;
	/** In milliseconds since 1970, as are the times of versions. */
	readonly startedAt: number;
	readonly names: readonly string[];
	/** Why it failed. */
	readonly error?: string;
}

interface Compared {
	readonly executions: readonly Emitting[];
	readonly versions: readonly Version[];
	/** How often somebody behind Remove Duplicates was told of each, by its name. */
	readonly told: ReadonlyMap<string, number>;
}

/**
 * How far the trigger had come at a time: it puts versions out in the order in which they were written.
 * One that it passed by while it stood is lost; one that was replaced before is in the later one.
 */
function reachedBy(executions: readonly Emitting[], versions: readonly Version[]) {
	const writtenAt = new Map(versions.map(({ name, at }) => [name, at]));
	const steps = executions.map(({ startedAt, names }) => ({
		startedAt,
		newest: names.reduce((most, name) => Math.max(most, writtenAt.get(name) ?? 0), 0),
	}));
	return (time: number): number =>
		steps.reduce(
			(most, { startedAt, newest }) => (startedAt < time ? Math.max(most, newest) : most),
			0,
		);
}

export function balance({ executions, versions, told }: Compared): Books {
	const emitted = emittedBy(executions);
	const known = new Set(versions.map(({ name }) => name));
	const silent = versions.filter(({ name }) => !emitted.has(name));
	const reached = reachedBy(executions, versions);
	const lost = silent.filter(
		({ at, until }) => until === undefined || reached(until) > at + HELD_BACK_MS,
	);
	const missing = [...emitted].filter(([name]) => !told.has(name));
	const inCrashed = missing.filter(([, { statuses }]) => statuses.has('crashed'));
	const unexplained = missing.filter(
		([, { statuses }]) => !statuses.has('crashed') && !statuses.has('error'),
	);
	const failed = executions.filter(({ status, names }) => status === 'error' && names.length > 0);
	return {
		statuses: countOf(executions.map(({ status }) => status)),
		atTrigger: {
			...{ written: versions.length, handedOut: emitted.size, lost: lost.length },
			doubled: repeats([...emitted.values()].map(({ count }) => count)),
			replacedBeforeAPoll: silent.length - lost.length,
		},
		behind: {
			...{ written: emitted.size, handedOut: told.size, lost: missing.length },
			doubled: repeats([...told.values()]),
			inCrashedExecutions: inCrashed.length,
			inFailedExecutions: missing.length - inCrashed.length - unexplained.length,
		},
		lost: someOf(lost.map(({ name }) => name)),
		invented: someOf([...emitted.keys()].filter((name) => !known.has(name))),
		unexplained: someOf(unexplained.map(([name]) => name)),
		failures: countOf(failed.map(({ error = 'no error' }) => error)),
	};
}

const repeats = (counts: readonly number[]) => counts.reduce((all, each) => all + each - 1, 0);

function countOf(words: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}

function emittedBy(executions: readonly Emitting[]) {
	const all = new Map<string, { count: number; statuses: Set<string> }>();
	for (const { status, names } of executions) {
		for (const name of names) {
			const { count, statuses } = all.get(name) ?? { count: 0, statuses: new Set<string>() };
			all.set(name, { count: count + 1, statuses: statuses.add(status) });
		}
	}
	return all;
}

/** The executions of one workflow. Those that have ended are read once. */
export class Executions {
	private readonly read = new Map<string, Emitting>();

	constructor(private readonly flow: { readonly workflowId: string; readonly trigger: string }) {}

	async all(rest: N8nRest): Promise<Emitting[]> {
		const { workflowId, trigger } = this.flow;
		for (const { id } of await listedExecutions(rest, { workflowId })) {
			if (this.read.has(id)) continue;
			const execution = await finished(rest, id);
			// A poll that failed is an execution without events.
			const events = [execution.items(trigger), execution.waitingFor(trigger)].map((items) =>
				items.filter((item) => '_event' in item),
			);
			const names = (events.find(({ length }) => length > 0) ?? []).map(({ name }) => String(name));
			const { status, error } = execution;
			this.read.set(id, { status, error, names, startedAt: Date.parse(execution.startedAt) });
		}
		return [...this.read.values()];
	}
}

const someOf = (all: readonly string[]): string[] => all.slice(0, 10);
