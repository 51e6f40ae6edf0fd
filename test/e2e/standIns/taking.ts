/** How a receiver takes what is sent to it: at once, or so that its sender can be killed meanwhile. */

/** @param take keeps what was sent; the receiver answers when the promise resolves */
export type Taking = (sender: string, take: () => void) => Promise<void>;

export const atOnce: Taking = async (_, take) => take();

/** Leaves the n-th of each sender without an answer, and whatever the same sender sends after it. */
export class Unanswered {
	/** Who is waiting for an answer. */
	readonly waiting = new Set<string>();
	private readonly counts = new Map<string, number>();
	private readonly ends: Array<() => void> = [];
	private place = Infinity;
	private isTaken = false;

	/** @param isTaken whether the n-th is kept although its sender is not told so */
	begin(nth: number, { isTaken }: { isTaken: boolean }): void {
		this.counts.clear();
		this.place = nth;
		this.isTaken = isTaken;
	}

	/** Lets everything through from now on; what waited is not taken any more. */
	end(): void {
		this.place = Infinity;
		this.waiting.clear();
		for (const end of this.ends.splice(0)) end();
	}

	readonly taking: Taking = async (sender, take) => {
		const count = (this.counts.get(sender) ?? 0) + 1;
		this.counts.set(sender, count);
		if (count < this.place || (count === this.place && this.isTaken)) take();
		if (count < this.place) return;
		this.waiting.add(sender);
		await new Promise<void>((done) => this.ends.push(done));
	};
}

/** Refuses the n-th of each sender, once, and leaves the others to the next; as a server does that is busy for a moment. */
export class Refused {
	private readonly counts = new Map<string, number>();
	private place = Infinity;

	constructor(private readonly next: Taking) {}

	begin(nth: number): void {
		this.counts.clear();
		this.place = nth;
	}

	end(): void {
		this.place = Infinity;
	}

	readonly taking: Taking = async (sender, take) => {
		const count = (this.counts.get(sender) ?? 0) + 1;
		this.counts.set(sender, count);
		if (count === this.place) throw new Error('Busy, please try again later');
		await this.next(sender, take);
	};
}
