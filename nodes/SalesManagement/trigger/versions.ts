import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import { inOneOrder } from '../fields';
import type { Row } from '../polling';
import { contentReader } from '../records/content';
import type { RecordDescription } from '../records/record';

/** Five characters of a hash tell versions of one record apart; a full one would fill the state. */
const DIGEST_LENGTH = 5;

/** A few characters that differ when the content differs. */
export const digestOf = (content: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([inOneOrder(content)]))
		.digest('base64url')
		.slice(0, DIGEST_LENGTH);

/** Milliseconds since 1970; a time without an offset is read as UTC (v2 §2.1). */
export function timeOf(value: unknown): number {
	if (typeof value !== 'string') return NaN;
	return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
}

/**
 * Makes a reader of versions: of a record, the time and the content that tell one from the next.
 * @param watchedOf the value that the event compares, if any.
 */
export function versionReader(
	description: RecordDescription,
	watchedOf?: (record: IDataObject) => string,
): (record: IDataObject) => Row<IDataObject> {
	const contentOf = contentReader(description);
	/** @throws UsageError for a record that can't be told from its other versions. */
	return (record) => {
		const { id: givenId, createdAt: created, updatedAt: updated, ...content } = record;
		const id = Number(givenId);
		const updatedAt = timeOf(updated);
		if (!Number.isInteger(id) || Number.isNaN(updatedAt)) {
			throw new UsageError(
				'The service sent a record without an ID or an update time, so its changes can’t be watched.',
			);
		}
		const createdAt = timeOf(created);
		return {
			id,
			// Without a time of creation a record is never taken for new.
			createdAt: Number.isNaN(createdAt) ? 0 : createdAt,
			updatedAt,
			digest: digestOf(contentOf(content)),
			...(watchedOf && { watched: watchedOf(record) }),
			record,
		};
	};
}
