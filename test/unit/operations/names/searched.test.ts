/** How names are looked for in lists that are too long for a dropdown, and what that costs. */
import type { IDataObject } from 'n8n-workflow';
import { SplittingBudget } from '../../../../nodes/SalesManagement/api/boundedSearch';
import { ROUTES, type OperationId } from '../../../../nodes/SalesManagement/api/routes';
import type { Client, ServiceRequest } from '../../../../nodes/SalesManagement/api/types';
import type { Item } from '../../../../nodes/SalesManagement/fields';
import { searchNames } from '../../../../nodes/SalesManagement/operations/names/searched';
import { calledSo } from '../../../../nodes/SalesManagement/operations/names/match';
import { customer } from '../../../../nodes/SalesManagement/records/customer';
import { locators } from '../../../../nodes/SalesManagement/records/names';

interface Filter {
	readonly compositeFilter?: {
		readonly logicalOperator: 'AND' | 'OR';
		readonly subFilters: readonly Filter[];
	};
	readonly valueFilter?: {
		readonly comparisonOperator: string;
		readonly value: { readonly stringValue: string };
	};
}

interface Called {
	readonly name: string;
	/** The name in small letters, made once: hundreds of parts are looked for in thousands of names. */
	readonly small: string;
}

type Meets = (record: Called) => boolean;

/** Equality minds case, `LIKE` does not: a part of the text, `%` is allowed at its ends (S3). */
function meets(filter: Filter, operators: string[]): Meets {
	const asked = new Set<string>();
	const test = ({ compositeFilter, valueFilter }: Filter): Meets => {
		if (compositeFilter) {
			const { logicalOperator, subFilters } = compositeFilter;
			const tests = subFilters.map(test);
			if (logicalOperator === 'AND') return (record) => tests.every((each) => each(record));
			const texts = subFilters.map(equalTo);
			if (texts.every((each) => each !== undefined)) {
				const names = new Set(texts);
				return ({ name }) => names.has(name);
			}
			return (record) => tests.some((each) => each(record));
		}
		const { comparisonOperator: operator = '', value: { stringValue = '' } = {} } =
			valueFilter ?? {};
		asked.add(operator);
		if (operator === '=') return ({ name }) => name === stringValue;
		const text = stringValue.toLowerCase();
		const bare = text.replace(/^%|%$/, '');
		if (text.startsWith('%')) return ({ small }) => small.endsWith(bare);
		if (text.endsWith('%')) return ({ small }) => small.startsWith(bare);
		return ({ small }) => small.includes(text);
	};
	const root = test(filter);
	operators.push([...asked].join());
	return root;
}

/** The text that a condition compares with by equality. */
const equalTo = ({ valueFilter }: Filter): string | undefined =>
	valueFilter?.comparisonOperator === '=' ? valueFilter.value.stringValue : undefined;

interface Customer extends Called {
	readonly id: number;
	/** Its last change. */
	at: number;
}

/** The customers of a service that compares text byte by byte, but parts of it in any case. */
class Customers {
	readonly asked: string[] = [];
	/** How each search compared. */
	readonly operators: string[] = [];
	/** What other programs do after each request. */
	meanwhile: () => void = () => undefined;
	private readonly all: Customer[];
	private changes: number;
	constructor(names: readonly string[]) {
		this.all = names.map((name, at) => ({
			...{ id: at + 1, name, small: name.toLowerCase(), at: names.length - at },
		}));
		this.changes = names.length;
	}

	/** Moves a record to the front of those that were updated last. */
	update(id: number): void {
		const record = this.all.find((each) => each.id === id);
		if (record) record.at = ++this.changes;
	}

	delete(id: number): void {
		this.all.splice(
			this.all.findIndex((each) => each.id === id),
			1,
		);
	}

	private found(body?: IDataObject, sort?: unknown): Customer[] {
		const found = body ? this.all.filter(meets(body.filter as Filter, this.operators)) : this.all;
		return found.toSorted((a, b) => (sort === 'createdAt' ? a.id - b.id : b.at - a.at));
	}

