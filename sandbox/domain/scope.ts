import type { Caller } from '../contract/operation';
import type { Service } from './service';
import type { Timed } from './properties/property';
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

/** The dates of a new record; one that a direct write creates at a moment was not updated later. */
export function newTimes(
	{ service, caller }: Scope,
	{ createdAt, updatedAt, visibleAt }: Overrides = {},
): Omit<Timed, 'id'> {
	const { domainId } = caller;
	const stamps = service.creationStamps();
	return {
		domainId,
		createdAt: createdAt ?? stamps.createdAt,
		updatedAt: updatedAt ?? createdAt ?? stamps.updatedAt,
		...visibility(service, visibleAt),
		version: 1,
	};
}

/** The dates of a record, if it has any, after an accepted update, also one that changes nothing (S3). */
export function nextTimes(
	{ service }: Scope,
	row: Partial<Timed>,
	{ createdAt = row.createdAt, updatedAt, visibleAt }: Overrides = {},
) {
	const moved = updatedAt ?? Math.max(row.updatedAt ?? 0, service.stamp());
	const version = (row.version ?? 0) + 1;
	return { createdAt, updatedAt: moved, ...visibility(service, visibleAt), version };
}

function visibility(service: Service, visibleAt?: number): Pick<Timed, 'listAt' | 'searchAt'> {
	const { visibilityLagMs, searchLagMs } = service.options;
	if (visibleAt === undefined && visibilityLagMs === 0 && searchLagMs === 0) {
		return { listAt: 0, searchAt: 0 };
	}
	const listAt = visibleAt ?? service.clock.now() + visibilityLagMs;
	return { listAt, searchAt: listAt + searchLagMs };
}

/** Reads a date-time of a request; undefined stays undefined. */
export function moment(name: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const ms = readDateTime(value);
	if (Number.isNaN(ms)) throw badRequest(`${name} must be an ISO 8601 date-time`);
	return ms;
}
