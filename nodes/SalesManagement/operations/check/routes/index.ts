/** Whether each read is where it is asked, and where else it may be. */
import { operationTitle } from '../../../api/errors/errors';
import { asDescribed, differs, notPermitted, unclear, type Finding } from '../finding';
import { isSuccess, type Answer, type Check, type Inquiry, type Question } from '../inquiry';
import type { Known } from '../known';
import { idsOf } from '../lists';
import { isPassing } from '../passing';
import { idOf } from '../reading';
import type { Read } from '../reads';
import { isTooLarge } from '../tooLarge';
import { ATTACH, LATER, notAskedFor } from '../words';
import { searched } from './elsewhere';
import { evidenceOf } from './evidence';
import { routeText, stateOf } from './state';

/** @returns a check for one read. */
export const routeOf = (read: Read): Check => {
	const { operation, asked } = read;
	const check = `route:${operation}`;
	return {
		check,
		*inquire(known): Inquiry {
			if (!known.has(operation)) return [];
			const question = asked(known);
			if (typeof question === 'string') return [unclear(check, notAskedFor(question))];
			const first = yield known.ask({ operation, ...question });
			const answer = yield* ofAnother(known, read, first);
			return [yield* judged(known, read, answer)];
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

const REFUSED = `This operation does not work as it is: the service refuses the question that its documents show. ${ATTACH}`;
const SMALLER =
	'The service sends small responses only. Lists that take a limit are read in smaller pages all the same; others fail. Ask whoever runs the service to allow larger ones.';

/** Whether the record may be what is missing, and not the address. */
const mayBeRecord = ({ status }: Answer): boolean => status === 404 || status === 410;

/** A record that was deleted since it was listed says nothing of its address: another one does. */
function* ofAnother(
	known: Known,
	{ operation, asked, records }: Read,
	first: Answer,
): Generator<Question, Answer, Answer> {
	if (!records || !mayBeRecord(first)) return first;
	const other = asked(known, 1);
	return typeof other === 'string' ? first : yield known.ask({ operation, ...other });
}

/** The same question of the records that were not asked for yet. */
const othersOf = (known: Known, { operation, asked, records }: Read, { question }: Answer) =>
	(records?.(known) ?? [])
		.map((_, at) => asked(known, at))
		.filter((each) => typeof each !== 'string')
		.map((each): Question => ({ operation, ...each }))
		.filter(({ path }) => JSON.stringify(path) !== JSON.stringify(question.path));

/** Whether its list has none of the records any more that were asked for. */
const areGone = (known: Known, { list, records }: Read, answer: Answer) =>
	function* (): Generator<Question, boolean, Answer> {
		const before = list && known.answers.get(list)?.question;
		if (!before || !records || !mayBeRecord(answer)) return false;
		const { operation, path, query } = before;
		const again = yield known.ask({ operation, path, query });
		const left = idsOf(known, again).map(String);
		const asked = records(known).slice(0, 2).map(idOf).map(String);
		return isSuccess(again) && !asked.some((id) => left.includes(id));
	};

/**
 * Remembers what was read. Of an address that somebody entered it has to be seen that it is the right
 * one: nothing else may follow from it before.
 * @returns whether it may be.
 */
function isTakenOver(known: Known, answer: Answer): boolean {
	const { operation } = answer.question;
	const evidence = known.isEntered(operation) ? evidenceOf(known, answer) : 'shown';
	if (evidence === 'none') return false;
	known.answers.set(operation, answer);
	if (evidence === 'empty') known.doubtful.add(operation);
	else known.spelling.confirm(known.row(operation).path, known.route(operation).path);
	return true;
}

function* judged(known: Known, read: Read, answer: Answer): Generator<Question, Finding, Answer> {
	const { operation } = read;
	const check = `route:${operation}`;
	const lookedFor = () =>
		searched(known, answer, {
			isGone: areGone(known, read, answer),
			doubt: read.doubt?.(known),
			others: othersOf(known, read, answer),
		});
	const evidence = `${known.told(answer, 1)} at ${routeText(known.route(operation))}`;
	switch (stateOf(known, answer)) {
		case 'there':
			if (isSuccess(answer) && !isTakenOver(known, answer)) return yield* lookedFor();
			return asDescribed(check, evidence);
		case 'forbidden':
			known.refused.add(operation);
			return notPermitted({
				check,
				evidence,
				advice: `${operationTitle(operation)} does not work with this credential, whose owner may not do it. If you need it, ask whoever administers the service for the permission.`,
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
			return yield* lookedFor();
	}
}
