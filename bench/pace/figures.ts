/** An answered request of one process. */
export interface Sent {
	/** When its answer came, in milliseconds since 1970. */
	readonly at: number;
	readonly status: number;
}

/** What several processes had together. */
export function figuresOf(processes: ReadonlyArray<readonly Sent[]>, seconds: number) {
	const accepted = processes.map((sent) => sent.filter(({ status }) => status !== 429).length);
	const all = processes.reduce((sum, sent) => sum + sent.length, 0);
	const sum = accepted.reduce((total, count) => total + count, 0);
	const squares = accepted.reduce((total, count) => total + count ** 2, 0);
	return {
		perSecond: sum / seconds,
		/** Jain's index: 1 when all had the same, 1/n when one had all. */
		fairness: sum ** 2 / (accepted.length * squares),
		refusedShare: 1 - sum / all,
	};
}
