/** Lists of both versions: pages, cursors, sort keys, windows and when a write is shown. */
import { idsOf, recordsIn, times, type Fields, type Row } from './support/client';
import { anything } from './support/forms';
import { api, hold, lists, moment, type Rule, type Step } from './support/rules';

const found = (path: string, ...ids: number[]): Step => [`GET ${path}`, lists(...ids)];
const holds = (path: string, count: number, part?: object): Step => [
	`GET ${path}`,
	(body: Fields) => {
		expect([path, recordsIn(body).length]).toEqual([path, count]);
		expect(body).toMatchObject({ ...part });
	},
];
const wrong = (path: string): Step => [`GET ${path}`, 'BAD_REQUEST'];
describe('envelopes and pages (v2 §4, §8; v1 §2, §8)', () => {
	const kinds = ['customer', 'deal', 'contact', 'dealAction', 'user', 'userGroup', 'role'];
	const pathOf = (kind: string) =>
		({ userGroup: '/user_groups', dealAction: '/actions' })[kind] ?? `/${kind}s`;
	const pageList = (path: string, total: number): Rule => [
		`${path}: 100 a page, whatever the limit`,
		holds(`${path}?limit=5`, 100, { totalCount: total, page: 1 }),
		holds(`${path}?page=2`, total - 100, { totalCount: total, page: 2 }),
		holds(`${path}?page=9`, 0),
		...['0', '-1', 'x'].map((page) => wrong(`${path}?page=${page}`)),
	];
	hold(
		[
			...kinds.map((kind): Step => [`+ ${kind}`, times(130, () => ({}))]),
			['+ dealContact', times(130, (at) => ({ deal: { id: 1 }, contact: { id: at + 1 } }))],
		],
		[
			...kinds.slice(0, 4).map((kind): Rule => {
				const path = pathOf(kind);
				const takesLimit = kind === 'customer' || kind === 'deal';
				return [
					`${path}: 100 by default, limit is 1 to 1000; contacts and actions of v1 take page only (S3)`,
					[
						`GET ${path}`,
						{ v2: { hasMore: true, totalCount: 130 }, v1: { page: 1, totalCount: 130 } },
					],
					holds(path, 100),
					[
						`GET ${path}?limit=1000`,
						{
							v2: (body: Fields) => expect(recordsIn(body)).toHaveLength(130),
							v1: (body: Fields) => expect(recordsIn(body)).toHaveLength(takesLimit ? 130 : 100),
						},
					],
					...['0', '1001', 'many', '1.5'].map((limit): Step => [
						`GET ${path}?limit=${limit}`,
						{ v2: 'BAD_REQUEST', v1: takesLimit ? 'BAD_REQUEST' : 200 },
					]),
				];
			}),
			pageList('/users', 135),
			pageList('/user_groups', 132),
			pageList('/roles', 132),
			pageList('/deals/1/contacts', 130),
			[
				'pages of v1 follow each other',
				'v1',
				found('/customers?limit=43&page=4&sort=id', 130),
				found('/customers?limit=43&page=5'),
			],
		],
	);

	test.each(['keyset', 'offset'])(
		'%s: every record is read once through the pages',
		async (cursorKind) => {
			await api.reset();
			await api.options({ cursorKind });
			for (const kind of ['customer', 'deal', 'contact']) {
				await api.records(
					kind,
					times(40, () => ({})),
				);
				for (const version of ['v2', 'v1'] as const) {
					const ids = idsOf(await api.all(version, `/${kind}s?limit=13`));
					expect([kind, ids.sort((a, b) => a - b)]).toEqual([kind, times(40, (at) => at + 1)]);
				}
			}
		},
	);
});

