/** Which page is the first, and how many records the greatest holds. */
import { placeOf } from './envelopes';
import { held, unclear } from './finding';
import { isSuccess, type Answer, type Check, type Inquiry } from './inquiry';
import { idsOf, LISTS, recordsOf } from './lists';

/** v2 §4.1: the first page is 1. */
export const pageOne: Check = {
	check: 'pages:user.getMany',
	*inquire(known): Inquiry {
		const { check } = pageOne;
		const operation = 'user.getMany';
		const first = known.answers.get(operation);
		if (!first || recordsOf(known, first).length === 0) return [];
		const one = yield known.ask({ operation, query: { page: 1 } });
		const isFirst = String(idsOf(known, one)) === String(idsOf(known, first));
		return [
			held(
				check,
				isFirst
					? 'page=1 is the first page'
					: `${known.told(one, 1)}: page=1 is not the first page`,
				{
					if: !isFirst,
					shape: 'page=1 is not the first page',
					advice: 'Pages seem to be counted from 0. Attach this report to an issue.',
				},
			),
		];
	},
};

/** The greatest page (v2 §8, v1 §8). */
const GREATEST = 1000;
/** What a service may well cap pages at. */
const USUAL_CAP = 100;

export const greatest: Check = {
	check: 'limit:greatest',
	*inquire(known): Inquiry {
		const { check } = greatest;
		const sizes = LISTS.filter(
			({ operation }) => known.answers.has(operation) && known.row(operation).list?.takesLimit,
		)
			.map(({ operation }) => {
				const total = placeOf(known.answers.get(operation) as Answer, 'totalCount')?.value;
				return { operation, total: Number(total ?? 0) };
			})
			.sort((one, other) => other.total - one.total);
		const [most] = sizes;
		if (!most || !(most.total > USUAL_CAP)) {
			return [unclear(check, `No list says that it holds more than ${USUAL_CAP} records.`)];
		}
		const { path } = known.answers.get(most.operation)?.question ?? {};
		const answer = yield known.ask({ operation: most.operation, path, query: { limit: GREATEST } });
		const count = recordsOf(known, answer).length;
		const isCapped = count < Math.min(GREATEST, most.total);
		const evidence = !isSuccess(answer)
			? `${known.told(answer)} where ${GREATEST} are asked for`
			: isCapped
				? `pages hold ${count} at most, where ${GREATEST} are asked for`
				: `pages of ${GREATEST} are taken`;
		return [
			held(check, evidence, {
				if: isCapped || !isSuccess(answer),
				isOfRecords: true,
				advice: 'Long lists take more requests than they would by the documents.',
			}),
		];
	},
};
