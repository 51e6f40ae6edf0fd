/** What the bench in a real n8n measures. */
import { median } from '../measure';

/** The name of the perfect client. */
export const BARE = 'a bare client';

/** One run of one contender. */
export interface Run {
	readonly ms: number;
	readonly requests: number;
	readonly refused: number;
	/** MiB that n8n took at most, above what it took before the run. */
	readonly memory: number;
}

export interface Figures {
	readonly job: string;
	readonly latencyMs: number;
	readonly contender: string;
	readonly runs: readonly Run[];
	readonly failed: number;
}

export const medianMs = ({ runs }: Figures): number => median(runs.map(({ ms }) => ms));

/** The figures of each job, in their order. */
export function byJob(all: readonly Figures[]): Figures[][] {
	const jobs = new Map<string, Figures[]>();
	for (const each of all) {
		const key = `${each.job} ${each.latencyMs}`;
		jobs.set(key, [...(jobs.get(key) ?? []), each]);
	}
	return [...jobs.values()];
}
