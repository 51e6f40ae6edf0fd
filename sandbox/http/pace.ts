import type { Caller } from '../contract/caller';

/** What became of the requests of one second. */
export interface Second {
	accepted: number;
	/** With 429. */
	refused: number;
}

interface Series {
	caller: Caller;
	/** By the number of the second. */
	seconds: Map<number, Second>;
}

/** The seconds that are kept. */
const keptSeconds = 60;

/**
 * How many requests the limits accepted and refused in each of the last seconds of real time, of
 * each of those who are limited by themselves.
 */
export class Pace {
	private readonly series = new Map<string, Series>();

	/**
	 * The count of a second, to be raised.
	 * @param bucket what the limits count together
	 * @param now as `performance.now` says
	 */
	second(bucket: string, caller: Caller, now: number): Second {
		const current = secondOf(now);
		const { seconds } = this.seriesOf(bucket, caller);
		const known = seconds.get(current);
		if (known) return known;
		for (const number of seconds.keys()) {
			if (number <= current - keptSeconds) seconds.delete(number);
		}
		const count = { accepted: 0, refused: 0 };
		seconds.set(current, count);
		return count;
	}

	/** The kept seconds, the oldest first, of everyone who sent a request in them. */
	latest(): Array<{ caller: Caller; seconds: Second[] }> {
		const first = secondOf(performance.now()) - keptSeconds + 1;
		const numbers = Array.from({ length: keptSeconds }, (_, index) => first + index);
		return [...this.series.values()]
			.filter(({ seconds }) => [...seconds.keys()].some((number) => number >= first))
			.map(({ caller, seconds }) => ({
				caller,
				seconds: numbers.map((number) => seconds.get(number) ?? { accepted: 0, refused: 0 }),
			}));
	}

	clear(): void {
		this.series.clear();
	}

	private seriesOf(bucket: string, caller: Caller): Series {
		const series = this.series.get(bucket) ?? { caller, seconds: new Map<number, Second>() };
		this.series.set(bucket, series);
		return series;
	}
}

const secondOf = (ms: number) => Math.floor(ms / 1000);
