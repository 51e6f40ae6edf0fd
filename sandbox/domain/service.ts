import {
	type OptionChanges,
	type Options,
	changeOptions,
	defaultOptions,
} from '../contract/options';
import { paddedDecimal } from '../contract/values';
import { Permissions } from './permissions';
import { Store } from './store/store';
import type { View } from './store/table';

/**
 * The service's time: real time plus an offset that only grows. Dates, windows, cursor lifetime
 * and the daily count follow it; the one-second rate window follows real time.
 */
export class Clock {
	constructor(private offset = 0) {}

	now(): number {
		return Date.now() + this.offset;
	}

	/** Milliseconds ahead of real time. */
	get ahead(): number {
		return this.offset;
	}

	advance(ms: number): void {
		this.offset += ms;
	}

	reset(): void {
		this.offset = 0;
	}
}

/** Writes a decimal as text. */
export type DecimalFormat = (value: string | number) => string;

/**
 * The service that the sandbox stands in for: its records, its time, its rights and its options.
 * There are no globals: two can run side by side.
 */
export class Service {
	readonly store: Store;
	readonly clock: Clock;
	readonly permissions: Permissions;
	private readonly startOptions: Options;
	private currentOptions: Options;

	/** @param file keeps the data; in memory without it */
	constructor(options: OptionChanges = {}, file?: string) {
		this.startOptions = changeOptions(defaultOptions, options);
		this.currentOptions = this.startOptions;
		this.store = new Store(file);
		this.clock = new Clock(this.store.counter('clockAhead'));
		this.permissions = new Permissions(this.store, () => this.options);
	}

	get options(): Options {
		return this.currentOptions;
	}

	changeOptions(changes: object): Options {
		this.currentOptions = changeOptions(this.currentOptions, changes);
		return this.currentOptions;
	}

	/** Goes back to real time and to the options of the start. */
	resetSettings(): void {
		this.currentOptions = this.startOptions;
		this.clock.reset();
	}

	/** The ids of all domains. */
	domains(): number[] {
		return this.store.settings.domains();
	}

	advanceClock(ms: number): void {
		this.clock.advance(ms);
		this.store.setCounter('clockAhead', this.clock.ahead);
	}

	/** The moment that a write is dated with: service time in the granularity set. */
	stamp(): number {
		return this.stampOf(this.clock.now());
	}

	/** The dates of a new record: the same, unless the option lets its creation be earlier (S3, S5). */
	creationStamps(): { createdAt: number; updatedAt: number } {
		const now = this.clock.now();
		const createdAt = this.stampOf(now - this.options.createdBeforeUpdatedMs);
		return { createdAt, updatedAt: this.stampOf(now) };
	}

	private stampOf(ms: number): number {
		const granularity = this.options.timestampGranularityMs;
		return Math.floor(ms / granularity) * granularity;
	}

	/** How decimals are written as text. */
	get decimalFormat(): DecimalFormat {
		return this.options.decimalText === 'padded' ? paddedDecimal : String;
	}

	/** What lists, or the search index, show at this moment. */
	view(at: 'list' | 'search'): View {
		return { at, now: this.clock.now() };
	}
}
