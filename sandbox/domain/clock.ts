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
