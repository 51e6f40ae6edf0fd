import { pages } from '../../api/lists/pages';
import type { ServiceRequest } from '../../api/types';
import type { Run } from '../operation';

/** How many records a list has, by its first page; `undefined` where that does not say. */
export async function totalOf(
	{ client }: Pick<Run, 'client'>,
	request: ServiceRequest,
): Promise<number | undefined> {
	const first = await pages(client, request, { limit: 1 }).next();
	return first.value?.totalCount;
}
