/**
 * The health of a trigger: each poll reports it to n8n's log, and in an item of its own if the user wants
 * that.
 */
import type { IDataObject } from 'n8n-workflow';
import { ServiceTrouble } from '../polling';
import { isoOf } from '../shared';
import type { StallReport } from './log';
import type { Poll } from './pollContext';

/** The result of a poll. */
export interface PollResult {
	readonly records: IDataObject[];
	/** Absent for a poll that had to wait for n8n. */
	readonly progress?: Progress;
}

/** How far a poll came. */
interface Progress {
	/** Why it left something for later polls; absent if it did not. */
	readonly stopped?: string;
	readonly stall?: StallReport;
	/** The service's time. */
	readonly at: number;
	/** How far the reading is behind that time, in milliseconds. */
	readonly lagMs?: number;
	/** How many records are left to read, if the service says so. */
	readonly backlog?: number;
	readonly recordsRead?: number;
}

function healthOf({ client }: Poll, progress: Progress) {
	const { stopped, stall, lagMs, backlog, recordsRead } = progress;
	const { requests, today } = client.usage;
	const isBehind = stopped !== undefined;
	const lag = lagMs === undefined ? null : Math.max(0, Math.round(lagMs / 1000));
	return {
		condition: stall ? 'stalled' : isBehind ? 'behind' : 'working',
		lagSeconds: isBehind ? lag : 0,
		backlog: isBehind ? (backlog ?? null) : 0,
		recordsRead: recordsRead ?? null,
		...(stall && { problem: `It ${stall.message}` }),
		requests,
		requestsToday: today,
	};
}

const HOUR = 3_600_000;

/** The health item, if the user wants it, and if the condition changed or the last item is an hour old. */
export function healthRecords(poll: Poll, { records, progress }: PollResult): IDataObject[] {
	if (!progress) return [];
	const { settings, memory, context } = poll;
	const health = healthOf(poll, progress);
	context.logger.debug(`Sales Management Trigger: ${JSON.stringify(health)}`);
	const { at } = progress;
	const { condition } = health;
	const { health: last } = memory;
	const isNews = last?.condition !== condition || Math.abs(at - last.at) >= HOUR;
	if (!settings.health || !isNews) return [];
	memory.health = { condition, at };
	const detectedAt = isoOf(at);
	const resource = settings.record.id;
	return [
		{
			...health,
			events: records.length,
			recovered: last?.condition === 'failed',
			_event: { id: `${resource}:health:${detectedAt}`, type: 'health', resource, detectedAt },
		},
	];
}

/**
 * Asserts that the trigger makes progress.
 * @throws ServiceTrouble if it has neither emitted anything nor made progress for longer than the user
 * allows.
 */
export function assertMoving({ settings }: Poll, { records, progress }: PollResult): void {
	const { failAfterMs } = settings;
	const { stall, at = 0 } = progress ?? {};
	if (records.length > 0 || !stall || failAfterMs === 0) return;
	if (at - stall.since >= failAfterMs) throw new ServiceTrouble(`The trigger ${stall.message}`);
}
