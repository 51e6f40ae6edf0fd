/** What is counted, of a round and of the whole. */
export interface Figures {
	operations: number;
	faultsInjected: number;
	/** Records that were compared with what the node said of them. */
	recordsCompared: number;
	resultsLost: number;
	resultsDoubled: number;
	pastBounds: number;
}

export const none = (): Figures => ({
	operations: 0,
	faultsInjected: 0,
	recordsCompared: 0,
	resultsLost: 0,
	resultsDoubled: 0,
	pastBounds: 0,
});

/** A part of the work on a sandbox of its own, which says by itself what is drawn. */
export interface Round {
	/** How many operations come before it. */
	readonly from: number;
	readonly operations: number;
	readonly seed: number;
}

export interface Outcome {
	readonly figures: Figures;
	/** The first of what did not hold, for people to read. */
	readonly broken: readonly string[];
}
