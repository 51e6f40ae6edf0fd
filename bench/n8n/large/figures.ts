/** What is told of a job. */
import { leastMs } from '../jobs';
import type { Mode, Ran } from './stage';

export interface Figures {
	readonly job: string;
	readonly mode: Mode;
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
	{ job, mode, records }: Pick<Figures, 'job' | 'mode' | 'records'>,
	{ ms, requests, refused, memory, latencyMs }: Ran,
	problems: readonly string[],
): Figures => ({
	...{ job, mode, records, ms, requests, refused, memory, problems },
	ofLimit: ms / leastMs({ requests: Math.max(1, requests - refused), latencyMs }),
});

/** A sentence for each of these that is not so. */
export const unless = (
	...checks: ReadonlyArray<readonly [isSo: boolean, problem: string]>
): string[] => checks.flatMap(([isSo, problem]) => (isSo ? [] : [problem]));
