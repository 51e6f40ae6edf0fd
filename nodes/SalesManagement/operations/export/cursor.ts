/** Where an export goes on, as the text that stands beside each of its files. */
import { UsageError } from '../../api/errors/errors';
import { isObject } from '../../values';

export interface ExportCursor {
	/** The place in the list. */
	readonly position: string;
	/** The number of the part before. */
	readonly part: number;
	/** From which time the next export of changes begins, in ISO 8601, where it is known. */
	readonly nextStart?: string;
}

const MARK = 'file.';

export const cursorText = ({ position, part, nextStart }: ExportCursor): string =>
	MARK + Buffer.from(JSON.stringify([position, part, nextStart])).toString('base64url');

/**
 * What such a text says; any other is a cursor of the list itself.
 * @throws UsageError for one that was cut off.
 */
export function cursorIn(text: string): ExportCursor {
	if (!text.startsWith(MARK)) return { position: text, part: 0 };
	const [position, part, nextStart] = parsed(text.slice(MARK.length));
	if (typeof position !== 'string' || typeof part !== 'number') {
		throw new UsageError('Start Cursor is not whole: copy all of it.');
	}
	return { position, part, ...(typeof nextStart === 'string' && { nextStart }) };
}

function parsed(packed: string): unknown[] {
	try {
		const value: unknown = JSON.parse(Buffer.from(packed, 'base64url').toString());
		return Array.isArray(value) || isObject(value) ? Object.values(value) : [];
	} catch {
		return [];
	}
}
