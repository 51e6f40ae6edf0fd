/** Time for the node that passes by itself while it waits, so that an hour of waits takes no time. */
import { systemClock, type Clock } from '../../../../nodes/SalesManagement/api';
import { TestClock } from '../../../http/support/client';

/** Puts such a clock in the place of the real one. */
export function skipWaits(): { clock: Clock; restore: () => void } {
	const clock = new TestClock();
	const real = { ...systemClock };
	Object.assign(systemClock, {
		now: () => clock.now(),
		elapsed: () => clock.elapsed(),
		sleep: async (milliseconds: number) => await clock.sleep(milliseconds),
	});
	return { clock, restore: () => void Object.assign(systemClock, real) };
}
