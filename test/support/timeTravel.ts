/** Tests set the service's clock: with this, the time of the process around the trigger goes along. */
import { systemClock } from '../../nodes/SalesManagement/api/clock';

const real = { ...systemClock };
let ahead = 0;

/** Lets so much time pass for the process, in milliseconds. */
export function passTime(milliseconds: number): void {
	ahead += milliseconds;
	systemClock.now = () => real.now() + ahead;
	systemClock.elapsed = () => real.elapsed() + ahead;
}
