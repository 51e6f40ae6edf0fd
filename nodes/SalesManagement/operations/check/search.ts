/** The order of searches and their pages, what they count, and the search word of lists. */
import { textOf } from '../../values';
import { placeOf } from './envelopes';
import { EQUALITY } from './equality';
import { differs, held, unclear } from './finding';
import { isSuccess, type Check, type Inquiry } from './inquiry';
import { comparison } from './filters';
import { recordsOf } from './lists';
import { idOf, momentOf, numberOf, valueOf } from './reading';
import { ADVICE_SEARCH, searching } from './searching';
import { ATTACH, INEXACT } from './words';

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
		const filter = [comparison('id', '>=', { integerValue: 1 })];
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
		const next = isCursor ? { cursor: textOf(cursor) } : { page: 2 };
		const hasNext = isCursor ? Boolean(cursor) : true;
		const b = hasNext
			? yield searching(known, operation, filter, { limit: PAGE, sort, ...next })
			: undefined;
		const second = b ? recordsOf(known, b) : [];
		const ids = first.map(idOf);
		const isAgain = second.some((each) => ids.includes(idOf(each)));
		// The same records once more are in no order, whatever the sort is.
		const times = [...first, ...(isAgain ? [] : second)].map(
			(each) => momentOf(valueOf(each, 'updatedAt')) ?? 0,
		);
		const problems = [
			...(first.length > PAGE ? ['limit has no effect'] : []),
			...(isAgain ? ['the second page is the first one again'] : []),
			...(times.some((time, at) => time < (times[at - 1] ?? time)) ? ['sort has no effect'] : []),
		];
		if (problems.length === 0 && (times.length <= PAGE || new Set(times).size < 2)) {
			return [unclear(check, 'The search finds too few records to tell its order and pages by.')];
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
					advice: `Search Word has no effect: lists, and dropdowns that you search, show all records. Choose by ID there, or filter behind the node. ${ATTACH}`,
				},
			),
		];
	},
};

/** A search by an id finds one record at most, so that it tells how exact the count is. */
const count: Check = {
	check: 'totalCount:search',
	inquire(known) {
		const { check } = count;
		const counts = (['customer.search', 'deal.search', 'contact.search'] as const).flatMap(
			(operation) => {
				const answer = known.answers.get(operation);
				const total = answer && placeOf(answer, 'totalCount')?.value;
				if (!answer || total === undefined) return [];
				const found = recordsOf(known, answer).length;
				// Where more come, the condition was not heeded; that is another matter.
				return found > 1 ? [] : [{ found, total: numberOf(total) }];
			},
		);
		if (counts.length === 0) return [];
		const isExact = counts.every(({ found, total }) => found === total);
		return [
			held(
				check,
				isExact
					? 'totalCount is the number of records that a search finds'
					: 'totalCount is not the number of records that a search finds',
				{ if: !isExact, advice: INEXACT },
			),
		];
	},
};

export const SEARCHES: readonly Check[] = [...EQUALITY, order, searchWord];

/** What takes no request of its own. */
export const COUNTS: readonly Check[] = [count];
