/** An answered request of one process. */
export interface Sent {
	/** When its answer came, in milliseconds since 1970. */
	readonly at: number;
	readonly status: number;
}

/** Jain's index: 1 where all have the same, 1 / n where one has all. */
export const jain = (parts: readonly number[]): number =>
	parts.reduce((sum, part) => sum + part, 0) ** 2 /
	(parts.length * parts.reduce((sum, part) => sum + part ** 2, 0));

/** What several processes had together. */
export function figuresOf(processes: ReadonlyArray<readonly Sent[]>, seconds: number) {
	const accepted = processes.map((sent) => sent.filter(({ status }) => status !== 429).length);
	const all = processes.reduce((sum, sent) => sum + sent.length, 0);
	const sum = accepted.reduce((total, count) => total + count, 0);
	return {
		perSecond: sum / seconds,
		fairness: jain(accepted),
		refusedShare: 1 - sum / all,
	};
}
