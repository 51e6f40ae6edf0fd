/** What the bench in a real n8n measures. */
import { quantile } from '../measure';

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
	/** The day, in ISO 8601. */
	readonly measured: string;
	readonly job: string;
	readonly latencyMs: number;
	readonly contender: string;
	/** What the service's limits allow, answers and computing left out. */
	readonly leastMs: number;
	readonly runs: readonly Run[];
	readonly failed: number;
}

export const median = (values: number[]) => quantile(values, 0.5);
export const medianMs = ({ runs }: Figures): number => median(runs.map(({ ms }) => ms));

export const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Figures of before, those of jobs that were measured again replaced.
 * @param jobOf the same for all figures of a job.
 */
export function renewed<Each>(
	before: readonly Each[],
	measured: readonly Each[],
	jobOf: (each: Each) => string,
): Each[] {
	const again = new Set(measured.map(jobOf));
	const places = new Map(before.map((each, at) => [jobOf(each), at]));
	const others = before.filter((each) => !again.has(jobOf(each)));
	const at = (each: Each) => places.get(jobOf(each)) ?? before.length;
	return [...others, ...measured].sort((one, other) => at(one) - at(other));
}

/** The day on which they were measured, or the first and the last of several. */
export function daysOf(all: ReadonlyArray<{ readonly measured: string }>): string {
	const days = [...new Set(all.map(({ measured }) => measured))].sort();
	return days.length > 1 ? `${days[0]} to ${days.at(-1)}` : (days[0] ?? '');
}