	readonly client = {
		version: 'v2',
		route: (operation: OperationId) => ROUTES.v2[operation],
		send: async ({ operation, query, body }: ServiceRequest) => {
			this.asked.push(operation);
			const { limit = 100, cursor = '0' } = { ...query, ...body };
			const all = this.found(body, query?.sort);
			const [from, to] = [Number(cursor), Number(cursor) + Number(limit)];
			const hasMore = to < all.length;
			this.meanwhile();
			return await Promise.resolve({
				status: 200,
				body: {
					customers: all.slice(from, to).map(({ id, name }) => ({ id, name })),
					hasMore,
					nextCursor: hasMore ? String(to) : null,
					totalCount: all.length,
				},
			});
		},
	} as unknown as Client;

	/** The IDs of each name, or why there are none. */
	async idsOf(names: readonly string[]) {
		const itemAt = (index: number): Item => ({
			...{ index, input: {}, version: 'v2', timezone: 'UTC' },
			get: () => undefined,
		});
		const asked = names.map((name, index) => ({
			...{ lookup: locators.customers, label: 'Customer', name, meansAll: false },
			item: itemAt(index),
		}));
		const run = { client: this.client, items: [], splitting: new SplittingBudget() };
		const lists = await searchNames(run, customer, asked);
		return names.map((name) => {
			const list = lists.get(name);
			if (!list) return 'not looked up';
			if ('error' in list) return (list.error as Error).message;
			return calledSo(list.entries, name).map(({ id }) => id);
		});
	}
}

const many = (count: number, nameOf = (at: number) => `Customer ${at}.`) =>
	Array.from({ length: count }, (_, at) => nameOf(at));

