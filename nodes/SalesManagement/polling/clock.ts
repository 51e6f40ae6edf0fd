/** The time that the trigger goes by: the service's own, as far as it can be right. */
import { DAY, isoOf } from '../shared';
import { ServiceTrouble, type Policy, type Source } from './types';

/** How often the service is asked again after a time that is too early. */
const MOST_ASKED = 2;

/**
 * Decides which time to believe. A time that is too early only makes the trigger read some changes again, one
 * that is too late would make it miss changes, so n8n's clock is the upper limit. One response with an
 * earlier time than the service has reported before is not believed.
 *
 * @param told the time in a response of the service.
 * @param passed the latest time that the service is known to have reached.
 * @returns `service`, the service's time, and `now`, the time to go by.
 * @throws ServiceTrouble for a time more than a day behind both `passed` and n8n's clock.
 */
export async function trustedTime(
	told: number,
	passed: number | undefined,
	source: Source,
	{ ownTime }: Policy,
): Promise<{ readonly service: number; readonly now: number }> {
	const own = ownTime();
	let service = told;
	const floor = passed ?? own - DAY;
	for (let asked = 0; asked < MOST_ASKED && service < floor; asked++) {
		service = Math.max(service, await source.serverTime());
	}
	if (passed !== undefined && service < Math.min(passed, own) - DAY) {
		throw new ServiceTrouble(
			`The service’s clock says ${isoOf(service)}, although it was ${isoOf(passed)} before. The trigger stays where it is and will try again at the next poll; if this goes on, have the clocks of the service’s servers set right.`,
		);
	}
	return { service, now: Math.min(service, own) };
}
