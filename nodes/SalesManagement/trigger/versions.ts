import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import { itemIdOf } from '../fields';
import type { Row } from '../polling';
import { isObject } from '../values';

/** Five characters of a hash tell versions of one record apart; a full one would fill the state. */
const DIGEST_LENGTH = 5;

/** What a service computes or copies from elsewhere: it changes without an update of the record. */
const COMPUTED = new Set(['phaseStayDays', 'updatedAt', 'createdAt']);
const COPIED = new Set(['id', 'name', 'status', 'email']);

/** A list as it is; custom values, whose order means nothing, by their fields (S5). */
function inOrder(list: readonly unknown[]): readonly unknown[] {
	const ids = new Map(list.map((value) => [value, isObject(value) ? itemIdOf(value) : undefined]));
	const isCustoms = [...ids.values()].every((id) => id !== undefined);
	return isCustoms ? [...list].sort((a, b) => Number(ids.get(a)) - Number(ids.get(b))) : list;
}

/**
 * A record's own content, in one order (S5). A reference to another record counts by its id, not by
 * its name.
 */
function ownContent(value: unknown): unknown {
	if (Array.isArray(value)) return inOrder(value).map(ownContent);
	if (!isObject(value)) return value;
	const isReference = 'id' in value && Object.keys(value).every((key) => COPIED.has(key));
	if (isReference && 'name' in value) return value.id;
	return Object.fromEntries(
		Object.keys(value)
			.filter((key) => !COMPUTED.has(key))
			.sort()
			.map((key) => [key, ownContent(value[key])]),
	);
}

/** A few characters that differ when the content differs. */
export const digestOf = (content: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([ownContent(content)]))
		.digest('base64url')
		.slice(0, DIGEST_LENGTH);

/** Milliseconds since 1970; a time without an offset is read as UTC (v2 §2.1). */
export function timeOf(value: unknown): number {
	if (typeof value !== 'string') return NaN;
	return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
}

/** @throws UsageError for a record that can't be told from its other versions. */
export function toRow(
	record: IDataObject,
	watchedOf?: (record: IDataObject) => string,
): Row<IDataObject> {
	const id = Number(record.id);
	const updatedAt = timeOf(record.updatedAt);
	if (!Number.isInteger(id) || Number.isNaN(updatedAt)) {
		throw new UsageError(
			'The service sent a record without an ID or an update time, so its changes can’t be watched.',
		);
	}
	const createdAt = timeOf(record.createdAt);
	return {
		id,
		// Without a time of creation a record is never taken for new.
		createdAt: Number.isNaN(createdAt) ? 0 : createdAt,
		updatedAt,
		digest: digestOf(record),
		...(watchedOf && { watched: watchedOf(record) }),
		record,
	};
}
