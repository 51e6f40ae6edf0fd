/** What is counted, of a part and of the whole. */
export interface Figures {
	operations: number;
	faultsInjected: number;
	resultsLost: number;
	resultsDoubled: number;
	pastBounds: number;
	/** Records that were compared with what the node said of them. */
	recordsCompared: number;
}

export const none = (): Figures => ({
	operations: 0,
	faultsInjected: 0,
	resultsLost: 0,
	resultsDoubled: 0,
	pastBounds: 0,
	recordsCompared: 0,
});

export const names = Object.keys(none()) as Array<keyof Figures>;

export function add(to: Figures, further: Figures): void {
	for (const name of names) to[name] += further[name];
}

/** One part of the work, which says by itself what is drawn: any worker can do it, in any order. */
export interface Share {
	readonly world: 'hostileService' | 'faultySandbox';
	/** How many operations of its world other shares do before it. */
	readonly from: number;
	readonly operations: number;
	readonly seed: number;
}

export interface Outcome {
	readonly figures: Figures;
	/** The first of what did not hold, for people to read. */
	readonly broken: readonly string[];
}

/** Of a share of the sandbox that fails: after so many all is compared, and another begins empty. */
const ROUND = 1_000;
/** Of a share of the hostile service; small, so that at the end no worker is idle for long. */
const WORLDS = 250;

/** All shares of a run, the long ones first. */
export function sharesOf(operations: number, seed: number): Share[] {
	const half = Math.ceil(operations / 2);
	const divided = (world: Share['world'], all: number, size: number): Share[] =>
		Array.from({ length: Math.ceil(all / size) }, (_, number) => ({
			...{ world, seed, from: number * size },
			operations: Math.min(size, all - number * size),
		}));
	return [
		...divided('faultySandbox', operations - half, ROUND),
		...divided('hostileService', half, WORLDS),
	];
}