describe('sort (v2 §4, v1 §4 Ordering)', () => {
	const at = (day: number) => `2026-01-0${day}T00:00:00Z`;
	const rows = [
		{ name: 'B', createdAt: at(1), updatedAt: at(2) },
		{ name: 'A', createdAt: at(2), updatedAt: at(3) },
		{ name: 'B', createdAt: at(1), updatedAt: at(3) },
		{ name: 'A', createdAt: at(3), updatedAt: at(3) },
	];
	hold(
		[
			['+ customer', rows],
			['+ deal', rows],
			['+ contact', rows],
		],
		[
			...['/customers', '/deals', '/contacts'].flatMap((path): Rule[] => {
				const byUpdate = (key: string) => [
					found(`${path}?sort=${key}`, 1, 2, 3, 4),
					found(`${path}?sort=-${key}`, 2, 3, 4, 1),
				];
				const byCreation = (key: string) => [
					found(`${path}?sort=${key}`, 1, 3, 2, 4),
					found(`${path}?sort=-${key}`, 4, 2, 1, 3),
				];
				const inSnakeCase = ['updated_at', '-updated_at', 'created_at', '-created_at'];
				const refused = inSnakeCase.map((sort) => wrong(`${path}?sort=${sort}`));
				return [
					[
						`${path} by each key in both directions, ties by id; newest update first`,
						...byUpdate('updatedAt'),
						...byCreation('createdAt'),
						found(path, 2, 3, 4, 1),
						...['shoeSize', 'updatedat', '--updatedAt', '%20updatedAt'].map((sort) =>
							wrong(`${path}?sort=${sort}`),
						),
					],
					[
						`${path} by keys in snake_case where its parameter lists them (v2 §2.1)`,
						'v2',
						...(path === '/deals'
							? refused
							: [...byUpdate('updated_at'), ...byCreation('created_at')]),
					],
					[`${path} by no key in snake_case (v1 §2, S8)`, 'v1', ...refused],
				];
			}),
			[
				'v2 takes no other key',
				'v2',
				...['name', '-id', ''].map((key) => wrong(`/deals?sort=${key}`)),
			],
			[
				'v1 takes several keys, each with its direction',
				'v1',
				found('/customers?sort=-updatedAt,-id', 4, 3, 2, 1),
				found('/customers?sort=name,-createdAt', 4, 2, 1, 3),
			],
		],
	);
});

describe('cursors (v2 §4, common query parameters)', () => {
	const objects = '/custom_object_defs/asset/custom_objects';
	const dated = times(20, (at) => ({ createdAt: new Date(at * 1000).toISOString() }));
	const path = '/customers?limit=10&sort=-createdAt';
	const given: Array<[path: string, other: string, outcome?: string]> = [
		['/customers?limit=5&sort=updatedAt', '/customers?limit=9&sort=updated_at'],
		['/deals?limit=5&sort=updatedAt', '/deals?limit=5&sort=createdAt', 'BAD_REQUEST'],
		['/deals?limit=5&sort=updatedAt', '/deals?limit=5&sort=-updatedAt', 'BAD_REQUEST'],
		['/deals?limit=5&sort=updatedAt', '/deals?limit=5', 'BAD_REQUEST'],
		['/deals?limit=5&dealTypeId=1', '/deals?limit=5&dealTypeId=1'],
		['/deals?limit=5&dealTypeId=1', '/deals?limit=5&dealTypeId=2', 'BAD_REQUEST'],
		['/deals?limit=5', '/customers?limit=5', 'BAD_REQUEST'],
		['/actions?limit=1&active=true', '/actions?limit=1&active=true'],
		['/actions?limit=1&active=true', '/actions?limit=1&active=false', 'BAD_REQUEST'],
		['/actions?limit=1', '/actions?limit=1&sort=startDatetime', 'BAD_REQUEST'],
		[`${objects}?floor=7&sort=updatedAt`, `${objects}?floor=7&sort=updatedAt`],
		[`${objects}?floor=7`, `${objects}?sort=createdAt`, 'BAD_REQUEST'],
	];
	hold(
		[
			['+ customer', dated],
			['+ deal', dated],
			['+ dealAction', dated],
			['+ customObject', times(101, () => ({ customObjectDefKey: 'asset', floor: 7 }))],
		],
		[
			...given.map(([first, other, outcome]): Rule => [
				`one of ${first} is given to ${other}: ${outcome ?? 'it goes on'}`,
				'v2',
				[`GET ${first}`],
				[`GET ${other}&cursor={nextCursor}`, outcome],
			]),
			['text that is no cursor is refused', 'v2', wrong('/deals?cursor=nonsense')],
			...[['keyset', 10] as const, ['offset', 11] as const].map(([cursorKind, id]): Rule => [
				`a write in front: a ${cursorKind} cursor goes on with the record ${id} (S3)`,
				'v2',
				['options', { cursorKind }],
				[`GET ${path}`],
				['+ customer', [{}]],
				[
					`GET ${path}&cursor={nextCursor}`,
					({ customers }) => expect((customers as Row[])[0]?.id).toBe(id),
				],
			]),
			[
				'one older than cursorTtlMs of service time is refused (S3)',
				'v2',
				['options', { cursorTtlMs: 60_000 }],
				['GET /deals?limit=5'],
				['GET /deals?limit=5&cursor={nextCursor}'],
				['clock', 60_001],
				['GET /deals?limit=5&cursor={nextCursor}', 'BAD_REQUEST'],
			],
		],
	);
});

