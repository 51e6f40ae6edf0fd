/** The parts of a file in their order, looked up ahead of those that are written. */
import type { Prepared } from '../operation';
import type { Batch } from './chunks';
import type { PartReading, Preparing } from './preparing';
import type { Sending } from './sending';

/** A part that is being looked up. */
export interface Part {
	/** The numbers of its rows. */
	readonly rows: readonly number[];
	readonly prepared: Promise<Prepared>;
}

/** A part that is being read. */
interface PartBegun {
	readonly rows: PartReading;
	readonly abandoned: AbortController;
}

/**
 * While one part is looked up, the next one is read, and its look-ups follow at once: at no time is
 * there nothing to send. What can't be read is thrown behind the parts before it.
 */
export class Ahead {
	private next?: { readonly part: Part; readonly abandoned: AbortController };
	private reading?: PartBegun;
	private count = 0;

	constructor(
		private readonly chunks: AsyncIterable<Batch>,
		private readonly preparing: Preparing,
		private readonly sending: Sending,
	) {}

	/** Of a part that nobody takes any more the look-ups are ended. */
	async *parts(): AsyncGenerator<Part> {
		try {
			for await (const { rows, isLast } of this.chunks) {
				this.reading ??= this.begun();
				await this.reading.rows.add(rows);
				if (!isLast) continue;
				const before = this.next?.part;
				const isEnd = await this.lookUp(this.reading);
				if (before) yield before;
				if (isEnd) break;
			}
			yield* this.last();
		} catch (error) {
			yield* this.last();
			throw error as Error;
		} finally {
			this.next?.abandoned.abort();
		}
	}

	private begun(): PartBegun {
		const abandoned = new AbortController();
		const client = this.sending.clientOf(this.count++, abandoned.signal);
		return { rows: this.preparing.begin(client), abandoned };
	}

	private *last(): Generator<Part> {
		const { part } = this.next ?? {};
		this.next = undefined;
		if (part) yield part;
	}

	/** @returns whether the import ends with this part. */
	private async lookUp({ rows, abandoned }: PartBegun): Promise<boolean> {
		this.reading = undefined;
		const { isEnd, lookUp } = await rows.end();
		const prepared = lookUp();
		// Whoever waits for it is told of what is thrown.
		prepared.catch(() => undefined);
		this.next = { part: { rows: rows.numbers, prepared }, abandoned };
		return isEnd;
	}
}
