/** An answer to an AI agent that is full before the list is at its end. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../api/lists/pages';
import { ROUTES } from '../api/routes/routes';
import type { ServiceRequest } from '../api/types';
import { continuation, type AnswerRoom } from './agent';
import type { Run } from './operation';
import { shapeAll, type Shaper } from './output';

/** Where an answer that is full stops. */
interface Full {
	/** What the pages before hold. */
	readonly records: readonly IDataObject[];
	/** What of the last page fits, beginning with the first. */
	readonly fitting: readonly IDataObject[];
	/** The room that there was for the last page, and the cursor with which it began. */
	readonly room: AnswerRoom;
	readonly startCursor?: string;
	readonly shape: Shaper;
	/** How many records the list has. */
	readonly all?: number;
	/** Whether the answer itself began with a cursor. */
	readonly isLater: boolean;
}

/**
 * A cursor leads on only from a page's end. So what fits of the last page is read once more, as a
 * page of its own, and shown as it then is: of a list that changed meanwhile nothing is passed over.
 */
export async function continued(
	{ client, customs }: Pick<Run, 'client' | 'customs'>,
	request: ServiceRequest,
	{ records, fitting, room, startCursor, shape, ...ending }: Full,
): Promise<IDataObject[]> {
	const endedAt = (shown: readonly IDataObject[], cursor?: string) => [
		...shown,
		continuation(shown.length, { ...ending, startCursor: cursor }),
	];
	const style = ROUTES[client.version][request.operation]?.list?.style;
	if (style !== 'cursor') return endedAt([...records, ...fitting]);
	const limit = fitting.length;
	if (limit > 0) {
		const part = pages(client, request, { limit, startCursor, pageLimit: 1 });
		const page = (await part.next()).value ?? { records: [] };
		const shaped = await shapeAll(page.records, shape, customs);
		const shown = room.take(shaped, records.length === 0);
		if (shown.length === shaped.length) {
			const all = [...records, ...shown];
			const isWhole = page.nextCursor === undefined && page.records.length < limit;
			return isWhole ? all : endedAt(all, page.nextCursor);
		}
	}
	return endedAt(records, startCursor);
}
