import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../nodes/SalesManagement/api/http/transport';

/** As long as nothing happens, this process waits for nothing but the clock. */
const QUIET_MS = 3;

/** The processor's time of this process, in milliseconds. */
export function workMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

async function isQuiet(): Promise<boolean> {
	const before = workMs();
	await setTimeout(QUIET_MS);
	return workMs() - before < QUIET_MS / 2;
}

/**
 * Time that is counted, not waited for: it goes on when everyone waits for it, whatever else the machine
 * does meanwhile.
 */
export class CountedClock implements Clock {
	private readonly timers: Array<{ readonly at: number; readonly resolve: () => void }> = [];
	private waited = 0;
	private isRunning = false;

	/** @param work milliseconds of work, which take time as well; by default work takes none. */
	constructor(private readonly work: () => number = () => 0) {}

	now(): number {
		return Date.UTC(2026, 0, 1) + this.elapsed();
	}

	elapsed(): number {
		return this.waited + this.work();
	}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.timers.push({ at: this.elapsed() + milliseconds, resolve });
			void this.run();
		});
	}

	private async run(): Promise<void> {
		if (this.isRunning) return;
		this.isRunning = true;
		while (this.timers.length > 0) {
			const areWaiting = (await isQuiet()) && (await isQuiet());
			this.timers.sort((one, other) => one.at - other.at);
			const [first] = this.timers;
			if (!first || (first.at > this.elapsed() && !areWaiting)) continue;
			this.waited += Math.max(0, first.at - this.elapsed());
			this.timers.shift();
			first.resolve();
		}
		this.isRunning = false;
	}
}
