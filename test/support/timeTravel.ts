/** Tests set the service's clock: with this, the time of the process around the trigger goes along. */
import { systemClock } from '../../nodes/SalesManagement/api';

const real = { ...systemClock };
/** By how much the time of day is ahead of the real one, and how much was let pass altogether. */
let ahead = 0;
let passed = 0;

/** Lets so much time pass for the process, in milliseconds. */
export function passTime(milliseconds: number): void {
	ahead += milliseconds;
	passed += milliseconds;
	systemClock.now = () => real.now() + ahead;
	systemClock.elapsed = () => real.elapsed() + passed;
}

/**
 * The time of day is the real one again, as that of a new sandbox is. Otherwise a trigger that polls
 * it doubts the first response, and waits two seconds for another one (S7). `elapsed` only goes forward.
 * Who waits does wait.
 */
export function returnToNow(): void {
	ahead = 0;
	systemClock.sleep = real.sleep;
}

/**
 * From now on nobody waits before another attempt: the time passes instead. On a sandbox whose time
 * matters, `pass` lets it pass there as well.
 */
export function skipWaits(
	pass: (milliseconds: number) => Promise<void> = async (milliseconds) => passTime(milliseconds),
): void {
	systemClock.sleep = async (milliseconds) => await pass(milliseconds);
}

const DAY = 86_400_000;

/**
 * It is noon, for everybody in this process: no day and no daily quota begins or ends by itself.
 * @returns what puts the time of day back.
 */
export function startAtNoon(): () => void {
	const { now } = Date;
	const ahead = DAY / 2 - (now() % DAY);
	Date.now = () => now() + ahead;
	return () => {
		Date.now = now;
	};
}
