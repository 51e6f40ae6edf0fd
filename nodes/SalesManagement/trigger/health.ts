/** How a trigger is: each poll knows, n8n's log says it, and an item of its own if wanted. */
import type { IDataObject } from 'n8n-workflow';
import { DAILY_QUOTA } from '../api/pace/quota';
import { type Outcome, type Stalled } from '../polling';
import { stands } from './log';
import { memoryOf } from './memory';
import type { Poll } from './onePoll';
import type { ListSource } from './source';
import type { Settings } from './settings';
import { isoOf } from '../values';

/** `behind`: more is left for later polls. */
type Condition = 'working' | 'behind' | 'stalled';

/** What one poll found out. */
export interface Health {
	readonly condition: Condition;
	/** How far behind the service's time it is; null if that is unknown. */
	readonly lagSeconds: number | null;
	/** How many records are left to be read; null if the service doesn't say. */
	readonly backlog: number | null;
	readonly recordsRead: number | null;
	/** What is wrong. */
	readonly problem?: string;
	/** The service's time. */
	readonly at: number;
}

/** What a poll found. */
export interface Found {
	readonly records: IDataObject[];
	/** Absent for a poll that had to wait for n8n. */
	readonly health?: Health;
}

export function changesHealth(
	{ rowsRead, beyond }: ListSource,
	{ stopped, serverTime, reached = serverTime, left = 0 }: Outcome<IDataObject>,
	stalled: Stalled | undefined,
): Health {
	const isBehind = stopped !== undefined;
	return {
		condition: stalled ? 'stalled' : isBehind ? 'behind' : 'working',
		lagSeconds: isBehind ? Math.max(0, Math.round((serverTime - reached) / 1000)) : 0,
		backlog: !isBehind ? 0 : beyond === undefined ? null : beyond + left,
		recordsRead: rowsRead,
		...(stalled && { problem: `It ${stands(stalled)}` }),
		at: serverTime,
	};
}

/** A sweep reads ids only, and is behind while it is not at its end. */
export const sweepHealth = (stopped: unknown, at: number, problem?: string): Health => ({
	condition: problem ? 'stalled' : stopped === undefined ? 'working' : 'behind',
	lagSeconds: stopped === undefined ? 0 : null,
	backlog: stopped === undefined ? 0 : null,
	recordsRead: null,
	...(problem && { problem }),
	at,
});

/** The share of the daily quota at which it nears its end. */
const NEARLY = 0.9;

/** What one poll used. */
function usageOf({ client, budget }: Poll) {
	const { requests, today } = client.usage;
	const quota = DAILY_QUOTA[client.kind];
	return {
		requests,
		requestsToday: today,
		quotaNearlyUsed: today >= NEARLY * quota,
		secondsUsed: Math.round(budget.usedMs / 100) / 10,
		secondsAllowed: Math.round(budget.wholeMs / 1000),
	};
}

/** In n8n's log at level debug. */
export function logHealth(
	poll: Poll,
	{ condition, lagSeconds, backlog, recordsRead }: Health,
): void {
	const { requests, secondsUsed, secondsAllowed } = usageOf(poll);
	poll.context.logger.debug(
		`Sales Management Trigger is ${condition}: lag ${lagSeconds ?? 'unknown'} s, backlog ${backlog ?? 'unknown'}, ${requests} requests, ${recordsRead ?? 'no'} records read, ${secondsUsed} of ${secondsAllowed} s used.`,
	);
}

const HOUR = 3_600_000;

/** The next poll that succeeds is news. */
export function failed(key: string): void {
	memoryOf(key).health = { condition: 'failed', at: -Infinity };
}

/** The item, if it is wanted and says something new, or nothing was said for an hour. */
export function healthRecords(poll: Poll, health: Health, events: number): IDataObject[] {
	const { settings, key } = poll;
	const { at, ...rest } = health;
	const usage = usageOf(poll);
	const condition = `${rest.condition} ${usage.quotaNearlyUsed}`;
	const memory = memoryOf(key);
	const { health: last } = memory;
	const isNews = last?.condition !== condition || Math.abs(at - last.at) >= HOUR;
	if (!settings.health || !isNews) return [];
	memory.health = { condition, at };
	const detectedAt = isoOf(at);
	const resource = settings.record.id;
	return [
		{
			...rest,
			events,
			...usage,
			recovered: last?.condition === 'failed',
			_event: { id: `${resource}:health:${detectedAt}`, type: 'health', resource, detectedAt },
		},
	];
}

/** Fails a poll, so that n8n shows it and runs error workflows. */
class StalledError extends Error {
	/** What n8n reads of a poll that failed: it is worth another try. */
	readonly failure = { cause: 'temporarily-unavailable' } as const;
}

/** @throws StalledError when it has come no further for longer than the user allows. */
export function assertMoving(
	stalled: { readonly since: number; readonly said: string } | undefined,
	{ now, settings }: { readonly now: number; readonly settings: Pick<Settings, 'failAfterMs'> },
): void {
	const { failAfterMs } = settings;
	if (!stalled || failAfterMs === 0 || now - stalled.since < failAfterMs) return;
	throw new StalledError(`The trigger ${stalled.said}`);
}
