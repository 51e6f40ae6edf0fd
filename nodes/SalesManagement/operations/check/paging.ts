/** Pages: their size, how one leads to the next, their order, and the count of all. */
import type { OperationId } from '../../api/routes';
import { placeOf } from './envelopes';
import { differs, asDescribed, held, unclear, type Finding } from './finding';
import { isSuccess, type Answer, type Check, type Inquiry } from './inquiry';
import type { Known } from './known';
import { idOf, listIn, momentOf, valueOf } from './reading';

export interface PagedList {
	readonly operation: OperationId;
	readonly path?: Readonly<Record<string, string>>;
	/** What it can be sorted by (v2 §4.4, §4.5, §4.11; v1 §4). */
	readonly sort: 'updatedAt' | 'startDatetime';
	/** Its order by itself, where the documents say so: descending in all but custom objects. */
	readonly isNewestFirst: boolean;
}

export const LISTS: readonly PagedList[] = [
	{ operation: 'customer.getMany', sort: 'updatedAt', isNewestFirst: true },
	{ operation: 'deal.getMany', sort: 'updatedAt', isNewestFirst: true },
	{ operation: 'contact.getMany', sort: 'updatedAt', isNewestFirst: true },
	{ operation: 'dealAction.getMany', sort: 'startDatetime', isNewestFirst: true },
	{
		operation: 'customerAction.getMany',
		path: { customerId: 'all' },
		sort: 'startDatetime',
		isNewestFirst: true,
	},
	{
		operation: 'contactAction.getMany',
		path: { contactId: 'all' },
		sort: 'startDatetime',
		isNewestFirst: true,
	},
	{ operation: 'customObject.getMany', sort: 'updatedAt', isNewestFirst: false },
];

/** A page of this size is enough to see whether it is kept. */
const SIZE = 2;

export const recordsOf = (known: Known, answer: Answer) =>
	listIn(answer.body, known.row(answer.question.operation).list?.plural ?? '')?.value ?? [];

export const idsOf = (known: Known, answer: Answer) => recordsOf(known, answer).map(idOf);

function isSorted(records: readonly unknown[], key: string, isDescending = false): boolean {
	const times = records
		.map((each) => momentOf(valueOf(each, key)))
		.filter((each) => each !== undefined);
	return times.every((time, at) => {
		const before = times[at - 1] ?? time;
		return isDescending ? time <= before : time >= before;
	});
}

/** v1 sorts actions by update time, in an order that its documents do not fix further. */
const hasOwnOrder = (known: Known, { sort, isNewestFirst }: PagedList) =>
	isNewestFirst && (known.version === 'v2' || sort === 'updatedAt');

function* inquired(known: Known, list: PagedList): Inquiry {
	const { operation, sort } = list;
	const first = known.answers.get(operation);
	if (!first) return [];
	const { style, takesLimit } = known.row(operation).list ?? {};
	const limit = takesLimit ? SIZE : undefined;
	const { path } = first.question;
	const a = yield known.ask({ operation, path, query: { limit, sort } });
	if (!isSuccess(a)) {
		return [
			differs({
				check: `sort:${operation}`,
				evidence: `${known.told(a)} when it is sorted by ${sort}`,
				advice: 'The trigger and long lists build on this order. Attach this report to an issue.',
			}),
		];
	}
	const records = recordsOf(known, a);
	if (records.length === 0) return [unclear(`pages:${operation}`, 'The list is empty.')];
	const cursor = placeOf(a, 'nextCursor')?.value;
	const isMore = style === 'cursor' ? Boolean(cursor) : takesLimit;
	const next = style === 'cursor' ? { cursor: String(cursor) } : { page: 2 };
	const b = isMore
		? yield known.ask({ operation, path, query: { limit, sort, ...next } })
		: undefined;
	return [
		...(limit === undefined ? [] : [sizeOf(known, a, limit)]),
		...(b ? [followed(known, a, b)] : []),
		ordered(known, list, [...records, ...(b ? recordsOf(known, b) : [])], recordsOf(known, first)),
		...counted(known, [first, a, ...(b ? [b] : [])]),
	];
}

function sizeOf(known: Known, a: Answer, limit: number): Finding {
	const count = recordsOf(known, a).length;
	const total = Number(placeOf(a, 'totalCount')?.value ?? NaN);
	const isShort = count < limit && (Boolean(placeOf(a, 'hasMore')?.value) || total > count);
	const shape = count > limit ? 'more than limit' : 'less than limit, although more follow';
	return held(
		`limit:${a.question.operation}`,
		`a page of ${limit} ${count > limit ? 'holds more' : isShort ? 'holds less, although more follow' : 'holds as many as asked for'}`,
		{
			if: count > limit || isShort,
			shape,
			advice:
				count > limit
					? 'The parameter limit has no effect: pages have the size that the service chooses.'
					: 'Pages may be shorter than asked for: the node reads on all the same.',
		},
	);
}

function followed(known: Known, a: Answer, b: Answer): Finding {
	const { operation } = a.question;
	const check = `pages:${operation}`;
	const [one, two] = [idsOf(known, a), idsOf(known, b)];
	const common = two.filter((id) => one.includes(id)).length;
	const way = 'cursor' in (b.question.query ?? {}) ? 'cursor' : 'page';
	const found = !isSuccess(b)
		? known.told(b)
		: two.length === 0
			? 'the second page is empty'
			: common === two.length
				? `the second page is the first one again: ${way} has no effect`
				: common > 0
					? 'the pages overlap'
					: undefined;
	if (found === undefined)
		return asDescribed(check, `200, the second page follows the first by ${way}`);
	return differs({
		check,
		evidence: found,
		advice: 'Lists of more than one page can’t be read. Attach this report to an issue.',
	});
}

function ordered(
	known: Known,
	list: PagedList,
	sorted: readonly unknown[],
	unsorted: readonly unknown[],
): Finding {
	const { operation, sort } = list;
	const isBackwards = hasOwnOrder(known, list) && !isSorted(unsorted, sort, true);
	const isIgnored = !isSorted(sorted, sort);
	const what = [
		...(isIgnored ? [`sort=${sort} has no effect`] : []),
		...(isBackwards ? [`without sort, ${sort} is not in descending order`] : []),
	].join('; ');
	return held(`sort:${operation}`, what || `in the order of ${sort}`, {
		if: what !== '',
		advice: 'The trigger and long lists build on this order. Attach this report to an issue.',
	});
}

function counted(known: Known, answers: readonly Answer[]): Finding[] {
	const [first] = answers;
	const counts = answers.map((each) => placeOf(each, 'totalCount')?.value);
	// Where it is missing, the envelope says so.
	if (!first || counts.some((each) => each === undefined)) return [];
	const numbers = counts.map(Number);
	const least = Math.max(...answers.map((each) => recordsOf(known, each).length));
	const isSame = numbers.every((each) => each === numbers[0]);
	const isWrong = numbers.some((each) => !(each >= least));
	const check = `totalCount:${first.question.operation}`;
	if (!isSame && !isWrong) {
		return [
			unclear(check, 'totalCount was not the same on each page: records may have come or gone.'),
		];
	}
	return [
		held(check, isWrong ? 'totalCount is no exact number' : 'totalCount is the same on each page', {
			if: isWrong,
			advice: 'Summaries that count by totalCount may be off; everything else takes it as a hint.',
		}),
	];
}

export const PAGING: readonly Check[] = [
	...LISTS.map((list): Check => ({
		check: `pages:${list.operation}`,
		inquire: (known) => inquired(known, list),
	})),
];
