import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { inOneOrder } from '../fields';
import type { Row } from '../polling';
import { contentReader } from '../records/recordContent';
import { NotComparable } from '../records/events';
import type { RecordDescription } from '../records/record';
import { isBlank, quoted, timeOf } from '../shared';

/** Five characters of a hash tell versions of one record apart; a full one would fill the state. */
const DIGEST_LENGTH = 5;

/** A few characters that differ when the content differs. */
export const digestOf = (content: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([inOneOrder(content)]))
		.digest('base64url')
		.slice(0, DIGEST_LENGTH);

/** A record that can't be told from its other versions, or compared with them, and why. */
export interface Unreadable {
	readonly record: IDataObject;
	readonly reason: string;
}

/** A whole number that JavaScript holds exactly: beyond it two ids would become one. */
export const isId = (value: unknown): boolean =>
	(typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) &&
	Number.isSafeInteger(Number(value)) &&
	Number(value) >= 0;

function comparedIn(
	record: IDataObject,
	comparedOf: (record: IDataObject) => string,
): string | NotComparable {
	try {
		return comparedOf(record);
	} catch (error) {
		if (error instanceof NotComparable) return error;
		throw error as Error;
	}
}

/**
 * Makes a reader of versions: of a record, the time and the content that tell one from the next.
 * @param comparedOf the value that the event compares, if any.
 */
export function versionReader(
	description: RecordDescription,
	comparedOf?: (record: IDataObject) => string,
): (record: IDataObject) => Row<IDataObject> | Unreadable {
	const contentOf = contentReader(description);
	return (record) => {
		const { id, createdAt: created, updatedAt: updated, ...content } = record;
		const updatedAt = timeOf(updated);
		// Without a time of creation a record is never taken for new.
		const createdAt = isBlank(created) ? 0 : timeOf(created);
		const aside = (what: string, value: unknown, no: string) => ({
			record,
			reason: `The record’s ${what} is ${quoted(value)}, which is no ${no}`,
		});
		if (!isId(id)) return aside('ID', id, 'whole number up to 2^53');
		if (Number.isNaN(updatedAt)) return aside('updatedAt', updated, 'time');
		if (Number.isNaN(createdAt)) return aside('createdAt', created, 'time');
		const compared = comparedOf && comparedIn(record, comparedOf);
		if (compared instanceof NotComparable) return { record, reason: compared.message };
		const digest = digestOf(contentOf(content));
		const row = { id: Number(id), createdAt, updatedAt, digest, record };
		return compared === undefined ? row : { ...row, compared };
	};
}
