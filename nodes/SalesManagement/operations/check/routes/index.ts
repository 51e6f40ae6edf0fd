/** Whether each read is where it is asked, and where else it may be. */
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
			return differs({
				check,
				evidence,
				advice:
					'The address is there, but refuses a question as the documents describe it. Attach this report to an issue.',
			});
		default:
			return yield* searched(known, answer);
	}
}
