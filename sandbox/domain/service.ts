import {
	type OptionChanges,
	type Options,
	changeOptions,
	defaultOptions,
} from '../contract/options';
import { paddedDecimal } from '../contract/values';
import { dialectsNamed, namesIn } from '../dialects/catalogue';
import type { Dialect } from '../dialects/dialect';
import { Store } from './store/store';
import type { View } from './store/table';

/**
 * The service's time: real time plus an offset that only grows. Dates, windows, cursor lifetime
 * and the daily count follow it; the one-second rate window follows real time.
 */
export class Clock {
	/** @param ahead milliseconds ahead of real time */
	constructor(public ahead = 0) {}

	now(): number {
		return Date.now() + this.ahead;
	}
}

/**
 * The service that the sandbox stands in for: its records, its time, its rights and its options.
 * There are no globals: two can run side by side.
 */
export class Service {
	readonly store: Store;
	readonly clock: Clock;
	/** The options in effect: those that were set, else those of the dialects, else the defaults. */
	options = defaultOptions;
	/** The chosen dialects, in the order in which they are applied. */
	dialects: readonly Dialect[] = [];
	private set: Partial<Options> = {};

	/**
	 * @param start the options that it begins with, and goes back to
	 * @param file the file that keeps the data; without it they are in memory
	 */
	constructor(
		private readonly start: OptionChanges = {},
		file?: string,
	) {
		this.changeOptions(start);
		this.store = new Store(file);
		this.clock = new Clock(Number(this.store.kept('clockAhead') ?? 0));
	}

	/** @throws Refusal (BAD_REQUEST) for unknown names, values and dialects */
	changeOptions(changes: object): Options {
		const set = changeOptions(this.set, changes);
		this.dialects = dialectsNamed(namesIn(set.dialect));
		this.set = set;
		const ofDialects = this.dialects.map(({ options }) => options);
		this.options = Object.assign({}, defaultOptions, ...ofDialects, set) as Options;
		return this.options;
	}

	/** Goes back to real time and to the options of the start. */
	resetSettings(): void {
		this.set = {};
		this.changeOptions(this.start);
		this.clock.ahead = 0;
	}

	advanceClock(ms: number): void {
		this.clock.ahead += ms;
		this.store.keep('clockAhead', this.clock.ahead);
	}

	/** A moment rounded down to the granularity of the option, as writes are dated. */
	stamp(ms = this.clock.now()): number {
		const granularity = this.options.timestampGranularityMs;
		return Math.floor(ms / granularity) * granularity;
	}

	/** The format of decimals in responses. */
	get decimalFormat(): (text: string) => string {
		return this.options.decimalText === 'padded' ? paddedDecimal : String;
	}

	/** The view of lists, or of the search index, at this moment. */
	view(at: 'list' | 'search'): View {
		return { at, now: this.clock.now() };
	}
}
