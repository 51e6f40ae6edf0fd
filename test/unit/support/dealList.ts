/** Deals, and the list in which a service that is a function shows them. */
import type { IDataObject } from 'n8n-workflow';
import type { AskedOfService, ServiceReply } from './triggerHost';

export const dealAt = (id: number, updatedAt: number, rest: IDataObject = {}): IDataObject => ({
	id,
	name: `Deal ${id}`,
	createdAt: new Date(updatedAt).toISOString(),
	updatedAt: new Date(updatedAt).toISOString(),
	...rest,
});

/** Deals as the service lists them: within the window, rising or falling, a page at a time. */
export function listOf(deals: readonly IDataObject[], { query }: AskedOfService): ServiceReply {
	const time = (name: string, otherwise: number) =>
		query[name] === undefined ? otherwise : Date.parse(query[name] as string);
	const [from, to] = [time('updatedAtFrom', 0), time('updatedAtTo', Infinity)];
	const at = ({ updatedAt }: IDataObject) => Date.parse(updatedAt as string);
	const sign = query.sort === '-updatedAt' ? -1 : 1;
	const found = deals
		.filter((each) => at(each) >= from && at(each) <= to)
		.sort((a, b) => sign * (at(a) - at(b)));
	const offset = Number(query.cursor ?? 0);
	const end = offset + Number(query.limit);
	const hasMore = end < found.length;
	return {
		body: {
			deals: found.slice(offset, end),
			hasMore,
			nextCursor: hasMore ? String(end) : null,
			totalCount: found.length,
		},
	};
}

export const idsOf = (items: Array<{ json: IDataObject }> | null) =>
	(items ?? []).map(({ json }) => json.id);
