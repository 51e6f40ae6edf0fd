/** The purpose of a request: a poll and a form wait for few, a run may send thousands. */
export type Purpose = 'poll' | 'form' | 'run';

/** The distance between the turns of one purpose: a poll or a form has four where a run has one. */
const STRIDE: Readonly<Record<Purpose, number>> = { poll: 1, form: 1, run: 4 };

/**
 * Requests that wait for their turn, by stride scheduling: the turns of polls and forms lie close together,
 * those of runs far apart. So the few of a poll go ahead of thousands of a run, and a run has one turn of
 * five at least.
 */
export class PriorityQueue<Waiting extends { readonly purpose: Purpose }> {
	private readonly waiting: Array<{ readonly who: Waiting; readonly at: number }> = [];
	/** The place of the last turn. */
	private now = 0;

	/** The number of requests that would come before one that joined now. */
	before(purpose: Purpose): number {
		const at = this.next(purpose);
		return this.waiting.filter((each) => each.at <= at).length;
	}

	/** The request whose turn is next. */
	get first(): Waiting | undefined {
		return this.waiting[0]?.who;
	}

	join(who: Waiting): void {
		const place = this.before(who.purpose);
		this.waiting.splice(place, 0, { who, at: this.next(who.purpose) });
	}

	/** Removes a request that has its turn, or goes without it. */
	leave(who: Waiting): void {
		const place = this.waiting.findIndex((each) => each.who === who);
		const [left] = place < 0 ? [] : this.waiting.splice(place, 1);
		if (place === 0 && left) this.now = left.at;
	}

	/** The turn of one that joined now: behind the last of its stride. */
	private next(purpose: Purpose): number {
		const stride = STRIDE[purpose];
		const last = this.waiting.findLast(({ who }) => STRIDE[who.purpose] === stride);
		return (last?.at ?? this.now) + stride;
	}
}
