import type { Outcome, Policy, State } from './types';

/**
 * Whether the watermark lies ahead of the service's own time. A watermark stays a lookback behind
 * that time, so either the clock was set back, or a wrong one was believed before. A Start Date in the
 * future is where the user wants to begin.
 */
export const isAhead = (
	{ watermark }: Pick<State, 'watermark'>,
	serverTime: number,
	{ startFrom }: Pick<Policy, 'startFrom'>,
): boolean => serverTime < watermark && watermark !== startFrom;

/**
 * From where to read again by the clock as it is now: whatever changes from here on, or came to light
 * within the lookback, is above it. Some of that may have been emitted under the other clock.
 */
export const againFrom = (
	{ serverTime }: Pick<Outcome<unknown>, 'serverTime'>,
	{ lookbackMs }: Pick<Policy, 'lookbackMs'>,
): number => Math.max(0, serverTime - lookbackMs);
