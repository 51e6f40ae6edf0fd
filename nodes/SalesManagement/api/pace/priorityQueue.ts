/** What a request is for: a poll and a form wait for few, a run may send thousands. */
export type Purpose = 'poll' | 'form' | 'run';

/** So many polls and forms go ahead of a run that waits, then the run has a turn. */
const AHEAD = 4;

/**
 * Those who wait for their turn, in two rows: polls and forms go ahead of runs, in each row first
 * come, first served. A run gets one turn of five at least.
 */
export class Line<Waiting extends { readonly purpose: Purpose }> {
	private readonly ahead: Waiting[] = [];
	private readonly runs: Waiting[] = [];
	private inARow = 0;

	/** How many would come before one that joined now. */
	before(purpose: Purpose): number {
		const [ahead, runs] = [this.ahead.length, this.runs.length];
		if (purpose === 'run') return runs + Math.min(ahead, AHEAD * (runs + 1) - this.inARow);
		return ahead + Math.min(runs, Math.ceil(ahead / AHEAD));
	}

	/** Whose turn is next. */
	get first(): Waiting | undefined {
		return this.row[0];
	}

	join(waiting: Waiting): void {
		(waiting.purpose === 'run' ? this.runs : this.ahead).push(waiting);
	}

	/** The first one leaves, with or without its turn. */
	shift(): void {
		const { row } = this;
		this.inARow = row === this.ahead ? Math.min(AHEAD, this.inARow + 1) : 0;
		row.shift();
	}

	/** One leaves that may no longer be the first. */
	remove(waiting: Waiting): void {
		for (const row of [this.ahead, this.runs]) {
			const place = row.indexOf(waiting);
			if (place >= 0) row.splice(place, 1);
		}
	}

	private get row(): Waiting[] {
		const isTurnOfRuns = this.ahead.length === 0 || this.inARow >= AHEAD;
		return isTurnOfRuns && this.runs.length > 0 ? this.runs : this.ahead;
	}
}
