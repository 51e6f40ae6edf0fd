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

/** How much may wait altogether. */
export interface Room {
	readonly pieces: number;
	readonly bytes: number;
}

export class Turns<Piece extends { readonly bytes?: number }> {
	private readonly queues: Array<Queue<Piece>> = [];
	private failure?: { readonly error: unknown };
	private isStopped = false;
	private waiting: Room = { pieces: 0, bytes: 0 };
	private listeners: Array<() => void> = [];

	/**
	 * @param most what a reader sees waiting before it has to wait itself.
	 * @param anyOrder whether each is handed out as soon as it is there.
	 */
	constructor(
		private readonly most: Room,
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
		queue.pieces.push(piece);
		this.count(piece, 1);
		this.tell();
	}

	/** Waits where too much waits already. The first reader goes on whatever the others brought. */
	async roomFor(queue: Queue<Piece>): Promise<void> {
		while (!this.isStopped && this.isFullFor(queue)) await this.news();
	}

	private isFullFor(queue: Queue<Piece>): boolean {
		const { pieces, bytes } = this.waiting;
		const isHeavy = bytes >= this.most.bytes;
		if (queue !== this.queues[0]) return isHeavy || pieces >= this.most.pieces;
		const own = queue.pieces.length;
		return own >= (isHeavy ? 1 : MOST_OF_FIRST);
	}

	private count({ bytes = 0 }: Piece, by: 1 | -1): void {
		const { waiting } = this;
		this.waiting = { pieces: waiting.pieces + by, bytes: waiting.bytes + by * bytes };
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
				this.count(piece, -1);
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