describe('windows on updates (v2 §4.4, §4.6, §4.9; v1 §4; S3)', () => {
	const at = (second: number) => `2026-01-01T00:00:${second}Z`;
	const rows = [10, 20, 30].map((second) => ({ createdAt: at(10), updatedAt: at(second) }));
	const both = (from: number, to: number) => `updatedAtFrom=${at(from)}&updatedAtTo=${at(to)}`;
	hold(
		[
			['+ customer', rows],
			['+ deal', rows],
			['+ contact', rows],
		],
		[
			...['/customers', '/deals', '/contacts'].map((path): Rule => {
				const asked = (query: string, ...ids: number[]) =>
					found(`${path}?sort=updatedAt&${query}`, ...ids);
				return [
					`${path}: both ends belong to one, either may be open, an offset counts`,
					asked(both(10, 30), 1, 2, 3),
					asked(both(20, 20), 2),
					asked(`updatedAtFrom=${at(20)}`, 2, 3),
					asked(`updatedAtTo=${at(20)}`, 1, 2),
					asked('updatedAtFrom=2026-01-01T09:00:20%2B09:00', 2, 3),
					// Without an offset it is UTC (v2 §2.1 rule 2).
					asked('updatedAtTo=2026-01-01T00:00:19.999', 1),
					...['yesterday', '2026-13-01T00:00:00Z', '2026-02-30', '2026-01-01T09:00:20 09:00'].map(
						(text) => wrong(`${path}?updatedAtFrom=${encodeURIComponent(text)}`),
					),
				];
			}),
			[
				'totalCount counts the window, not the page',
				holds(`/customers?limit=1&updatedAtFrom=${at(20)}`, 1, { totalCount: 2 }),
			],
			[
				'with windowEnds exclusive or half-open, fewer ends belong to one',
				['options', { windowEnds: 'exclusive' }],
				found(`/customers?${both(10, 30)}`, 2),
				['options', { windowEnds: 'half-open' }],
				found(`/customers?sort=updatedAt&${both(10, 30)}`, 1, 2),
			],
		],
	);
});

describe('times (v2 §2.1, v1 §2, S3)', () => {
	hold(
		[],
		[
			[
				'creation and update are of one moment; every accepted update moves updatedAt',
				[
					'POST /customers',
					{ name: 'x' },
					({ createdAt, updatedAt }) => expect(updatedAt).toBe(createdAt),
				],
				['clock', 5],
				[
					'PATCH /customers/1',
					{},
					(body, last) => {
						expect(body.createdAt).toBe(last.createdAt);
						expect(String(body.updatedAt) > String(last.updatedAt)).toBe(true);
					},
				],
			],
			[
				'v2 shows them as UTC, v1 with +09:00',
				['+ customer', [{ createdAt: '2025-03-01T00:30:00Z', updatedAt: '2025-03-01T01:00:00Z' }]],
				[
					'GET /customers/1',
					{
						v2: { createdAt: '2025-03-01T00:30:00.000Z' },
						v1: {
							createdAt: '2025-03-01T09:30:00.000+09:00',
							updatedAt: '2025-03-01T10:00:00.000+09:00',
						},
					},
				],
			],
			[
				'they have the granularity set',
				'v2',
				['options', { timestampGranularityMs: 1000 }],
				['POST /customers', { name: 'x' }, { updatedAt: expect.stringMatching(/\.000Z$/) }],
			],
			[
				'createdBeforeUpdatedMs: a creation is that much earlier; an update leaves it (S5)',
				['options', { createdBeforeUpdatedMs: 3 }],
				[
					'POST /customers',
					{ name: 'x' },
					({ createdAt, updatedAt }) =>
						expect(Date.parse(String(updatedAt)) - Date.parse(String(createdAt))).toBe(3),
				],
				['PATCH /customers/1', {}, (body, last) => expect(body.createdAt).toBe(last.createdAt)],
			],
			[
				'shownTimesRoundedMs: shown rounded, compared and sorted exactly (S5)',
				['options', { shownTimesRoundedMs: 1000 }],
				['+ customer', ['499', '500'].map((ms) => ({ updatedAt: `2026-03-01T10:00:00.${ms}Z` }))],
				['GET /customers/1', { updatedAt: moment('2026-03-01T10:00:00Z') }],
				['GET /customers/2', { updatedAt: moment('2026-03-01T10:00:01Z') }],
				found('/customers?updatedAtFrom=2026-03-01T10:00:00.500Z', 2),
				found('/customers?sort=updatedAt', 1, 2),
				// What a user enters is not rounded.
				['+ dealAction', [{ startDatetime: '2026-03-01T10:00:00.499Z' }]],
				['GET /actions/1', { startDatetime: moment('2026-03-01T10:00:00.499Z') }],
			],
		],
	);

	test.each(['v2', 'v1'] as const)(
		'every response of %s carries Date, the service time',
		async (version) => {
			await api.reset();
			const { now } = await api.advance(3 * 60 * 60 * 1000);
			const { headers } = await api.call(version, 'GET /nothing-here');
			expect(Date.parse(String(now)) - Date.now()).toBeGreaterThan(2.9 * 60 * 60 * 1000);
			expect(Date.parse(String(headers.date))).toBeGreaterThan(Date.parse(String(now)) - 1000);
		},
	);
});

