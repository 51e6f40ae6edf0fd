/** Time for the node that passes by itself while it waits, so that an hour of waits takes no time. */
import { systemClock } from '../../../../nodes/SalesManagement/api/http/clock';
import type { Clock } from '../../../../nodes/SalesManagement/api/http/transport';

interface Timer {
	readonly at: number;
	readonly end: () => void;
}

class SkippingClock implements Clock {
	private time = Date.parse('2026-11-21T18:48:00Z');
	private timers: Timer[] = [];

	now = (): number => this.time;
	elapsed = (): number => this.time;

	/** Waits end in their order; the time is then that of the wait which ended. */
	sleep = async (milliseconds: number): Promise<void> => {
		await new Promise<void>((end) => {
			this.timers.push({ at: this.time + milliseconds, end });
			setImmediate(() => this.next());
		});
	};

	private next(): void {
		this.timers.sort((a, b) => a.at - b.at);
		const timer = this.timers.shift();
		if (!timer) return;
		this.time = Math.max(this.time, timer.at);
		timer.end();
	}
}

/** Puts such a clock in the place of the real one. */
export function skipWaits(): { clock: Clock; restore: () => void } {
	const clock = new SkippingClock();
	const real = { ...systemClock };
	Object.assign(systemClock, { now: clock.now, elapsed: clock.elapsed, sleep: clock.sleep });
	return { clock, restore: () => void Object.assign(systemClock, real) };
}
