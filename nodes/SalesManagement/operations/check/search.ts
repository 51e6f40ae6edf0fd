/** What Create or Update builds on: equality, decimals, order and pages of searches, and what they refuse. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes';
import { decimalIn } from './customs';
import { placeOf } from './envelopes';
import { asDescribed, differs, held, unclear } from './finding';
import { isSuccess, type Answer, type Check, type Inquiry, type Question } from './inquiry';
import type { Known } from './known';
import { recordsOf } from './lists';
import { comparison, filterOf } from './reads';
import { idOf, momentOf, valueOf } from './reading';

const finds = (known: Known, answer: Answer, record: unknown): boolean =>
	recordsOf(known, answer).some((each) => String(idOf(each)) === String(idOf(record)));

const searching = (
	known: Known,
	operation: OperationId,
	filter: IDataObject,
	rest: IDataObject = {},
): Question => {
	const { pagingIn } = known.row(operation).list ?? {};
	const { limit = 10, cursor, ...body } = rest;
	const paging = { limit, ...(cursor === undefined ? {} : { cursor }) };
	return known.ask({
		operation,
		body: { filter: filterOf(filter), ...body, ...(pagingIn === 'body' && paging) },
		...(pagingIn === 'query' && { query: paging as Record<string, number | string> }),
	});
};

const ADVICE_SEARCH = 'Create or Update finds records by searches. Attach this report to an issue.';

const swapped = (text: string) =>
	text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

/** Whether `=` finds a text as it is, and one that differs in case. */
const equality: Check = {
	check: 'search:equality',
	*inquire(known): Inquiry {
		const { check } = equality;
		if (!known.answers.has('customer.search')) return [];
		const record = known
			.listed('customer')
			.find((each) => /[a-z]/i.test(String(valueOf(each, 'name'))));
		const name = String(valueOf(record, 'name'));
		if (!record) return [unclear(check, 'There is no customer whose name could be searched.')];
		const ask = (stringValue: string) =>
			searching(known, 'customer.search', comparison('name', '=', { stringValue }));
		const same = yield ask(name);
		const other = yield ask(swapped(name));
		if (!isSuccess(same) || !finds(known, same, record)) {
			const evidence = `${known.told(same, 1)}: a customer is not found by its own name`;
			const shape = 'not found by its own name';
			return [held(check, evidence, { if: true, isOfRecords: true, shape, advice: ADVICE_SEARCH })];
		}
		const ignores = finds(known, other, record);
		return [
			held(check, ignores ? 'equality ignores case' : 'equality is exact', {
				if: ignores,
				isOfRecords: true,
				advice: 'Nothing to do: Create or Update compares what a search finds once more.',
			}),
		];
	},
};

/** A decimal of a custom field, as it is shown and with another zero. */
const decimals: Check = {
	check: 'search:decimals',
	*inquire(known): Inquiry {
		const { check } = decimals;
		const [operation, resource, property] = [
			'customer.search',
			'customer',
			'customerCustoms',
		] as const;
		if (!known.answers.has(operation)) return [];
		const found = decimalIn(known.listed(resource), property);
		if (!found) return [unclear(check, 'No customer has a decimal number.')];
		const { record, customItemId, decimal } = found;
		const ask = (decimalValue: string) =>
			searching(known, operation, {
				valueFilter: { field: { customItemId }, comparisonOperator: '=', value: { decimalValue } },
			});
		const answer = yield ask(decimal);
		const padded = yield ask(decimal.includes('.') ? `${decimal}0` : `${decimal}.0`);
		const isFound = [answer, padded].map((each) => finds(known, each, record));
		if (isFound.every(Boolean)) {
			return [asDescribed(check, 'a decimal is found as it is shown, and with another zero')];
		}
		const evidence = `${answer.status} and ${padded.status}: a decimal is ${isFound[0] ? 'found as it is shown only' : 'not found as it is shown'}`;
		return [held(check, evidence, { if: true, isOfRecords: true, advice: ADVICE_SEARCH })];
	},
};

/** A page of this size has a second one soon. */
const PAGE = 2;

/** The order of a search, and how it goes on (v2 §4.6, v1 §4). */
const order: Check = {
	check: 'search:order',
	*inquire(known): Inquiry {
		const { check } = order;
		const operation = 'deal.search';
		if (!known.answers.has(operation)) return [];
		const sort = { field: { name: 'updatedAt' }, order: 'ASC' };
		const filter = comparison('id', '>=', { integerValue: 1 });
		const a = yield searching(known, operation, filter, { limit: PAGE, sort });
		if (!isSuccess(a)) {
			return [
				differs({
					check,
					evidence: `${known.told(a)} to a comparison by >=, sorted by updatedAt`,
					advice: ADVICE_SEARCH,
				}),
			];
		}
		const first = recordsOf(known, a);
		if (first.length === 0) return [unclear(check, 'The search finds nothing.')];
		const cursor = placeOf(a, 'nextCursor')?.value;
		const isCursor = known.row(operation).list?.style === 'cursor';
		const next = isCursor ? { cursor: String(cursor) } : { page: 2 };
		const hasNext = isCursor ? Boolean(cursor) : true;
		const b = hasNext
			? yield searching(known, operation, filter, { limit: PAGE, sort, ...next })
			: undefined;
		const second = b ? recordsOf(known, b) : [];
		const times = [...first, ...second].map((each) => momentOf(valueOf(each, 'updatedAt')) ?? 0);
		const ids = first.map(idOf);
		const problems = [
			...(first.length > PAGE ? ['limit has no effect'] : []),
			...(second.some((each) => ids.includes(idOf(each)))
				? ['the second page is the first one again']
				: []),
			...(times.some((time, at) => time < (times[at - 1] ?? time)) ? ['sort has no effect'] : []),
		];
		if (problems.length === 0 && times.length <= PAGE) {
			return [unclear(check, 'The search finds too few records to have a second page.')];
		}
		return [
			held(check, problems.join('; ') || 'limit, sort and pages of a search are as described', {
				if: problems.length > 0,
				isOfRecords: true,
				advice: ADVICE_SEARCH,
			}),
		];
	},
};

/** A word that no record has. */
const NO_WORD = 'zqxjkvwzqxjkvw';

const searchWord: Check = {
	check: 'filter:searchWord',
	*inquire(known): Inquiry {
		const { check } = searchWord;
		if (!known.answers.has('customer.getMany') || known.listed('customer').length === 0) return [];
		const answer = yield known.ask({
			operation: 'customer.getMany',
			query: { limit: 2, searchWord: NO_WORD },
		});
		const isIgnored = recordsOf(known, answer).length > 0;
		return [
			held(
				check,
				isIgnored
					? 'searchWord has no effect'
					: `${answer.status}, a word that nothing has finds nothing`,
				{
					if: isIgnored || !isSuccess(answer),
					isOfRecords: true,
					advice:
						'The filter Search Word, and lists in dropdowns that are searched, show too much. Attach this report to an issue.',
				},
			),
		];
	},
};

export const SEARCHES: readonly Check[] = [equality, decimals, order, searchWord];
