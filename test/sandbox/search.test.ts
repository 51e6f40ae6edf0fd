/** Searches of both versions (v2 §4.4, §4.6, §4.9; v1 §4, Search body; S3). */
import rules from './search.json';
import { times } from './support/client';
import { and, filterOf, or } from './support/forms';
import { hold, holdAll, type Outcome, type Rule, type Step } from './support/rules';

holdAll(rules);

const search = (body: object, outcome: Outcome): Step => ['POST /customers/search', body, outcome];
const found = (filter: object, ...ids: number[]) =>
	search({ filter, sort: { field: { name: 'id' }, order: 'ASC' } }, { $ids: ids });
const number = (integerValue: unknown) => ({ integerValue });
const idIs = (operator: string, id: number) => filterOf('id', operator, number(id));

describe('the tree may be as deep as it has nodes: 300, the outermost not counted (v2 §4.4, §8)', () => {
	/** `wrap` around `wrap` around … the filter. */
	const nested = (depth: number, inner: object, wrap: (inside: object, level: number) => object) =>
		times(depth, (level) => level).reduce(wrap, inner);
	const around = (depth: number) => nested(depth, idIs('=', 3), (inside) => and(inside));
	const branch = (id: number) =>
		nested(70, idIs('=', id), (inside, level) => (level % 2 ? and : or)(inside, idIs('=', id)));
	const wide = (count: number) => and(...times(count, () => idIs('>', 0)));
	const refused = (filter: object) => search({ filter }, 'BAD_REQUEST');
	const open = '{"compositeFilter":{"logicalOperator":"AND","subFilters":[';
	hold(
		[['+ customer', times(40, () => ({}))]],
		[
			...[1, 100, 299].map((depth): Rule => [
				`${depth} composites around one comparison`,
				found(and(around(depth)), 3),
			]),
			[
				'AND and OR by turns keep their meaning at every depth',
				// Each AND keeps less, each OR brings one back: the order of the levels shows in what is left.
				found(
					nested(60, idIs('<=', 40), (inside, level) =>
						level % 2 === 0 ? and(inside, idIs('>', level / 2 + 1)) : or(inside, idIs('=', 1)),
					),
					1,
					...times(10, (at) => 31 + at),
				),
				found(or(branch(5), branch(7)), 5, 7),
			],
			[
				'a comparison with nothing below the depths counts as not met',
				found(
					nested(80, filterOf('employee', '>', number(9000)), (inside, level) =>
						(level % 2 === 0 ? or : and)(inside, idIs('=', 2)),
					),
					2,
				),
			],
			[
				'more are refused, deep or wide',
				refused(and(around(300))),
				refused(wide(301)),
				refused(and(wide(299), idIs('>', 0))),
				...[wide(300), and(wide(298), idIs('>', 0))].map((filter) =>
					search({ filter, limit: 1 }, { totalCount: 40 }),
				),
			],
			...[1_000, 100_000].map((depth): Rule => [
				`${depth} levels are refused, and nothing else happens`,
				[
					'POST /customers/search',
					`{"filter":${open.repeat(depth)}${JSON.stringify(idIs('=', 3))}${']}}'.repeat(depth)}}`,
					'BAD_REQUEST',
				],
				found(idIs('=', 3), 3),
			]),
		],
	);
});

describe('decimals are compared and sorted by all of their digits (S8)', () => {
	const inOrder = [
		'-12345678901234567.9',
		'-12345678901234567.89',
		'-1000',
		'-12',
		'-1.5',
		'-1.25',
		'-0.01',
		'0',
		'0.0000001',
		'0.1',
		'1.25',
		'1.5',
		'9.99',
		'10',
		'12',
		'9999999999999999.9',
		'12345678901234567.89',
		'12345678901234567.9',
		'1' + '0'.repeat(30),
	];
	const field = { itemKey: 'customer_decimal_number' };
	const ids = inOrder.map((_, at) => at + 1);
	const sorted = (order: string, outcome: Outcome) =>
		search({ filter: filterOf(field, 'IS NOT NULL'), sort: { field, order } }, outcome);
	const compared = (operator: string, decimalValue: unknown, ...expected: number[]) =>
		found(filterOf(field, operator, { decimalValue }), ...expected);
	hold(
		[
			[
				'+ customer',
				inOrder
					.map((value, at) => ({ id: at + 1, customerCustoms: [{ ...field, value }] }))
					.reverse(),
			],
		],
		[
			['sorted', sorted('ASC', { $ids: ids }), sorted('DESC', { $ids: ids.toReversed() })],
			...inOrder.map((value, at): Rule => [
				`compared with ${value}`,
				compared('=', value, at + 1),
				compared('=', value.includes('.') ? `${value}0` : `${value}.0`, at + 1),
				compared('<', value, ...ids.slice(0, at)),
				compared('>=', value, ...ids.slice(at)),
			]),
			['negative zero is zero', compared('=', '-0.0', ids[inOrder.indexOf('0')] ?? 0)],
		],
	);
});
