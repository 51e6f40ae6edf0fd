/** Which page is the first, and how many records the greatest holds. */
import { textOf } from '../../values';
import { isMore, placeOf } from './envelopes';
import { held, unclear } from './finding';
import { isSuccess, type Answer, type Check, type Inquiry, type Question } from './inquiry';
import type { Known } from './known';
import { idsOf, LISTS, recordsOf } from './lists';
import { totalOf } from './pages';
import { isTooLarge } from './tooLarge';
import { ATTACH, NOTHING } from './words';

/** v2 §4.1: the first page is 1. */
export const pageOne: Check = {
	check: 'pages:user.getMany',
	*inquire(known): Inquiry {
		const { check } = pageOne;
		const operation = 'user.getMany';
		const first = known.answers.get(operation);
		if (!first || recordsOf(known, first).length === 0) return [];
		const one = yield known.ask({ operation, query: { page: 1 } });
		const isSame = (other: Answer) => String(idsOf(known, one)) === String(idsOf(known, other));
		// Somebody may have come or gone since the first look.
		const isFirst = isSame(first) || (isSuccess(one) && isSame(yield known.ask({ operation })));
		return [
			held(
				check,
				isFirst
					? 'page=1 is the first page'
					: `${known.told(one, 1)}: page=1 is not the first page`,
				{
					if: !isFirst,
					shape: 'page=1 is not the first page',
					advice: `Pages seem to be counted from 0, so that lists of users, groups and roles may lack records: compare one with the service before you rely on it. ${ATTACH}`,
				},
			),
		];
	},
};

/** The greatest page (v2 §8, v1 §8). */
const GREATEST = 1000;
/** What a service may well cap pages at. */
const USUAL_CAP = 100;

/** The list of which most records are told. */
function longest(known: Known) {
	const [most] = LISTS.filter(
		({ operation }) => known.answers.has(operation) && known.row(operation).list?.takesLimit,
	)
		.map(({ operation }) => {
			const { path } = known.answers.get(operation)?.question ?? {};
			return { operation, path, total: totalOf(known.answers.get(operation) as Answer) };
		})
		.filter(({ total }) => total > USUAL_CAP)
		.sort((one, other) => other.total - one.total);
	return most;
}

/** Whether records follow a page: by the service's word, or by the next page where it gives none. */
function* doMoreFollow(known: Known, a: Answer): Generator<Question, boolean, Answer> {
	const { operation, path, query } = a.question;
	const isCursor = known.row(operation).list?.style === 'cursor';
	if (isCursor && placeOf(a, 'hasMore')) return isMore(a);
	const cursor = textOf(placeOf(a, 'nextCursor')?.value);
	// A cursor alone says little: it may be there on the last page, too.
	if (isCursor && cursor === '') return false;
	const next = isCursor ? { cursor } : { page: 2 };
	const b = yield known.ask({ operation, path, query: { ...query, ...next } });
	return idsOf(known, b).some((id) => !idsOf(known, a).includes(id));
}

/** The number of records that a page holds is told only where the service chose it: any other is the account's. */
export const greatest: Check = {
	check: 'limit:greatest',
	*inquire(known): Inquiry {
		const { check } = greatest;
		const most = longest(known);
		if (!most) {
			return [unclear(check, `No list says that it holds more than ${USUAL_CAP} records.`)];
		}
		const { operation, path } = most;
		const answer = yield known.ask({ operation, path, query: { limit: GREATEST } });
		if (isTooLarge(answer) || answer.form === 'empty') {
			return [unclear(check, `A page of ${GREATEST} records is too large a response here.`)];
		}
		if (!isSuccess(answer)) {
			const evidence = `${known.told(answer)} where ${GREATEST} are asked for`;
			return [held(check, evidence, { if: true, isOfRecords: true, advice: LONGER })];
		}
		const count = recordsOf(known, answer).length;
		const isCapped = count < GREATEST && (yield* doMoreFollow(known, answer));
		const evidence = isCapped
			? `pages hold ${count} at most, where ${GREATEST} are asked for`
			: count < GREATEST
				? `a page of ${GREATEST} holds all that there is`
				: `pages of ${GREATEST} are taken`;
		return [held(check, evidence, { if: isCapped, isOfRecords: true, advice: LONGER })];
	},
};

const LONGER = `Long lists take more requests, and so more time, than they would by the documents. ${NOTHING}`;
