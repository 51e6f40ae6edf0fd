/** Whether each read is where it is asked, and where else it may be. */
import { saysTooLarge } from '../../../api/answers';
import { readErrorBody } from '../../../api/errorBody';
import { operationTitle } from '../../../api/errors';
import { asDescribed, differs, notPermitted, unclear, type Finding } from '../finding';
import { isSuccess, type Answer, type Check, type Inquiry, type Question } from '../inquiry';
import type { Known } from '../known';
import type { Read } from '../reads';
import { searched } from './elsewhere';
import { routeText, stateOf } from './state';

/** @returns a check for one read. */
export const routeOf = ({ operation, asked }: Read): Check => {
	const check = `route:${operation}`;
	return {
		check,
		*inquire(known): Inquiry {
			if (!known.has(operation)) return [];
			const question = asked(known);
			if (typeof question === 'string') return [unclear(check, `Not asked: ${question}.`)];
			const first = yield known.ask({ operation, ...question });
			return [yield* judged(known, check, first)];
		},
	};
};

/**
 * The same beside a token, which needs it for nothing: only where its own interface has addresses of
 * another kind, so that what is proposed for a credential of the key alone was seen.
 */
export const routeWhereMoved = (read: Read): Check => {
	const { check, inquire } = routeOf(read);
	return { check, inquire: (known) => (known.isBesideMoved ? inquire(known) : []) };
};

const REFUSED =
	'The address is there, but refuses a question as the documents describe it. Attach this report to an issue.';
const SMALLER =
	'The address is there, but its responses may be much smaller than the documents have them. Lists that take a limit are read in smaller pages all the same; the others can’t be read. Ask whoever runs the service to allow larger ones.';

/** v1 §7: a 500 that says so, which is documented for 10 MB and not for a few records. */
function isTooLarge({ status, body }: Answer): boolean {
	if (status === 413) return true;
	const { message, details } = readErrorBody(body);
	return status === 500 && saysTooLarge(message, details);
}

/** A service that is busy, or out of order for a moment, says nothing about the address. */
const isPassing = (answer: Answer): boolean =>
	(answer.status >= 500 || [408, 429].includes(answer.status)) && !isTooLarge(answer);

const LATER = 'The service could not answer at that moment: run this check again later.';

function* judged(
	known: Known,
	check: string,
	answer: Answer,
): Generator<Question, Finding, Answer> {
	const { operation } = answer.question;
	const evidence = `${known.told(answer, 1)} at ${routeText(known.route(operation))}`;
	switch (stateOf(known, answer)) {
		case 'there':
			if (isSuccess(answer)) {
				known.answers.set(operation, answer);
				known.spelling.confirm(known.row(operation).path, known.route(operation).path);
			}
			return asDescribed(check, evidence);
		case 'forbidden':
			known.refused.add(operation);
			return notPermitted({
				check,
				evidence,
				advice: `${operationTitle(operation)} is not allowed for this credential: ask whoever administers the service, if you need it.`,
			});
		case 'refused':
			known.refused.add(operation);
			if (isPassing(answer)) return unclear(check, evidence, LATER);
			return differs({
				check,
				evidence: `${evidence}${isTooLarge(answer) ? ', since the response would be too large' : ''}`,
				advice: isTooLarge(answer) ? SMALLER : REFUSED,
			});
		default:
			return yield* searched(known, answer);
	}
}
