import { idsOf, times, type Fields } from './support/client';
import { hold, lacks, lists, same, type Rule, type Step } from './support/rules';

const tickets = '/custom_object_defs/ticket/custom_objects';
const assets = '/custom_object_defs/asset/custom_objects';
const ticket = {
	subject: 'Broken',
	due_date: '2026-08-01T00:00:00.000Z',
	priority: 0,
	status: 'open',
	assignees: [1, 2],
};
const asset = {
	serial: 'S-1',
	value: '12.50',
	manual: 'https://m.example',
	floor: 3,
	tags: ['leased', 'mobile'],
	bought_on: '2026-01-02T03:04:05.000Z',
};
const of = (more: object) => ({ customObjectDefKey: 'asset', ...more });
const refused = (code: string, path: string, ...forms: object[]) =>
	forms.map((form): Rule => [
		`${JSON.stringify(form)} is a ${code}`,
		'v2',
		[`POST ${path}`, form, code],
	]);

describe('custom objects (v2 §2.8, §4.11)', () => {
	hold(
		[],
		[
			...[[tickets, ticket] as const, [assets, asset] as const].map(([path, form]): Rule => [
				`all field types are written and read back: ${path}`,
				'v2',
				[`POST ${path}`, form, form],
				[`GET ${path}/1`, same],
			]),
			[
				'an unset field reads as null, and so does an empty list (S8)',
				'v2',
				[`POST ${tickets}`, {}, { subject: null, priority: null, assignees: null }],
				[`POST ${tickets}`, { assignees: [] }, { assignees: null }],
				[`POST ${assets}`, { tags: [] }, { tags: null }],
			],
			[
				'a decimal keeps all digits (S8)',
				'v2',
				[`POST ${assets}`, { value: '12345678901234567.89' }, { value: '12345678901234567.89' }],
				[`GET ${assets}?value=12345678901234567.9`, { totalCount: 0 }],
			],
			...refused(
				'BAD_REQUEST',
				tickets,
				{ subject: 5 },
				{ due_date: 'soon' },
				{ priority: '1' },
				{ priority: 1.5 },
				{ status: ['open'] },
				{ assignees: 1 },
				{ assignees: ['1'] },
				{ assignees: [1.5] },
				// S8.
				{ priority: 2 ** 53 },
				{ deals: null },
				{ customers: null },
				{ contacts: null },
			),
			...refused(
				'BAD_REQUEST',
				assets,
				{ value: 12.5 },
				{ value: 'much' },
				{ manual: 1 },
				{ tags: 'leased' },
			),
			...refused('VALIDATION_FAILED', tickets, { status: 'gone' }, { nothing: 'x' }),
			...refused('VALIDATION_FAILED', assets, { tags: ['leased', 'gone'] }),
			...refused('NOT_FOUND', tickets, { assignees: [6] }, { deals: [{ id: 99 }] }),
			[
				'a missing definition or object is a 404; so is one of another definition',
				'v2',
				[`POST ${tickets}`, {}],
				['GET /custom_object_defs/none/custom_objects', 'NOT_FOUND'],
				[`GET ${tickets}/99`, 'NOT_FOUND'],
				[`GET ${assets}/1`, 'NOT_FOUND'],
			],
			[
				'update is partial; null and empty text delete a value; the answer is {}',
				'v2',
				[`POST ${assets}`, asset],
				[
					`PATCH ${assets}/1`,
					{ serial: '', floor: null, value: '3' },
					(body: Fields) => expect(body).toEqual({}),
				],
				[`GET ${assets}/1`, { ...asset, serial: null, floor: null, value: '3' }],
			],
			[
				'delete answers 200 without a body',
				'v2',
				[`POST ${tickets}`, {}],
				[`DELETE ${tickets}/1`, null],
				[`GET ${tickets}/1`, 'NOT_FOUND'],
			],
		],
	);
});

describe('associations (v2 §2.8)', () => {
	const related = `GET ${tickets}/1?include_related_objects=1`;
	const shown =
		(...expected: number[][]) =>
		({ deals, customers, contacts }: Fields) =>
			expect([deals, customers, contacts].map(idsOf)).toEqual(expected);
	hold(
		[
			['+ customer', [{}, {}]],
			['+ deal', [{}, {}]],
			['+ contact', [{}, {}]],
		],
		[
			[
				'are added by {id}, removed by {id, delete: true}, read with include_related_objects=1',
				'v2',
				[
					`POST ${tickets}`,
					{ deals: [{ id: 1 }, { id: 2 }], customers: [{ id: 1 }], contacts: [{ id: 2 }] },
				],
				[`GET ${tickets}/1`, lacks('deals', 'customers', 'contacts')],
				[related, undefined, shown([1, 2], [1], [2])],
				[
					`PATCH ${tickets}/1`,
					{ deals: [{ id: 1, delete: true }], customers: [{ id: 2 }], contacts: [] },
				],
				[related, undefined, shown([2], [1, 2], [2])],
				['GET /deals/2?include_related_objects=1', { customObjects: [{ id: 1 }] }],
			],
		],
	);
});

