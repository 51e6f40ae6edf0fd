/** What is told of a job. */
import type { Mode, Ran } from './stage';

/** The service's own limit, a second (v2 §8). */
const PER_SECOND = 5;

export interface Figures {
	readonly job: string;
	readonly mode: Mode;
	readonly records: number;
	readonly ms: number;
	/** Of the time that the limit allows for so many requests. */
	readonly ofLimit: number;
	readonly requests: number;
	readonly refused: number;
	readonly memory: number;
	/** Why it is not as it must be; nothing where it is. */
	readonly problems: readonly string[];
}

export const figuresOf = (
	{ job, mode, records }: Pick<Figures, 'job' | 'mode' | 'records'>,
	{ ms, requests, refused, memory }: Ran,
	problems: readonly string[],
): Figures => ({
	...{ job, mode, records, ms, requests, refused, memory, problems },
	ofLimit: ms / ((Math.max(1, requests) / PER_SECOND) * 1000),
});

/** A sentence for each of these that is not so. */
export const unless = (
	...checks: ReadonlyArray<readonly [isSo: boolean, problem: string]>
): string[] => checks.flatMap(([isSo, problem]) => (isSo ? [] : [problem]));
