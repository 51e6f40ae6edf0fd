/** What a request is for: a poll and a form wait for few, a run may send thousands. */
export type Purpose = 'poll' | 'form' | 'run';

/** How far apart the turns of one purpose are: a poll or a form has four where a run has one. */
const STRIDE: Readonly<Record<Purpose, number>> = { poll: 1, form: 1, run: 4 };

/**
 * Those who wait for their turn, by stride scheduling: the turns of polls and forms lie close together,
 * those of runs far apart. So whoever waits for few goes ahead of thousands, and a run has one turn of
 * five at least.
 */
export class PriorityQueue<Waiting extends { readonly purpose: Purpose }> {
	private readonly waiting: Array<{ readonly who: Waiting; readonly at: number }> = [];
	/** Where the last turn lay. */
	private now = 0;

	/** How many would come before one that joined now. */
	before(purpose: Purpose): number {
		const at = this.next(purpose);
		return this.waiting.filter((each) => each.at <= at).length;
	}

	/** Whose turn is next. */
	get first(): Waiting | undefined {
		return this.waiting[0]?.who;
	}

	join(who: Waiting): void {
		const place = this.before(who.purpose);
		this.waiting.splice(place, 0, { who, at: this.next(who.purpose) });
	}

	/** One has its turn, or leaves without it. */
	leave(who: Waiting): void {
		const place = this.waiting.findIndex((each) => each.who === who);
		const [left] = place < 0 ? [] : this.waiting.splice(place, 1);
		if (place === 0 && left) this.now = left.at;
	}

	/** Where one that joined now would have its turn: behind the last of its stride. */
	private next(purpose: Purpose): number {
		const stride = STRIDE[purpose];
		const last = this.waiting.findLast(({ who }) => STRIDE[who.purpose] === stride);
		return (last?.at ?? this.now) + stride;
	}
}
