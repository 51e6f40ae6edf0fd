/** The day's quota: when it resets, and the part of it that is kept for triggers. */
import { DAILY_QUOTA, isoOf, formatCount, UsageError } from '../../shared';
import { ServiceError } from '../errors/errors';
import type { CredentialKind } from '../routes';
import { midnightAfter } from './pacer';

function resetAfter(now: number): { at: number; text: string } {
	const at = midnightAfter(now);
	const minutes = Math.ceil((at - now) / 60_000);
	const rest = `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
	return { at, text: `${isoOf(at)} (in ${rest})` };
}

/** A 429 that outlasts the retries: the daily quota is counted until UTC midnight (v2 §8, v1 §8). */
export function withReset(error: ServiceError, now: number): ServiceError {
	const { at, text } = resetAfter(now);
	return error.with({
		quotaResetsAt: error.kind === 'quota' ? at : undefined,
		advice: `if the daily quota is used up, it resets at ${text}; otherwise other programs use the same limit, so lower Requests per Second in the credential`,
	});
}

/** The part of the day's quota that is kept for triggers, and the rest, which is left to nodes. */
export interface Reserve {
	/** The whole day's requests. */
	readonly quota: number;
	readonly kept: number;
	readonly mostToday: number;
}

/**
 * The requests that a credential keeps for triggers; `undefined` for none.
 * @throws UsageError for a setting that is no number of requests, or all of them.
 */
export function reserveOf(kind: CredentialKind, setting: unknown): Reserve | undefined {
	const kept = Number(setting ?? 0);
	const quota = DAILY_QUOTA[kind];
	if (!Number.isInteger(kept) || kept < 0 || kept >= quota) {
		throw new UsageError(
			`Daily Requests Kept for Triggers in the credential must be a whole number from 0 to ${formatCount(quota - 1)}.`,
		);
	}
	return kept === 0 ? undefined : { quota, kept, mostToday: quota - kept };
}

/** The error of a node whose part of the quota is used up. */
export function reservedError(
	operation: string,
	{ quota, kept }: Reserve,
	now: number,
): ServiceError {
	const { at, text } = resetAfter(now);
	return new ServiceError({
		operation,
		outcome: 'unreachable',
		kind: 'quota',
		serviceMessage: `Of the day's ${formatCount(quota)} requests, the last ${formatCount(kept)} are kept for triggers`,
		quotaResetsAt: at,
		advice: `the quota resets at ${text}, so run the rest then; or lower Daily Requests Kept for Triggers in the credential`,
	});
}