describe('searches of 299 names, or the pages of the list, whichever is fewer', () => {
	const search = (count: number) => Array<string>(count).fill('customer.search');
	const pages = (count: number) => Array<string>(count).fill('customer.getMany');

	test.each([
		['one search is never more than a list', 2_500, 299, search(1)],
		['two searches tell as much as the length of the list', 3_000, 598, search(2)],
		['a list of one page', 900, 900, pages(1)],
		['a list of as many pages as searches', 3_000, 800, pages(3)],
		['a longer list: its first page tells how long it is', 3_001, 800, [...pages(1), ...search(3)]],
		['a much longer list', 11_000, 2_990, [...pages(1), ...search(10)]],
	])('%s: %i customers, %i names', async (_, customers, names, requests) => {
		const service = new Customers(many(customers));
		const found = await service.idsOf(many(names));
		expect(found).toEqual(many(names).map((__, at) => [at + 1]));
		expect(service.asked).toEqual(requests);
	});

	const numbered = (at: number) => `Customer ${at}`;
	const lower = (at: number) => `customer ${at}`;

	// What contains "customer 301" is "Customer 3010" as well.
	test.each([
		['one search', 100, 10_100, search(1 + 1)],
		['a full one', 299, 6_000, search(1 + 1)],
		['two searches', 598, 6_000, search(2 + 1)],
		['a list that is longer than that', 1_500, 7_001, [...pages(1), ...search(6 + 1)]],
		['a long list', 2_990, 11_000, [...pages(1), ...search(10 + 1)]],
	])('names in other capital letters cost one more: %s', async (_, names, customers, requests) => {
		const service = new Customers(many(customers, numbered));
		const found = await service.idsOf(many(names, lower));
		expect(found).toEqual(many(names).map((__, at) => [at + 1]));
		expect(service.asked).toEqual(requests);
	});

	test.each([
		['one search', 100, 1 + 1 + 1],
		['two searches', 298, 1 + 1 + 2],
		['many', 1_490, 1 + 1 + 1 + 10],
	])('where more than a page ends so, names are half a search each: %s', async (_, count, most) => {
		const service = new Customers([
			...many(5_000, (at) => `${at} of Customer ${at % 50}`),
			...many(5_000, numbered),
		]);
		const found = await service.idsOf(many(count, lower));
		expect(found).toEqual(many(count).map((__, at) => [at + 5_001]));
		expect(service.asked).toHaveLength(most);
	});

	// The table in docs/import.md.
	test.each([
		[100, 10_100, 1, 2, 2],
		[299, 6_000, 1, 2, 3],
		[598, 6_000, 2, 3, 6],
		[900, 900, 1, 1, 1],
		[800, 3_000, 3, 3, 3],
		[1_500, 7_001, 7, 8, 19],
		[2_990, 11_000, 11, 12, 31],
	])('what %i names cost in a list of %i', async (count, customers, ...costs) => {
		const costOf = async (nameOf: (at: number) => string, wanted: (at: number) => number[]) => {
			const service = new Customers(many(customers, numbered));
			const found = await service.idsOf(many(count, nameOf));
			expect(found).toEqual(many(count).map((_, at) => wanted(at)));
			return service.asked.length;
		};
		const exact = await costOf(numbered, (at) => [at + 1]);
		const inOtherLetters = await costOf(lower, (at) => [at + 1]);
		const missing = await costOf(
			(at) => `Nobody ${at}`,
			() => [],
		);
		expect([exact, inOtherLetters, missing]).toEqual(costs);
	});

	test('a few that are misspelt turn no search into one of parts of names', async () => {
		const service = new Customers(many(4_000));
		const names = many(598, (at) => (at % 100 === 0 ? `Misspelt ${at}` : `Customer ${at}.`));
		expect((await service.idsOf(names)).filter((ids) => ids.length === 0)).toHaveLength(6);
		expect(service.operators).toEqual(['=', '=', 'LIKE']);
	});

	test('a name in several spellings is one search', async () => {
		const service = new Customers(['Acme', 'Beta', 'BETA', 'beTa']);
		const found = await service.idsOf(['Acme', 'BETA', 'Beta', 'beta']);
		expect(found).toEqual([[1], [3], [2], [2, 3, 4]]);
		expect(service.asked).toEqual(search(2));
		const several = new Customers(['Acme', 'aCME']);
		expect(await several.idsOf(['Acme', 'ACME'])).toEqual([[1], [1, 2]]);
	});

	test('where the first names were in other capital letters, a common word is still found exactly', async () => {
		const service = new Customers([
			...many(4_000, (at) => `Company ${at}`),
			...many(400, (at) => `Other ${at}.`),
			...['Company', 'Twin', 'Twin'],
		]);
		const names = [...many(400, (at) => `OTHER ${at}.`), 'Company', 'Twin', 'Nobody'];
		const found = await service.idsOf(names);
		expect(found.slice(0, 400)).toEqual(many(400).map((_, at) => [4_001 + at]));
		expect(found.slice(400)).toEqual([[4_401], [4_402, 4_403], []]);
	});

	test('10,000 distinct names in 10,000 customers are 10 requests', async () => {
		const service = new Customers(many(10_000));
		expect((await service.idsOf(many(10_000))).flat()).toHaveLength(10_000);
		expect(service.asked).toHaveLength(10);
	});

	test('in a list that was read whole, names in other capital letters cost nothing more', async () => {
		const service = new Customers(many(900));
		const found = await service.idsOf([...many(600, (at) => `CUSTOMER ${at}.`), 'Nobody.']);
		expect(found.slice(0, 2)).toEqual([[1], [2]]);
		expect(found.at(-1)).toEqual([]);
		expect(service.asked).toEqual(['customer.getMany']);
	});

	test('a record that is updated while the list is read is still seen', async () => {
		const service = new Customers(many(2_900));
		service.meanwhile = () => service.update(2_501);
		const found = await service.idsOf(many(800, (at) => `Customer ${at + 2_000}.`));
		expect(found).toEqual(many(800).map((_, at) => [at + 2_001]));
		expect(service.asked).toEqual(pages(3));
	});

	test('of two with a name both are seen, whichever is updated while the list is read', async () => {
		for (const updated of [11, 2_501]) {
			const service = new Customers(many(2_900, (at) => `Customer ${at === 10 ? 2_500 : at}.`));
			service.meanwhile = () => service.update(updated);
			const found = await service.idsOf(many(800, (at) => `Customer ${at + 2_000}.`));
			expect(found[500]).toEqual([11, 2_501]);
		}
	});

	test('where one is deleted while the list is read, the names are searched', async () => {
		const service = new Customers(many(2_900));
		service.meanwhile = () => {
			if (service.asked.length === 1) service.delete(1);
		};
		const found = await service.idsOf(many(800, (at) => `Customer ${at + 500}.`));
		expect(found).toEqual(many(800).map((_, at) => [at + 501]));
		expect(service.asked).toEqual([...pages(2), ...search(3)]);
	});

	test('several of one name are still several', async () => {
		for (const count of [200, 400, 700]) {
			const service = new Customers([...many(count), 'Customer 3.']);
			expect((await service.idsOf(many(count)))[3]).toEqual([4, count + 1]);
		}
	});
});

