import { bulkCalls, inSnakeCase, onList, onRecord, onSuccess, type List } from './answerChanges';
import { aDeployment, type Dialect } from './dialect';

const ofLists = 'the envelope of lists';
const ofRecords = 'the envelope of records';
const ofBulk = 'the answers of bulk calls';

const called = (nameOf: (list: List, id: string) => string) =>
	onList((list, { operation, body }) => ({
		body: Object.fromEntries(
			Object.entries(body as object).map(([name, value]: [string, unknown]) => [
				name === list.name ? nameOf(list, operation?.id ?? '') : name,
				value,
			]),
		),
	}));

const headerOf = (name: string) => `x-${inSnakeCase(name).replaceAll('_', '-')}`;
/** Nothing for null, and no letter that a header can't hold. */
const inHeader = (value: unknown) =>
	value === null ? undefined : encodeURI(typeof value === 'string' ? value : JSON.stringify(value));

/** What stands around records. */
export const envelopeDialects: Dialect[] = [
	{
		name: 'lists-in-data',
		says: 'The elements of every list are in data.',
		...{ allowedBy: aDeployment, concerns: ofLists, sees: '{"data": […], "hasMore": true, …}' },
		answer: called(() => 'data'),
	},
	{
		name: 'lists-in-items',
		says: 'The elements of every list are in items.',
		...{ allowedBy: aDeployment, concerns: ofLists, sees: '{"items": […], "hasMore": true, …}' },
		answer: called(() => 'items'),
	},
	{
		name: 'lists-in-data-with-meta',
		says: 'The elements of every list are in data, and totals and cursors in meta.',
		...{ allowedBy: aDeployment, concerns: ofLists },
		sees: '{"data": […], "meta": {"totalCount": 12, …}}',
		answer: onList(({ elements, rest }) => ({ body: { data: elements, meta: rest } })),
	},
	{
		name: 'bare-lists',
		says: 'A list is a bare array; totals and cursors are in headers.',
		...{ allowedBy: aDeployment, concerns: ofLists },
		sees: '[{"id": 1}], X-Total-Count: 12, X-Next-Cursor: …',
		answer: onList(({ elements, rest }) => ({
			body: elements,
			headers: Object.fromEntries(
				Object.entries(rest).map(([name, value]) => [headerOf(name), inHeader(value)]),
			),
		})),
	},
	{
		name: 'list-names-snake-case',
		says: 'The names of lists are in snake_case.',
		...{ allowedBy: aDeployment, concerns: ofLists, sees: '{"user_groups": […], …}' },
		answer: called(({ name }) => inSnakeCase(name)),
	},
	{
		name: 'list-names-full',
		says: 'Lists of actions say whose actions they are.',
		...{ allowedBy: aDeployment, concerns: ofLists, sees: '{"dealActions": […], …}' },
		answer: called(({ name }, id) => (name === 'actions' ? id.replace(/\..*$/, 's') : name)),
	},
	{
		name: 'records-in-data',
		says: 'A single record is in data.',
		...{ allowedBy: aDeployment, concerns: ofRecords, sees: '{"data": {"id": 1, …}}' },
		answer: onRecord((record) => ({ data: record })),
	},
	{
		name: 'records-named',
		says: 'A single record is in a property that says what it is.',
		...{ allowedBy: aDeployment, concerns: ofRecords, sees: '{"deal": {"id": 1, …}}' },
		answer: onRecord((record, { operation }) => ({
			[operation?.id.replace(/\..*$/, '') ?? '']: record,
		})),
	},
	{
		name: 'bulk-answers-objects',
		says: 'A bulk call answers with an object for each id.',
		...{ allowedBy: aDeployment, concerns: ofBulk, sees: '[{"id": 1}, {"id": 2}]' },
		answer: onSuccess(bulkCalls, ({ body }) =>
			Array.isArray(body) ? { body: body.map((id: unknown) => ({ id })) } : undefined,
		),
	},
	{
		name: 'bulk-answers-ids',
		says: 'A bulk call answers with its ids in a property.',
		...{ allowedBy: aDeployment, concerns: ofBulk, sees: '{"ids": [1, 2]}' },
		answer: onSuccess(bulkCalls, ({ body }) =>
			Array.isArray(body) ? { body: { ids: body } } : undefined,
		),
	},
];
