/** What Create or Update builds on: that a record is found by what it holds. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../values';
import { decimalIn } from './customs';
import { asDescribed, held, unclear, type Finding } from './finding';
import { isSuccess, type Answer, type Check, type Inquiry, type Question } from './inquiry';
import type { Known } from './known';
import { comparison } from './filters';
import { idOf, momentOf, recordIn, valueOf } from './reading';
import { ADVICE_SEARCH, finds, searching } from './searching';
import { NOTHING } from './words';

/** What was changed more lately may not have come into the search yet (v2 §4.4). */
const LAG_MS = 600_000;

const changedAt = (record: unknown) => momentOf(valueOf(record, 'updatedAt')) ?? 0;

/** Those that a search knows for the longest time first. */
const settledFirst = (records: readonly IDataObject[]): IDataObject[] =>
	[...records].sort((one, other) => changedAt(one) - changedAt(other));

const SEARCH_MAY_LAG =
	'The record is so new that searches may not know it yet. Run the check again later.';
const WAS_CHANGED =
	'The record was changed or deleted while it was looked for. Run the check again.';

/** Why a record may not be found although the search is right; nothing where there is no such reason. */
function* excuse(
	known: Known,
	record: IDataObject,
	{ serverTime, now }: Answer,
): Generator<Question, string | undefined, Answer> {
	if ((serverTime ?? now) - changedAt(record) < LAG_MS) return SEARCH_MAY_LAG;
	const id = idOf(record);
	if (id === undefined || !known.answers.has('customer.get')) return undefined;
	const answer = yield known.ask({ operation: 'customer.get', path: { id } });
	const isSame = changedAt(recordIn(answer.body)?.value) === changedAt(record);
	return isSame ? undefined : WAS_CHANGED;
}

/** Others may have the same value, and more of them than a page holds. */
const withId = (record: IDataObject): IDataObject[] => {
	const id = idOf(record);
	return id === undefined ? [] : [comparison('id', '=', { integerValue: Number(id) })];
};

const swapped = (text: string) =>
	text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

/** Many scripts have no capitals. */
const hasCase = (text: string): boolean => swapped(text) !== text;

/** What a search does not find that it should, if nothing else explains it. */
function* missed(
	known: Known,
	record: IDataObject,
	answer: Answer,
	finding: Pick<Finding, 'check' | 'evidence' | 'shape'>,
): Generator<Question, Finding, Answer> {
	const advice = isSuccess(answer) ? yield* excuse(known, record, answer) : undefined;
	const { check, evidence, shape } = finding;
	if (advice !== undefined) return unclear(check, evidence, advice);
	return held(check, evidence, { if: true, isOfRecords: true, shape, advice: ADVICE_SEARCH });
}

const NO_CASE =
	'A customer is found by its own name. No name has capitals, so that nothing shows whether they matter.';

/** Whether `=` finds a text as it is, and one that differs in case. */
const equality: Check = {
	check: 'search:equality',
	*inquire(known): Inquiry {
		const { check } = equality;
		if (!known.answers.has('customer.search')) return [];
		const nameOf = (record: unknown) => textOf(valueOf(record, 'name'));
		const named = settledFirst(known.listed('customer')).filter((each) => {
			const name = valueOf(each, 'name');
			return typeof name === 'string' && name.trim() !== '';
		});
		const record = named.find((each) => hasCase(nameOf(each))) ?? named[0];
		if (!record) return [unclear(check, 'There is no customer whose name could be searched.')];
		const ask = (stringValue: string) =>
			searching(known, 'customer.search', [
				comparison('name', '=', { stringValue }),
				...withId(record),
			]);
		const same = yield ask(nameOf(record));
		if (!isSuccess(same) || !finds(known, same, record)) {
			const evidence = `${known.told(same, 1)}: a customer is not found by its own name`;
			const shape = 'not found by its own name';
			return [yield* missed(known, record, same, { check, evidence, shape })];
		}
		if (!hasCase(nameOf(record))) return [unclear(check, NO_CASE)];
		const other = yield ask(swapped(nameOf(record)));
		const ignores = finds(known, other, record);
		return [
			held(check, ignores ? 'equality ignores case' : 'equality is exact', {
				if: ignores,
				isOfRecords: true,
				advice: `Searches do not tell capitals from small letters. Create or Update compares once more, so that it still finds the right record. ${NOTHING}`,
			}),
		];
	},
};

/** A decimal of a custom field, as it is shown and with another zero. */
const decimals: Check = {
	check: 'search:decimals',
	*inquire(known): Inquiry {
		const { check } = decimals;
		const operation = 'customer.search';
		if (!known.answers.has(operation)) return [];
		const found = decimalIn(settledFirst(known.listed('customer')), 'customerCustoms');
		if (!found) return [unclear(check, 'No customer has a decimal number.')];
		const { record, customItemId, decimal } = found;
		const ask = (decimalValue: string) =>
			searching(known, operation, [
				{
					valueFilter: {
						...{ field: { customItemId }, comparisonOperator: '=' },
						value: { decimalValue },
					},
				},
				...withId(record),
			]);
		const answer = yield ask(decimal);
		const padded = yield ask(decimal.includes('.') ? `${decimal}0` : `${decimal}.0`);
		const [isFound, isFoundPadded] = [answer, padded].map((each) => finds(known, each, record));
		if (isFound && isFoundPadded) {
			return [asDescribed(check, 'a decimal is found as it is shown, and with another zero')];
		}
		const evidence = `${answer.status} and ${padded.status}: a decimal is ${isFound ? 'found as it is shown only' : 'not found as it is shown'}`;
		return [yield* missed(known, record, answer, { check, evidence, shape: evidence })];
	},
};

export const EQUALITY: readonly Check[] = [equality, decimals];
