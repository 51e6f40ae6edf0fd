/**
 * What several readers bring at once, handed out in the order of their turns. What waits is bounded:
 * whoever hands it out may be slow, since files are written meanwhile.
 */

/** What one reader brought, and still waits. */
export interface Queue<Piece> {
	readonly pieces: Piece[];
	isDone: boolean;
}

/** Pieces that the reader whose turn it is may have waiting. */
const MOST_OF_FIRST = 4;

export class Turns<Piece> {
	private readonly queues: Array<Queue<Piece>> = [];
	private failure?: { readonly error: unknown };
	private isStopped = false;
	private waiting = 0;
	private listeners: Array<() => void> = [];

	/**
	 * @param most how many pieces may wait altogether.
	 * @param anyOrder whether each is handed out as soon as it is there.
	 */
	constructor(
		private readonly most: number,
		private readonly anyOrder = false,
	) {}

	/** How many readers are at work. */
	get underWay(): number {
		return this.queues.filter(({ isDone }) => !isDone).length;
	}

	/**
	 * Lets a reader begin.
	 * @param turn before how many others' turns its own is.
	 * @param ended called as soon as it has brought everything.
	 */
	begin(
		turn: number,
		read: (queue: Queue<Piece>) => Promise<void>,
		ended: () => void = () => undefined,
	): void {
		const queue: Queue<Piece> = { pieces: [], isDone: false };
		this.queues.splice(turn, 0, queue);
		void read(queue).then(
			() => {
				queue.isDone = true;
				ended();
				this.tell();
			},
			(error: unknown) => {
				this.failure ??= { error };
				this.tell();
			},
		);
	}

	hand(queue: Queue<Piece>, piece: Piece): void {
		this.waiting++;
		queue.pieces.push(piece);
		this.tell();
	}

	/** Waits where too much waits already. The first reader goes on whatever the others brought. */
	async roomFor(queue: Queue<Piece>): Promise<void> {
		const isFull = () =>
			queue === this.queues[0] ? queue.pieces.length >= MOST_OF_FIRST : this.waiting >= this.most;
		while (!this.isStopped && isFull()) await this.news();
	}

	/**
	 * All pieces, until every reader has brought everything; in the order of turns, unless any will do.
	 * @param passed called when a reader's turn is over.
	 * @throws what the first reader failed with, as soon as it did.
	 */
	async *inTurn(passed: () => void = () => undefined): AsyncGenerator<Piece, void, undefined> {
		for (let queue = this.queues[0]; queue; queue = this.queues[0]) {
			if (this.failure) throw this.failure.error as Error;
			const piece = this.ready(queue)?.pieces.shift();
			if (piece !== undefined) {
				this.waiting--;
				this.tell();
				yield piece;
			} else if (queue.isDone) {
				this.queues.shift();
				passed();
				this.tell();
			} else await this.news();
		}
	}

	private ready(first: Queue<Piece>): Queue<Piece> | undefined {
		return this.anyOrder ? this.queues.find(({ pieces }) => pieces.length > 0) : first;
	}

	/** Nobody waits for room any more. */
	stop(): void {
		this.isStopped = true;
		this.tell();
	}

	private async news(): Promise<void> {
		await new Promise<void>((resolve) => this.listeners.push(resolve));
	}

	private tell(): void {
		const listeners = this.listeners;
		this.listeners = [];
		for (const listener of listeners) listener();
	}
}
