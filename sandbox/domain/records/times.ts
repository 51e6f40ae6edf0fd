import type { TimeFormat } from '../../contract/time';
import type { Scope } from '../scope';

/** When something was made and last changed; moments in ms. */
interface Dated {
	createdAt: number;
	updatedAt: number;
}

/** Makes a writer of the dates of records: rounded where the option says so, as they are kept else. */
export function timesReader({ service }: Scope, time: TimeFormat) {
	const step = service.options.shownTimesRoundedMs;
	const shown = (ms: number) => time(step > 1 ? Math.round(ms / step) * step : ms);
	return ({ createdAt, updatedAt }: Dated) => ({
		createdAt: shown(createdAt),
		updatedAt: shown(updatedAt),
	});
}
