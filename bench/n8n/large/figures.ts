/** What is told of a job. */
import { seconds, table } from '../../measure';
import { leastMs } from '../jobs';
import type { Ran } from './stage';

export interface Figures {
	readonly job: string;
	readonly records: number;
	readonly ms: number;
	/** The time in multiples of the least in which the service takes so many requests. */
	readonly ofLimit: number;
	readonly requests: number;
	readonly refused: number;
	readonly memory: number;
	/** Why it is not as it must be; nothing where it is. */
	readonly problems: readonly string[];
}

export const figuresOf = (
	{ job, records }: Pick<Figures, 'job' | 'records'>,
	{ ms, requests, refused, memory, latencyMs }: Ran,
	problems: readonly string[],
): Figures => ({
	...{ job, records, ms, requests, refused, memory, problems },
	ofLimit: ms / leastMs({ requests: Math.max(1, requests - refused), latencyMs }),
});

/** A sentence for each of these that is not so. */
export const unless = (
	...checks: ReadonlyArray<readonly [isSo: boolean, problem: string]>
): string[] => checks.flatMap(([isSo, problem]) => (isSo ? [] : [problem]));

const HEAD = [
	...['job', 'records', 'time', 'of the limit'],
	...['requests', '429s', 'memory', 'as it must be'],
];

export const shown = (each: Figures): string[] => [
	...[each.job, each.records.toLocaleString('en-US'), seconds(each.ms)],
	...[each.ofLimit.toFixed(2), String(each.requests), String(each.refused)],
	`${each.memory.toFixed(0)} MiB`,
	each.problems.length === 0 ? 'yes' : each.problems.join('; '),
];

export const largeTable = (all: readonly Figures[]): string => table([HEAD, ...all.map(shown)]);