test('a common word spoils nothing for the names beside it', async () => {
	const service = new Customers([
		...many(4_000, (at) => `Company ${at} of Company`),
		...['ACME', 'Beta'],
	]);
	const [company, acme, beta, none] = await service.idsOf(['company', 'Acme', 'beta', 'Nobody']);
	expect(company).toContain('too many begin or end with it');
	expect([acme, beta, none]).toEqual([[4_001], [4_002], []]);
	expect(service.asked.length).toBeLessThanOrEqual(7);
});

test('a common word that is a part of many names is a name like any other', async () => {
	const service = new Customers([...many(4_000, (at) => `Company ${at}`), 'COMPANY']);
	expect(await service.idsOf(['company', 'compan'])).toEqual([[4_001], []]);
	expect(service.asked).toHaveLength(2);
});

test('blanks around a name in the service are no part of it, also where the name is common', async () => {
	const service = new Customers([
		...many(4_000, (at) => `Acme ${at}`),
		' ACME ',
		' Beta',
		'Gamma ',
	]);
	expect(await service.idsOf(['Acme', 'beta', 'Gamma'])).toEqual([[4_001], [4_002], [4_003]]);
	expect(service.asked).toHaveLength(2);
});

test('signs that mean something to LIKE are looked for by what is beside them', async () => {
	const service = new Customers([
		'A_B',
		'AxB',
		'100%',
		'100 X',
		'50% OFF',
		'Back\\slash',
		'%',
		'_a_',
	]);
	const found = await service.idsOf(['a_b', '100%', '50% off', 'back\\slash', '%', '_a_', '\\']);
	expect(found).toEqual([[1], [3], [5], [6], [7], [8], []]);
});

test('many names that are parts of a few others each are all found', async () => {
	const parts = [
		'',
		' Ltd',
		' Inc',
		' KG',
		' SA',
		' AG',
		' AB',
		' BV',
		' SE',
		' Co',
		' SL',
		' NV',
		' AS',
	];
	const service = new Customers(many(290).flatMap((name) => parts.map((part) => `${name}${part}`)));
	const found = await service.idsOf(many(290, (at) => `CUSTOMER ${at}.`));
	expect(found).toEqual(many(290).map((_, at) => [at * parts.length + 1]));
});

test('an accent written in another way is the same name', async () => {
	const [nfc, nfd] = ['Café', 'Café'].map((each) => each.normalize('NFC'));
	const service = new Customers([(nfc ?? '').normalize('NFD'), 'Señor']);
	expect(await service.idsOf([nfd ?? '', 'Señor'.normalize('NFD')])).toEqual([[1], [2]]);
});
