/** Bulk calls of both versions: the ids in order, all or nothing, 1,000 items (v2 §4, §8; v1 §4). */
import { times, type Fields } from './support/client';
import { actionForm, dealActionForm, dealForm } from './support/forms';
import { hold, Refused, type Outcome, type Step } from './support/rules';

const { dealType: _, ...deal } = dealForm();
interface Bulk {
	kind: string;
	path: string;
	plural: string;
	/** Beside the items. */
	more?: Fields;
	good: Fields;
	/** An item that refers to nothing. */
	bad: Fields;
	isV2Only?: boolean;
}
const bulks: Bulk[] = [
	{
		kind: 'customer',
		path: '/customers/bulk',
		plural: 'customers',
		good: { name: 'Good' },
		bad: { name: 'Bad', ownerRoleId: 999 },
	},
	{
		kind: 'customerAction',
		path: '/customers/actions/bulk',
		plural: 'actions',
		good: actionForm({ customer: { id: 1 } }),
		bad: actionForm({ customer: { id: 99_999 } }),
	},
	{
		kind: 'deal',
		path: '/deal_types/1/deals/bulk',
		plural: 'deals',
		good: deal,
		bad: { ...deal, customer: { id: 99_999 } },
	},
	{
		kind: 'dealAction',
		path: '/actions/bulk',
		plural: 'actions',
		more: { dealTypeId: 1 },
		good: dealActionForm(),
		bad: dealActionForm({ creator: { id: 99_999 } }),
	},
	{
		kind: 'contactAction',
		path: '/contacts/actions/bulk',
		plural: 'actions',
		isV2Only: true,
		good: actionForm({ contact: { id: 1 } }),
		bad: actionForm({ contact: { id: 99_999 } }),
	},
	{
		kind: 'customObject',
		path: '/custom_object_defs/ticket/custom_objects/bulk',
		plural: 'customObjects',
		good: { subject: 'Good' },
		bad: { assignees: [99_999] },
		isV2Only: true,
	},
];

/** v1 names each refused item by its index (v1 §4), v2 in words. */
const at = (...indexes: number[]) => {
	const each = (one: (index: number) => unknown): unknown =>
		expect.arrayContaining(indexes.map(one));
	return {
		v2: { messages: each((index): unknown => expect.stringContaining(String(index))) },
		v1: { bulkErrors: each((index): unknown => expect.objectContaining({ index })) },
	};
};
const counts = (count: number) => (body: Fields) => expect(body).toHaveLength(count);

describe.each(bulks)('$path', ({ kind, path, plural, more, good, bad, isV2Only }) => {
	const versions = isV2Only ? 'v2' : 'both';
	const bulk = (items: unknown, outcome: Outcome): Step => [
		`POST ${path}`,
		{ ...more, [plural]: items },
		outcome,
	];
	const before = kind === 'deal' || kind === 'customer' ? 1 : 0;
	const untyped = kind === 'customObject' ? { nothing: 1 } : {};
	hold(
		[
			['+ customer', [{}]],
			['+ deal', [{}]],
			['+ contact', [{}]],
		],
		[
			[
				'answers an array of ids, one an item, in their order',
				versions,
				bulk(
					[good, good, good],
					[1, 2, 3].map((id) => id + before),
				),
				bulk([], counts(0)),
			],
			[
				'is all or nothing, and names the items that refer to nothing',
				versions,
				bulk([good, bad, good, bad], new Refused('NOT_FOUND', at(1, 3))),
				['counts', { [kind]: before }],
			],
			[
				'and those that fail their schema',
				versions,
				bulk([good, untyped], new Refused('VALIDATION_FAILED', at(1))),
				['counts', { [kind]: before }],
			],
			[
				'takes at most 1,000 items, in an array',
				versions,
				bulk(
					times(1001, () => good),
					'VALIDATION_FAILED',
				),
				bulk(
					times(1000, () => good),
					counts(1000),
				),
				bulk({}, 'BAD_REQUEST'),
				[`POST ${path}`, { ...more }, 'VALIDATION_FAILED'],
			],
		],
	);
});

describe.each([
	{ path: '/deal_types/1/deals/bulk', plural: 'deals', versions: 'both' as const },
	{
		path: '/custom_object_defs/ticket/custom_objects/bulk',
		plural: 'customObjects',
		versions: 'v2' as const,
	},
])('update: $path', ({ path, plural, versions }) => {
	const changed = (count: number, outcome?: Outcome): Step => [
		`PATCH ${path}`,
		{ [plural]: times(count, () => ({ id: 1 })) },
		outcome,
	];
	hold(
		[
			['+ deal', [{}]],
			['+ customObject', [{}]],
		],
		[
			[
				'takes at most 1,000 items, each with its id',
				versions,
				changed(1001, 'VALIDATION_FAILED'),
				changed(1000),
				[`PATCH ${path}`, { [plural]: [{ id: 1 }, {}] }, new Refused('VALIDATION_FAILED', at(1))],
			],
		],
	);
});

describe('how v1 words what is wrong with items (v1 §4)', () => {
	const customers = [{ name: 'Good' }, { name: 5 }, {}, { name: 'x', closingMonth: 13 }];
	const deals = [deal, { ...deal, user: { id: 99 } }, { ...deal, phase: { id: 0 } }];
	hold(
		[['+ customer', [{}]]],
		[
			[
				'each by its index, in massages',
				'v1',
				[
					'POST /customers/bulk',
					{ customers },
					new Refused('BAD_REQUEST', {
						bulkErrors: [
							{ index: 1, massages: ['name must be string'] },
							{ index: 2, massages: ['name is required'] },
							{ index: 3, massages: ['closingMonth must be <= 12'] },
						],
					}),
				],
				[
					'POST /deal_types/1/deals/bulk',
					{ deals },
					new Refused('NOT_FOUND', {
						bulkErrors: [
							{ index: 1, massages: ['user 99 does not exist'] },
							{ index: 2, massages: ['phase 0 does not exist'] },
						],
					}),
				],
			],
		],
	);
});
