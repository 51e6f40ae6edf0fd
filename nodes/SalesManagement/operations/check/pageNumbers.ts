/** Which page is the first, and how many records the greatest holds. */
import type { ApiVersion } from '../../api/types';
import { textOf } from '../../values';
import { isMore, placeOf } from './envelopes';
import { asDescribed, differs, held, unclear } from './finding';
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
		const isSame = (a: Answer, b: Answer) => String(idsOf(known, a)) === String(idsOf(known, b));
		// Somebody may have come or gone since the first look.
		const isFirst =
			isSame(one, first) || (isSuccess(one) && isSame(one, yield known.ask({ operation })));
		if (isFirst) return [asDescribed(check, 'page=1 is the first page')];
		const zero = yield known.ask({ operation, query: { page: 0 } });
		const isFromZero = isSuccess(zero) && isSame(zero, first);
		const what = isSuccess(one) || isFromZero ? 'is not the first page' : 'is refused';
		return [
			differs({
				check,
				evidence: `${known.told(one, 1)}: page=1 ${what}${isFromZero ? ', page=0 is' : ''}`,
				shape: `page=1 ${what}`,
				advice: isFromZero
					? fromZero(known.version, !Number.isNaN(totalOf(first)))
					: `Lists of users, groups and roles may lack records, or fail: compare one with the service before you rely on it. ${ATTACH}`,
			}),
		];
	},
};

/**
 * What the node does there: it asks for page 1 first, and for page 0 only where a list or a search that
 * is read to its end came to fewer records than the service tells.
 */
function fromZero(version: ApiVersion, hasTotals: boolean): string {
	const isV1 = version === 'v1';
	const lists = isV1 ? 'Lists' : 'Lists of users, groups and roles, and of the contacts of a deal,';
	const whole = hasTotals
		? `${lists} are whole with Return All, but with a Limit they may begin behind the first page: use Return All, and put a Limit node behind it.`
		: `${lists} leave out the records of the first page, also with Return All and where you choose from them.`;
	const found =
		isV1 && !hasTotals
			? ['Create or Update does not find what is there and creates it again: don’t use it.']
			: [];
	const unset = 'The service counts pages from 0, and no setting changes how the node counts.';
	return [unset, whole, ...found, ATTACH].join(' ');
}

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
