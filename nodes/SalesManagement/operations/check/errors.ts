/** How the service says no: for a record that is not there, and for a search that it can't carry out. */
import { isObject } from '../../values';
import { held } from './finding';
import type { Answer, Check, Inquiry } from './inquiry';
import type { Known } from './known';
import { comparison, filterOf } from './filters';
import { NOTHING } from './words';

/** The greatest id of four bytes: no account has one. */
const NO_ID = 2_147_483_647;

/** v2 §7, v1 §7: `{error}` or `{error, messages}`. */
function bodyProblems({ body, form }: Answer): string[] {
	if (form !== 'json') return [`the body is ${form}`];
	if (!isObject(body)) return ['the body is no object'];
	const { error, messages } = body;
	return [
		...(typeof error === 'string'
			? []
			: [error === undefined ? 'error is missing' : 'error is no text']),
		...(messages === undefined || Array.isArray(messages) ? [] : ['messages is no list']),
		...Object.keys(body)
			.filter((name) => !['error', 'messages', 'bulkErrors'].includes(name))
			.map(() => 'it has other properties')
			.slice(0, 1),
	];
}

/** Also where an own record is refused. */
export const ERRORS_READ_BADLY = `Where the service refuses something, the error message in n8n may read badly or say little. Nothing else is different. ${NOTHING}`;

const judged = (known: Known, check: string, answer: Answer, status: number) => {
	const problems = [
		...(answer.status === status ? [] : [`${answer.status} instead of ${status}`]),
		...bodyProblems(answer),
	];
	return held(
		check,
		`${known.told(answer)}${problems.length > 0 ? `: ${problems.join('; ')}` : ''}`,
		{
			if: problems.length > 0,
			shape: known.told(answer),
			advice: ERRORS_READ_BADLY,
		},
	);
};

const noRecord: Check = {
	check: 'error:record',
	*inquire(known): Inquiry {
		if (!known.answers.has('customer.get')) return [];
		const answer = yield known.ask({
			...{ operation: 'customer.get', path: { id: NO_ID } },
			mayBeRefused: true,
		});
		return [judged(known, noRecord.check, answer, 404)];
	},
};

/** v2 §4.4: the index does not hold companyNum; v1 §7: 400 for an invalid search condition. */
const noSearch: Check = {
	check: 'error:search',
	*inquire(known): Inquiry {
		if (!known.answers.has('customer.search')) return [];
		const filter = filterOf(comparison('companyNum', '=', { stringValue: '1' }));
		const answer = yield known.ask({
			...{ operation: 'customer.search', body: { filter } },
			mayBeRefused: true,
		});
		return [judged(known, noSearch.check, answer, 400)];
	},
};

export const ERRORS: readonly Check[] = [noRecord, noSearch];
