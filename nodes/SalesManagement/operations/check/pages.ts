/** How one page leads to the next, and how many records it holds. */
import { textOf } from '../../values';
import { isMore, placeOf } from './envelopes';
import { held, unclear, type Finding } from './finding';
import { isSuccess, type Answer } from './inquiry';
import type { Known } from './known';
import { idsOf, recordsOf } from './lists';
import { numberOf } from './reading';
import { ATTACH, NOTHING } from './words';

/** A page of this size is enough to see whether it is kept. */
export const SIZE = 2;

export const NO_SECOND =
	'All records that there are came on one page: there is no second one to look at.';

export const totalOf = (answer: Answer) => numberOf(placeOf(answer, 'totalCount')?.value);

/** How the next page is asked for, where there is one, or may be one. */
export function nextOf(known: Known, a: Answer): Record<string, string | number> | undefined {
	const { style } = known.row(a.question.operation).list ?? {};
	const cursor = placeOf(a, 'nextCursor')?.value;
	if (style === 'cursor') return cursor ? { cursor: textOf(cursor) } : undefined;
	const count = recordsOf(known, a).length;
	const total = totalOf(a);
	// Where no total says that there is none, a second page shows whether the first one is all.
	const mayFollow = Number.isNaN(total) ? count > 0 : total > count;
	return mayFollow ? { page: 2 } : undefined;
}

/** @param b the second page, where it was asked for. */
export function sizeOf(known: Known, a: Answer, limit: number, b?: Answer): Finding {
	const check = `limit:${a.question.operation}`;
	const count = recordsOf(known, a).length;
	const isSecond = b !== undefined && idsOf(known, b).some((id) => !idsOf(known, a).includes(id));
	const doMoreFollow = isMore(a) || totalOf(a) > count || isSecond;
	if (count < limit && !doMoreFollow) {
		return unclear(check, `The list holds less than the ${limit} records of a page.`);
	}
	const shape = count > limit ? 'more than limit' : 'less than limit, although more follow';
	return held(
		check,
		`a page of ${limit} ${count > limit ? 'holds more' : count < limit ? 'holds less, although more follow' : 'holds as many as asked for'}`,
		{
			if: count !== limit,
			shape,
			isOfRecords: true,
			advice:
				count > limit
					? `The service chooses itself how many records come at once. Limit in a node still holds. ${NOTHING}`
					: `The service sends fewer records at once than asked for. The node reads on until it has all. ${NOTHING}`,
		},
	);
}

export function followed(known: Known, a: Answer, b: Answer): Finding {
	const { operation } = a.question;
	const check = `pages:${operation}`;
	const [one, two] = [idsOf(known, a), idsOf(known, b)];
	const common = two.filter((id) => one.includes(id)).length;
	const way = 'cursor' in (b.question.query ?? {}) ? 'cursor' : 'page';
	// Nothing has said that there would be one but a total, which may be an estimate.
	const { pageSize } = known.row(operation).list ?? {};
	const isShort = one.length < Number(a.question.query?.limit ?? pageSize);
	const isUntold = way === 'page' && (Number.isNaN(totalOf(a)) || isShort);
	if (isUntold && two.length === 0 && (isSuccess(b) || b.status === 404)) {
		return unclear(check, NO_SECOND);
	}
	const found = !isSuccess(b)
		? known.told(b)
		: two.length === 0
			? 'the second page is empty'
			: common === two.length
				? `the second page is the first one again: ${way} has no effect`
				: common > 0
					? 'the pages overlap'
					: '';
	return held(check, found || `200, the second page follows the first by ${way}`, {
		if: found !== '',
		isOfRecords: true,
		advice: `Only the first records of a long list can be read: Return All ends too early or fails here. Use filters that find few records for now. ${ATTACH}`,
	});
}
