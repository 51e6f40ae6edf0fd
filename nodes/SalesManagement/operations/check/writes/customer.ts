/** What is tried with a customer of the check's own. */
import { readErrorBody } from '../../../api/errors/errorBody';
import { foldedName } from '../../../values';
import { ERRORS_READ_BADLY } from '../errors';
import { held, unclear } from '../finding';
import { isSuccess, type Answer } from '../inquiry';
import { idOf } from '../reading';
import { isForbidden } from '../routes/state';
import { ATTACH, NOTHING } from '../words';
import { bulkProblems, idsIn } from './answers';
import { isUntold } from './attempt';
import { latest } from './lost';
import { customersIn, secondOf, type Id } from './ownRecords';
import { CHANGED, type Steps, type Writing } from './writing';

const LISTS_LAG = `New records appear in lists after a moment. The trigger waits for that. ${NOTHING}`;
const SEARCHES_LAG =
	'New records are found after a moment only, so that Create or Update may create a record twice if it runs twice in quick succession. Let a workflow wait some seconds between the two.';

/**
 * Whether a list and a search show at once what was written.
 * @returns whether the search does.
 */
export function* shownAtOnce(writing: Writing, id: Id): Steps<boolean> {
	const { known, findings } = writing;
	const holds = (answer: Answer) =>
		customersIn(answer).some((each) => String(idOf(each)) === String(id));
	const listed = yield latest(known);
	const searched = yield writing.byName();
	const late = (what: string, answer: Answer, advice: string) =>
		!isSuccess(answer)
			? unclear(`lag:${what}`, known.told(answer, 1))
			: held(`lag:${what}`, `what was written is ${holds(answer) ? '' : 'not '}shown at once`, {
					if: !holds(answer),
					isOfRecords: true,
					advice,
				});
	findings.push(late('list', listed, LISTS_LAG), late('search', searched, SEARCHES_LAG));
	return holds(searched);
}

/** A month that does not exist (v2 §8), in the check's own customer. */
export function* refused(writing: Writing, id: Id): Steps {
	const { known, findings } = writing;
	const answer = yield* writing.update(id, { closingMonth: 13 });
	// That it may not be changed at all is said of the change before.
	if (!answer || isUntold(answer) || answer.status === 429 || isForbidden(answer)) return;
	const told = known.told(answer);
	const found = namesField(answer) ? 'the field is named' : 'the field is not named';
	findings.push(
		held('error:validation', isSuccess(answer) ? told : `${told}: ${found}`, {
			if: answer.status !== 400,
			shape: told,
			advice: ERRORS_READ_BADLY,
		}),
	);
}

/** Whether an error in n8n says which field it is, in whichever way it is spelled. */
function namesField({ body }: Answer): boolean {
	const { message = '', details } = readErrorBody(body);
	return [message, ...details].some((text) => foldedName(text).includes('closingmonth'));
}

const LAGS = 'Not told: searches do not show at once what was written.';

/** What Create or Update does: a search by the name, and a change of the one record found. */
export function* foundTwice(writing: Writing, id: Id, isFoundAtOnce: boolean): Steps {
	const found: boolean[] = [];
	for (let time = 0; time < 2; time++) {
		const answer = yield writing.byName();
		if (!isSuccess(answer)) {
			writing.findings.push(unclear('upsert:customer', writing.known.told(answer, 1)));
			return;
		}
		const ids = customersIn(answer).map((each) => String(idOf(each)));
		found.push(ids.length === 1 && ids[0] === String(id));
		yield* writing.update(id, { address: `${CHANGED} ${time}` });
	}
	const isFound = found.every(Boolean);
	if (!isFound && !isFoundAtOnce) {
		writing.findings.push(unclear('upsert:customer', LAGS));
		return;
	}
	writing.findings.push(
		held(
			'upsert:customer',
			isFound
				? 'found by its name twice, one record'
				: 'not found by its name each time, as the one record that there is',
			{
				if: !isFound,
				isOfRecords: true,
				advice: `Create or Update may not find a record that is there, and create it a second time. Don’t use it with names before this is settled. ${ATTACH}`,
			},
		),
	);
}

export function* createdInBulk(writing: Writing): Steps {
	const operation = 'customer.createMany';
	const body = { customers: [{ name: secondOf(writing.name) }] };
	const answer = yield* writing.tried({ operation, body, problems: bulkProblems });
	if (!answer) return;
	// One was sent: whatever else is in the answer, it is no other's record that is read here.
	const [id] = isSuccess(answer) ? idsIn(answer.body) : [];
	const made =
		id === undefined ? undefined : ({ remove: 'customer.delete', path: { id } } as const);
	yield* writing.keep({ operation }, answer, made);
}
