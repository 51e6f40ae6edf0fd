import type { Caller } from '../contract/operationContract';
import type { Service } from './service';
import type { BaseRow, DatedRow } from './properties/property';
import { readDateTime } from '../contract/time';
import { badRequest } from '../contract/refusal';

/** The context of a rule: the service, and the caller whose domain the records belong to. */
export interface Scope {
	service: Service;
	caller: Caller;
}

/** The scope of direct writes. They act as a team token, so no permission and no lock restricts them. */
export const directScope = (service: Service, domainId: number): Scope => ({
	service,
	caller: { kind: 'team', domainId, userId: null, permissions: null },
});

/** Values that a direct write (`/__sandbox/records`) may set and a call never can; moments are in ms. */
export interface Overrides {
	id?: number | undefined;
	createdAt?: number | undefined;
	updatedAt?: number | undefined;
	/** The moment from which lists show the write. */
	visibleAt?: number | undefined;
}

/**
 * The dates and the version of a write, also of one that changes nothing (S3). If a direct write
 * creates a record with a createdAt alone, updatedAt is the same.
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
