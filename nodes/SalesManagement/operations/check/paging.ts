/** Pages: their size, how one leads to the next, their order, and the count of all. */
import { placeOf } from './envelopes';
import { differs, held, unclear, type Finding } from './finding';
import { isSuccess, type Answer, type Check, type Inquiry } from './inquiry';
import type { Known } from './known';
import { idsOf, LISTS, recordsOf, type PagedList } from './lists';
import { followed, nextOf, NO_SECOND, SIZE, sizeOf } from './pages';
import { momentOf, numberOf, valueOf } from './reading';
import { INEXACT, UNSORTED } from './words';

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
	const limit = known.row(operation).list?.takesLimit ? SIZE : undefined;
	const { path } = first.question;
	const a = yield known.ask({ operation, path, query: { limit, sort } });
	if (!isSuccess(a)) {
		return [
			differs({
				check: `sort:${operation}`,
				evidence: `${known.told(a)} when it is sorted by ${sort}`,
				advice: UNSORTED,
			}),
		];
	}
	const records = recordsOf(known, a);
	if (records.length === 0) return [unclear(`pages:${operation}`, 'The list is empty.')];
	const next = nextOf(known, a);
	const b = next && (yield known.ask({ operation, path, query: { limit, sort, ...next } }));
	return [
		...(limit === undefined ? [] : [sizeOf(known, a, limit, b)]),
		b ? followed(known, a, b) : unclear(`pages:${operation}`, NO_SECOND),
		ordered(known, list, [...records, ...newIn(known, a, b)], recordsOf(known, first)),
		...counted(known, [first, a, ...(b ? [b] : [])]),
	];
}

/** A page that repeats another one tells nothing of an order. */
function newIn(known: Known, a: Answer, b: Answer | undefined) {
	if (!b) return [];
	const before = idsOf(known, a);
	const isAgain = idsOf(known, b).some((id) => before.includes(id));
	return isAgain ? [] : recordsOf(known, b);
}

function ordered(
	known: Known,
	list: PagedList,
	sorted: readonly unknown[],
	unsorted: readonly unknown[],
): Finding {
	const { operation, sort } = list;
	const check = `sort:${operation}`;
	const times = new Set(sorted.map((each) => momentOf(valueOf(each, sort))));
	if (times.size < 2) {
		return unclear(check, 'There are no two records of different times to tell an order by.');
	}
	const isBackwards = hasOwnOrder(known, list) && !isSorted(unsorted, sort, true);
	const isIgnored = !isSorted(sorted, sort);
	const what = [
		...(isIgnored ? [`sort=${sort} has no effect`] : []),
		...(isBackwards ? [`without sort, ${sort} is not in descending order`] : []),
	].join('; ');
	return held(check, what || `in the order of ${sort}`, {
		if: what !== '',
		isOfRecords: true,
		advice: UNSORTED,
	});
}

function counted(known: Known, answers: readonly Answer[]): Finding[] {
	const [first] = answers;
	const counts = answers.map((each) => placeOf(each, 'totalCount')?.value);
	// Where it is missing, the envelope says so.
	if (!first || counts.some((each) => each === undefined)) return [];
	const numbers = counts.map(numberOf);
	const isSame = numbers.every((each) => each === numbers[0]);
	// Each by itself: records may go from one to the next.
	const isWrong = answers.some(
		(each, at) => !((numbers[at] ?? 0) >= recordsOf(known, each).length),
	);
	const check = `totalCount:${first.question.operation}`;
	if (!isSame && !isWrong) {
		return [
			unclear(check, 'totalCount was not the same on each page: records may have come or gone.'),
		];
	}
	return [
		held(check, isWrong ? 'totalCount is no exact number' : 'totalCount is the same on each page', {
			if: isWrong,
			isOfRecords: true,
			advice: INEXACT,
		}),
	];
}

export const PAGING: readonly Check[] = [
	...LISTS.map((list): Check => ({
		check: `pages:${list.operation}`,
		inquire: (known) => inquired(known, list),
	})),
];
