/** How a trigger is: each poll knows, n8n's log says it, and an item of its own if wanted. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceTrouble } from '../polling';
import { isoOf } from '../shared';
import type { Standing } from './log';
import type { Poll } from './pollContext';

/** What a poll found. */
export interface Found {
	readonly records: IDataObject[];
	/** Absent for a poll that had to wait for n8n. */
	readonly progress?: Progress;
}

/** How far a poll came. */
interface Progress {
	/** Why it left something for later polls. */
	readonly stopped?: string;
	readonly standing?: Standing;
	/** The service's time. */
	readonly at: number;
	/** By how much it is behind that. */
	readonly lagMs?: number;
	/** How many records are left to be read, if the service says. */
	readonly backlog?: number;
	readonly recordsRead?: number;
}

function healthOf({ client }: Poll, progress: Progress) {
	const { stopped, standing, lagMs, backlog, recordsRead } = progress;
	const { requests, today } = client.usage;
	const isBehind = stopped !== undefined;
	const lag = lagMs === undefined ? null : Math.max(0, Math.round(lagMs / 1000));
	return {
		condition: standing ? 'stalled' : isBehind ? 'behind' : 'working',
		lagSeconds: isBehind ? lag : 0,
		backlog: isBehind ? (backlog ?? null) : 0,
		recordsRead: recordsRead ?? null,
		...(standing && { problem: `It ${standing.said}` }),
		requests,
		requestsToday: today,
	};
}

const HOUR = 3_600_000;

/** The item, if it is wanted and says something new, or nothing was said for an hour. */
export function healthRecords(poll: Poll, { records, progress }: Found): IDataObject[] {
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

/** @throws ServiceTrouble when it has emitted nothing and come no further for longer than the user allows. */
export function assertMoving({ settings }: Poll, { records, progress }: Found): void {
	const { failAfterMs } = settings;
	const { standing, at = 0 } = progress ?? {};
	if (records.length > 0 || !standing || failAfterMs === 0) return;
	if (at - standing.since >= failAfterMs) throw new ServiceTrouble(`The trigger ${standing.said}`);
}