describe('late commits (S3)', () => {
	const named = (name: string, count: number): Step =>
		holds(`/customers?searchWord=${name}`, count);
	const indexed = (name: string, count: number): Step => [
		'POST /customers/search',
		{
			filter: {
				valueFilter: {
					field: { name: 'name' },
					comparisonOperator: '=',
					value: { stringValue: name },
				},
			},
		},
		{ totalCount: count },
	];
	hold(
		[['+ customer', [{ name: 'One' }]]],
		[
			[
				'a record is read by id at once, and counted in lists after visibilityLagMs',
				['options', { visibilityLagMs: 60_000 }],
				['POST /customers', { name: 'Late' }],
				['GET /customers/2', { name: 'Late' }],
				named('Late', 0),
				holds('/customers', 1, { totalCount: 1 }),
				['clock', 60_001],
				named('Late', 1),
				holds('/customers', 2, { totalCount: 2 }),
			],
			[
				'until then lists show the version before; the index follows searchLagMs later',
				['options', { visibilityLagMs: 60_000, searchLagMs: 60_000 }],
				...['Two', 'Three'].map((name): Step => ['PATCH /customers/1', { name }]),
				named('One', 1),
				named('T', 0),
				['clock', 60_001],
				named('Three', 1),
				indexed('One', 1),
				['clock', 60_001],
				indexed('One', 0),
				indexed('Three', 1),
			],
		],
	);
});

describe('shortPages: a page may hold less than was asked for (S3)', () => {
	const many = (kind: string): Step => [`+ ${kind}`, times(120, () => ({}))];
	const short = { shortPages: true };
	hold(
		[many('deal'), many('user'), many('customObject'), ['options', short]],
		[
			['half of it, in lists', holds('/deals?limit=20', 10), holds('/deals?limit=1', 1)],
			[
				'in v2 hasMore says so, in searches too',
				'v2',
				holds('/deals?limit=20', 10, { hasMore: true }),
				[
					'POST /deals/search?limit=20',
					{ filter: anything },
					(body) => expect(recordsIn(body)).toHaveLength(10),
				],
			],
			[
				'in v1 the total does',
				'v1',
				holds('/deals?limit=20', 10, { totalCount: 120 }),
				[
					'POST /deals/search',
					{ filter: anything, limit: 20 },
					(body) => expect(recordsIn(body)).toHaveLength(10),
				],
			],
			[
				'where v2 fixes the size of a page, it is whole; v1 fixes none (v2 §8)',
				[
					'GET /users',
					{
						v2: (body: Fields) => expect(recordsIn(body)).toHaveLength(100),
						v1: (body: Fields) => expect(recordsIn(body)).toHaveLength(50),
					},
				],
			],
			[
				'nor is that of custom objects short',
				'v2',
				holds('/custom_object_defs/ticket/custom_objects', 100),
			],
		],
	);

	test.each([7, 1])('all are read through pages of %i, in both versions', async (limit) => {
		await api.reset();
		await api.options(short);
		await api.records(
			'deal',
			times(15, () => ({})),
		);
		for (const version of ['v2', 'v1'] as const) {
			expect(new Set(idsOf(await api.all(version, `/deals?limit=${limit}`))).size).toBe(15);
		}
	});
});

describe('shuffleKeys: keys and custom values come in any order (S5)', () => {
	test.each(['v2', 'v1'] as const)(
		'%s: other orders, the same meaning, lists as they were',
		async (version) => {
			await api.reset();
			await api.records(
				'deal',
				times(5, () => ({})),
			);
			const read = () => api.ok<Row>(version, 'GET /deals/1');
			const order = async () => {
				const deal = await read();
				return [Object.keys(deal).join(), idsOf(deal.dealCustoms).join()];
			};
			const orders = async () => {
				const all = [await order(), await order(), await order(), await order()];
				return [0, 1].map((part) => new Set(all.map((each) => each[part])).size > 1);
			};
			const before = await read();
			expect(await orders()).toEqual([false, false]);
			await api.options({ shuffleKeys: true });
			expect(await orders()).toEqual([true, true]);
			const { dealCustoms, ...rest } = await read();
			expect({ ...rest, dealCustoms: before.dealCustoms }).toEqual(before);
			expect(new Set(idsOf(dealCustoms))).toEqual(new Set(idsOf(before.dealCustoms)));
			expect(idsOf(recordsIn(await api.ok(version, 'GET /deals?sort=createdAt')))).toEqual([
				1, 2, 3, 4, 5,
			]);
		},
	);
});
