/** How names are found in lists of thousands: in few requests, and never another's record. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/shared';
import { DEAL } from './support/importing';
import { rowsIn, runOn, type Sent } from './support/service';

interface Filter {
	readonly compositeFilter?: { logicalOperator: 'AND' | 'OR'; subFilters: readonly Filter[] };
	readonly valueFilter?: { comparisonOperator: string; value: { stringValue: string } };
}
type Meets = (name: string) => boolean;

/** Equality minds case, `LIKE` does not: a part of the text, `%` is allowed at its ends (S3). */
function meets({ compositeFilter, valueFilter }: Filter): Meets {
	if (compositeFilter) {
		const tests = compositeFilter.subFilters.map(meets);
		return compositeFilter.logicalOperator === 'AND'
			? (name) => tests.every((each) => each(name))
			: (name) => tests.some((each) => each(name));
	}
	const { comparisonOperator, value: { stringValue: text } = { stringValue: '' } } =
		valueFilter ?? {};
	if (comparisonOperator === '=') return (name) => name === text;
	const small = text.toLowerCase();
	const bare = small.replace(/^%|%$/, '');
	if (small.startsWith('%')) return (name) => name.toLowerCase().endsWith(bare);
	if (small.endsWith('%')) return (name) => name.toLowerCase().startsWith(bare);
	return (name) => name.toLowerCase().includes(small);
}

/** Customers of these names, their IDs from 1; the first ones were updated last. */
class Customers {
	private readonly all: ReadonlyArray<{ id: number; name: string; at: number }>;

	constructor(names: readonly string[]) {
		this.all = names.map((name, at) => ({ id: at + 1, name, at: names.length - at }));
	}

	/** The customer of a new deal for each name, or why there is none; and what was asked for them. */
	async find(names: readonly string[]) {
		const input = names.map((name) => ({ name, customer: name }));
		const { items, requests, error } = await runOn('deal.createMany', {
			input,
			continueOnFail: true,
			parameters: {
				...DEAL,
				name: '={{ $json.name }}',
				customer: { __rl: true, mode: 'name', value: '={{ $json.customer }}' },
			},
			respond: (sent) => this.answer(sent),
		});
		if (error) throw error;
		const written = requests.flatMap(({ path, body }) =>
			path.endsWith('/bulk') ? (rowsIn(body) ?? []) : [],
		);
		const ids = new Map(written.map(({ name, customer }) => [name, (customer as IDataObject).id]));
		const asked = requests.filter(({ path }) => path.startsWith('/customers'));
		return {
			found: names.map((name, at) => ids.get(name) ?? textOf(items[at]?.json.error)),
			asked: asked.length,
		};
	}

	private answer({ path, query, body }: Sent) {
		if (!path.startsWith('/customers')) return undefined;
		const { limit = 100, cursor = '0' } = { ...query, ...body };
		const isMet = path.endsWith('/search') ? meets(body.filter as Filter) : () => true;
		const all = this.all
			.filter(({ name }) => isMet(name))
			.sort((a, b) => (query.sort === 'createdAt' ? a.id - b.id : b.at - a.at || b.id - a.id));
		const [from, to] = [Number(cursor), Number(cursor) + Number(limit)];
		const hasMore = to < all.length;
		const customers = all.slice(from, to).map(({ id, name }) => ({ id, name }));
		const nextCursor = hasMore ? String(to) : null;
		return { body: { customers, hasMore, nextCursor, totalCount: all.length } };
	}
}

const many = (count: number, nameOf = (at: number) => `Customer ${at}`) =>
	Array.from({ length: count }, (_, at) => nameOf(at));
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);
const lower = (at: number) => `customer ${at}`;
const NONE = expect.stringContaining(
	'no customer that the credential sees has this name',
) as unknown;

test.each([
	['one search', 2_500, many(299), 1],
	['two searches', 3_000, many(598), 2],
	['more of them', 7_001, many(1_500), 6],
	// What contains "customer 301" is "Customer 3010" as well.
	['one search, in other capital letters', 6_000, many(299, lower), 2],
	['more of them, in other capital letters', 7_001, many(1_500, lower), 12],
])('%s: %i customers', async (_, customers, names, most) => {
	const { found, asked } = await new Customers(many(customers)).find(names);
	expect(found).toEqual(numbers(names.length));
	expect(asked).toBeLessThanOrEqual(most);
});

test('a few that are misspelt cost little, and the others are found', async () => {
	const names = many(598, (at) => (at % 100 === 0 ? `Misspelt ${at}` : `Customer ${at}`));
	const { found, asked } = await new Customers(many(4_000)).find(names);
	expect(found).toEqual(names.map((_, at) => (at % 100 === 0 ? NONE : at + 1)));
	expect(asked).toBeLessThanOrEqual(3);
});

describe('exactly first, then in any case; whatever else it is like is another', () => {
	const several = (ids: RegExp) => expect.stringMatching(ids) as unknown;
	test.each([
		[
			['Acme', 'Beta', 'BETA', 'beTa'],
			{ Acme: 1, BETA: 3, Beta: 2, beta: several(/which 3 have: 2 .*, 3 .* and 4 /) },
		],
		// One of several that are asked for is spelled in two ways.
		[['Alpha', 'Delta', 'Gamma'], { Alpha: 1, ALPHA: 1, Delta: 2, Gamma: 3 }],
		[['Twin', 'Twin'], { Twin: several(/which 2 have: 1 .* and 2 /) }],
		[['Anna Weiß'], { 'Anna Weiss': NONE, 'ANNA WEISS': NONE, 'anna weiß': 1 }],
		[['ılk', 'Café', 'LÖST'], { ilk: NONE, Cafe: NONE, CAFÉ: 2, Löst: 3, Lost: NONE }],
		// Signs that mean something to LIKE.
		[
			['A_B', 'AxB', '100% A', '100 X', '50% OFF', 'Back\\slash', '_a_'],
			{ a_b: 1, '100% a': 3, '50% off': 5, 'back\\slash': 6, a_c: NONE },
		],
		// A word that very many begin with.
		[[...many(2_000, (at) => `Company ${at}`), 'COMPANY'], { company: 2_001, compan: NONE }],
	])('%#', async (customers, asked) => {
		const { found } = await new Customers(customers).find(Object.keys(asked));
		expect(found).toEqual(Object.values(asked));
	});

	test('what is too common to be told apart is an error, and the others are found', async () => {
		const service = new Customers([...many(3_500, (at) => `${at} Inc`), 'Acme', 'Beta']);
		const { found } = await service.find(['acme', 'inc', 'beta']);
		expect(found).toEqual([3_501, several(/too many end with it .*give an ID/), 3_502]);
	});

	test('names that are parts of a few others each are all found', async () => {
		const parts = ['', ...many(12, (at) => ` Part ${at}`)];
		const names = many(290, (at) => `Firm ${at}.`);
		const service = new Customers(names.flatMap((name) => parts.map((part) => `${name}${part}`)));
		const { found } = await service.find(names.map((name) => name.toUpperCase()));
		expect(found).toEqual(names.map((_, at) => at * parts.length + 1));
	});
});
