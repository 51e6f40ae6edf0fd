/** The time to go by: the service's own, as far as it can be right. */
import { isoOf } from '../shared';
import { ServiceTrouble, type Policy, type Source } from './types';

const DAY = 86_400_000;
/** A time that lies too early is asked for so often more. */
const MOST_ASKED = 2;

/**
 * A time that is too early only means that more is read again; one that is too late would pass over
 * changes. So n8n's clock is the ceiling. A lone response that says an earlier time than what is known
 * to have passed is not believed.
 *
 * @param told by a response of the service.
 * @param passed what the service's clock was known to say.
 * @returns `service`, its own time, and `now`, the time to go by.
 * @throws ServiceTrouble for a time more than a day behind both that and n8n's clock.
 */
export async function trustedTime(
	told: number,
	passed: number | undefined,
	source: Source<unknown>,
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