describe('the list (v2 §4.11)', () => {
	const found = (query: string, ...ids: number[]): Step => [
		`GET ${assets}?${query}`,
		lists(...ids),
	];
	const wrong = (query: string): Step => [`GET ${assets}?${query}`, 'BAD_REQUEST'];
	const at = '2021-01-01T00:00:00Z';
	const dated = of({ createdAt: at, updatedAt: '2021-02-01T00:00:00Z' });
	const filters: Array<[itemKey: string, value: string, other: string, wrong?: string]> = [
		['serial', 'F-1', 'F-2'],
		['floor', '31', '32', '31x'],
		['value', '7.50', '8', 'x'],
		['bought_on', '2026-09-09T00:00:00.000Z', '2026-09-10T00:00:00.000Z', 'x'],
	];
	hold(
		[],
		[
			[
				'has fixed 100 per call; limit cannot be given',
				'v2',
				['+ customObject', times(130, () => of({}))],
				[
					`GET ${assets}`,
					({ customObjects, hasMore, totalCount }) =>
						expect([(customObjects as object[]).length, hasMore, totalCount]).toEqual([
							100,
							true,
							130,
						]),
				],
				wrong('limit=10'),
			],
			[
				'is sorted ascending only, by createdAt or updatedAt',
				'v2',
				['+ customObject', [of({}), { ...dated, updatedAt: '2030-01-01T00:00:00Z' }]],
				found('sort=createdAt', 2, 1),
				found('sort=updatedAt', 1, 2),
				...['-createdAt', 'created_at', 'serial'].map((sort) => wrong(`sort=${sort}`)),
			],
			...filters.map(([itemKey, value, other, malformed]): Rule => [
				`${itemKey} is an equality filter`,
				'v2',
				[
					'+ customObject',
					[value, other].map((each) =>
						of({ [itemKey]: itemKey === 'floor' ? Number(each) : each }),
					),
				],
				found(`${itemKey}=${value}`, 1),
				...(malformed ? [wrong(`${itemKey}=${malformed}`)] : [found(`${itemKey}=f-1`)]),
			]),
			[
				'decimals and dates are compared by what they mean',
				'v2',
				[
					'+ customObject',
					[of({ value: '99.10', bought_on: '2025-02-01T09:00:00+09:00' }), of({})],
				],
				found('value=99.1', 1),
				found('bought_on=2025-02-01', 1),
			],
			[
				'equalityIgnoresCase counts here, too (S5)',
				'v2',
				['+ customObject', [of({ serial: 'AbC' })]],
				found('serial=abc'),
				['options', { equalityIgnoresCase: true }],
				found('serial=abc', 1),
			],
			['other types are no filters', 'v2', wrong('manual=x'), wrong('tags=x')],
			[
				'windows on creation and update',
				'v2',
				['+ customObject', [dated, of({})]],
				found(`createdAtTo=${at}`, 1),
				found(`updatedAtTo=${at}`),
			],
		],
	);
});

describe('bulk (v2 §4.11)', () => {
	const path = `${tickets}/bulk`;
	const changed = (...customObjects: object[]): [string, object] => [
		`PATCH ${path}`,
		{ customObjects },
	];
	hold(
		[[`POST ${path}`, { customObjects: [{ priority: 1 }, { priority: 2 }] }, [1, 2]]],
		[
			[
				'update answers the ids, too',
				'v2',
				[...changed({ id: 2, subject: 'B' }, { id: 1, subject: 'A' }), [2, 1]],
				[`GET ${tickets}/2`, { subject: 'B', priority: 2 }],
			],
			[
				'if an id repeats, the last row wins',
				'v2',
				[...changed({ id: 1, subject: 'First', priority: 9 }, { id: 1, subject: 'Last' }), [1]],
				[`GET ${tickets}/1`, { subject: 'Last', priority: 1 }],
			],
			...[
				{ subject: 5 },
				{ priority: 1.5 },
				{ status: 'gone' },
				{ deals: [{ id: 99 }] },
				{ assignees: [99] },
			].map((wrong): Rule => [
				`a row with ${JSON.stringify(wrong)} refuses the bulk where a later one overrides it, too (S8)`,
				'v2',
				[
					...changed({ id: 1, ...wrong }, { id: 1, subject: 'Last' }),
					(wrong.deals ?? wrong.assignees)
						? 'NOT_FOUND'
						: wrong.status
							? 'VALIDATION_FAILED'
							: 'BAD_REQUEST',
				],
				[`GET ${tickets}/1`, { subject: null }],
			]),
			[
				'of a row that a later one overrides nothing is kept, also no association',
				'v2',
				['+ deal', [{}]],
				[...changed({ id: 1, deals: [{ id: 1 }] }, { id: 1, subject: 'Last' }), [1]],
				[`GET ${tickets}/1?include_related_objects=1`, { subject: 'Last', deals: [] }],
			],
			[
				'one refused row rolls back all of them',
				'v2',
				[...changed({ id: 1, subject: 'Half' }, { id: 99 }), 'NOT_FOUND'],
				[`GET ${tickets}/1`, { subject: null }],
			],
		],
	);
});
