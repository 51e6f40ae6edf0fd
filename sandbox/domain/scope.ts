import type { Caller } from '../contract/operationContract';
import type { Service } from './service';
import type { BaseRow, DatedRow } from './properties/property';
import { readDateTime } from '../contract/time';
import { badRequest } from '../contract/refusal';

/** Where a rule applies: the service, and the caller whose domain the records belong to. */
export interface Scope {
	service: Service;
	caller: Caller;
}

/** As a team token: whoever writes directly is held back by no permission and no lock. */
export const directScope = (service: Service, domainId: number): Scope => ({
	service,
	caller: { kind: 'team', domainId, userId: null, permissions: null },
});

/** What a direct write (`/__sandbox/records`) may set and a call never can; moments in ms. */
export interface Overrides {
	id?: number | undefined;
	createdAt?: number | undefined;
	updatedAt?: number | undefined;
	/** When lists show the write. */
	visibleAt?: number | undefined;
}

/**
 * The dates of a write, also of one that changes nothing (S3). A record that a direct write creates at a
 * moment was not updated later.
 */
export function timesOf(
	{ service }: Scope,
	{ createdAt, updatedAt, visibleAt }: Overrides,
	before?: Partial<DatedRow>,
): Omit<DatedRow, keyof BaseRow> {
	const { visibilityLagMs, searchLagMs, createdBeforeUpdatedMs } = service.options;
	const now = service.clock.now();
	const stamp = service.stamp(now);
	const ofWrite = before ? Math.max(before.updatedAt ?? 0, stamp) : (createdAt ?? stamp);
	const listAt = visibleAt ?? now + visibilityLagMs;
	const unlessNow = (at: number) => (at > now ? at : 0);
	return {
		createdAt: createdAt ?? before?.createdAt ?? service.stamp(now - createdBeforeUpdatedMs),
		updatedAt: updatedAt ?? ofWrite,
		listAt: unlessNow(listAt),
		searchAt: unlessNow(listAt + searchLagMs),
		version: (before?.version ?? 0) + 1,
	};
}

/** Reads a date-time of a request; undefined stays undefined. */
export function readMoment(name: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const ms = readDateTime(value);
	if (Number.isNaN(ms)) throw badRequest(`${name} must be an ISO 8601 date-time`);
	return ms;
}
