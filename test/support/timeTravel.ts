/** Tests set the service's clock: with this, the time of the process around the trigger goes along. */
import { systemClock } from '../../nodes/SalesManagement/api/clock';

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
 */
export function returnToNow(): void {
	ahead = 0;
}
