import { inSnakeCase, onRest, renamed } from './answerChanges';
import { aDeployment, type Dialect } from './dialect';

const ofTotal = 'totalCount';
const ofEnd = 'nextCursor on the last page';
const ofNames = 'the names of what stands beside a list';
const names = ['totalCount', 'hasMore', 'nextCursor'];

/** What stands beside the elements of a list. */
export const pageDialects: Dialect[] = [
	{
		name: 'no-total-count',
		says: 'Lists do not say how many records there are.',
		...{ allowedBy: aDeployment, concerns: ofTotal, sees: '{"deals": […], "hasMore": true, …}' },
		answer: onRest(({ totalCount: _, ...rest }) => rest),
	},
	{
		name: 'total-count-as-text',
		says: 'The number of records is text.',
		...{ allowedBy: aDeployment, concerns: ofTotal, sees: '"totalCount": "12"' },
		answer: onRest((rest) =>
			'totalCount' in rest ? { ...rest, totalCount: String(rest.totalCount) } : rest,
		),
	},
	{
		name: 'total-count-estimated',
		says: 'The number of records is rounded up to hundreds.',
		...{ allowedBy: 'S2', concerns: ofTotal, sees: '12 records, "totalCount": 100' },
		answer: onRest((rest) =>
			typeof rest.totalCount === 'number'
				? { ...rest, totalCount: Math.ceil(rest.totalCount / 100) * 100 }
				: rest,
		),
	},
	{
		name: 'no-has-more',
		says: 'Only the cursor says whether more records follow.',
		...{ allowedBy: aDeployment, concerns: 'hasMore', sees: '{"deals": […], "nextCursor": "…"}' },
		answer: onRest(({ hasMore: _, ...rest }) => rest),
	},
	{
		name: 'next-cursor-empty-at-end',
		says: 'The last page has an empty cursor.',
		...{ allowedBy: 'v2 §4, S2', concerns: ofEnd, sees: '"nextCursor": ""' },
		answer: onRest((rest) => (rest.nextCursor === null ? { ...rest, nextCursor: '' } : rest)),
	},
	{
		name: 'next-cursor-absent-at-end',
		says: 'The last page has no cursor.',
		...{ allowedBy: 'v2 §4, S2', concerns: ofEnd, sees: '{"deals": […], "hasMore": false}' },
		answer: onRest(({ nextCursor, ...rest }) =>
			nextCursor === null || nextCursor === undefined ? rest : { ...rest, nextCursor },
		),
	},
	{
		name: 'page-fields-snake-case',
		says: 'Totals and cursors are spelled in snake_case.',
		...{ allowedBy: aDeployment, concerns: ofNames },
		sees: '"total_count": 12, "has_more": true, "next_cursor": "…"',
		answer: onRest((rest) =>
			renamed(rest, Object.fromEntries(names.map((name) => [name, inSnakeCase(name)]))),
		),
	},
	{
		name: 'page-fields-short',
		says: 'Totals and cursors have short names.',
		...{ allowedBy: aDeployment, concerns: ofNames },
		sees: '"total": 12, "more": true, "next": "…"',
		answer: onRest((rest) =>
			renamed(rest, { totalCount: 'total', hasMore: 'more', nextCursor: 'next' }),
		),
	},
];
