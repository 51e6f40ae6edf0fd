/** The day's quota of requests, where it is used up in the middle of a check. */
import { ServiceError } from '../../api/errors/errors';

/** What to do then. */
export const TOMORROW = 'Run the check again after that time.';

/** That nothing more can be asked today, and until when; nothing for any other failure. */
export function usedUpBy(error: unknown): string | undefined {
	if (!(error instanceof ServiceError) || error.quotaResetsAt === undefined) return undefined;
	// Without a status it was not sent: the credential keeps what is left.
	const what =
		error.status === undefined
			? 'what is left of the day’s quota of requests is kept for triggers'
			: 'the day’s quota of requests is used up';
	return `${what}; it resets at ${new Date(error.quotaResetsAt).toISOString()}`;
}
