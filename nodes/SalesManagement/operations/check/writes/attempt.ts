/** Writes, tried at the address of the table and, where it is missing, at others. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../../api/routes/routes';
import type { Route } from '../../../api/types';
import { asDescribed, differs, notPermitted, unclear, type Finding } from '../finding';
import { isSuccess, type Answer, type Question } from '../inquiry';
import type { Known } from '../known';
import { TOMORROW } from '../quota';
import { derivedRoutes } from '../routes/derived';
import { FORBIDDEN_OR_MISSING, foundNowhere } from '../routes/elsewhere';
import { isForbidden, isMissingAt, routeText } from '../routes/state';
import { below } from '../spelling/styles';
import { ATTACH, COPY_OVERRIDES, NOTHING, THEN_ATTACH } from '../words';

/** One write of the check, and what has to be right about its answer. */
export interface Attempt {
	readonly operation: OperationId;
	readonly path?: Readonly<Record<string, string | number>>;
	readonly query?: Question['query'];
	readonly body?: IDataObject;
	readonly isRemoval?: true;
	/** What is wrong with the answer; empty where nothing is. */
	readonly problems: (answer: Answer) => string[];
}

/** The addresses that an operation is asked at first: by what the reads have shown. */
export const likelyRoutes = (known: Known, operation: OperationId): [Route, ...Route[]] =>
	known.found.has(operation) || isOverridden(known, operation)
		? [known.route(operation)]
		: derivedRoutes(known, operation);

const isOverridden = (known: Known, operation: OperationId) =>
	routeText(known.route(operation)) !== routeText(known.row(operation));

/** Where else a write may be: another verb, or another word for many. */
function* otherRoutes(known: Known, operation: OperationId, asked: Route): Generator<Route> {
	if (asked.method === 'PATCH') {
		yield { ...asked, method: 'PUT' };
		yield { ...asked, method: 'POST' };
	} else if (asked.method === 'DELETE') {
		yield { ...asked, method: 'POST', path: below(asked.path, 'delete') };
	} else {
		const row = known.row(operation);
		yield { ...asked, path: known.spelling.derived(row.path) };
		for (const candidate of known.spelling.candidates(row.path, asked.path)) {
			// What is no other word for many may be anything.
			if (/bulk|batch|member/.test(candidate.path)) yield { ...asked, path: candidate.path };
		}
	}
}

/** Whether nothing says what became of it: a gateway that gives up says nothing of what is behind it. */
export const isUntold = ({ status, usedUp }: Answer): boolean =>
	usedUp === undefined && (status === 0 || status >= 500);

export const mayBeDone = (answer: Answer): boolean => isSuccess(answer) || isUntold(answer);

const pattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** Whether another write takes the last word for a record of its own: its refusal says nothing of this one. */
const isTakenForAnother = (known: Known, { method, path }: Route) =>
	known.allWritten.some(
		({ at }) => at.method === method && at.path !== path && pattern(at.path).test(path),
	);

const isElsewhere = (known: Known, answer: Answer, route: Route) =>
	isMissingAt(known, answer) || (!mayBeDone(answer) && isTakenForAnother(known, route));

/** What came back, and where. */
interface Sent {
	readonly route: Route;
	readonly answer: Answer;
	/** What came back where it was asked first, if that is elsewhere. */
	readonly before?: { readonly route: Route; readonly answer: Answer };
}

function* sent(
	known: Known,
	{ operation, path, query, body, isRemoval }: Attempt,
): Generator<Question, Sent, Answer> {
	const question = { operation, path, query, body, isRemoval };
	const [route, ...likely] = likelyRoutes(known, operation);
	const answer = yield { ...question, route, isOwn: true };
	if (!isElsewhere(known, answer, route)) return { route, answer };
	const asked = new Set([routeText(route)]);
	for (const other of [...likely, ...otherRoutes(known, operation, route)]) {
		if (asked.has(routeText(other))) continue;
		asked.add(routeText(other));
		const next = yield { ...question, route: other, isOwn: true };
		// What may have been carried out here is not asked for a second time.
		if (mayBeDone(next) && !isMissingAt(known, next)) {
			return { route: other, answer: next, before: { route, answer } };
		}
	}
	return { route, answer };
}

const ADVICE = `The service answers this otherwise than its documents say, so that a workflow may show an error although it was carried out, or the other way round. Look in the service after the first runs. ${ATTACH}`;

/** Any 2xx is success to the node, and what a deletion answers besides is not read. */
const isHarmless = (problem: string): boolean =>
	/^\d+ instead of 200$/.test(problem) || problem === 'the answer has a body';
const TAKEN_FOR_SUCCESS = `The service says otherwise than its documents that it has carried this out. The node understands it all the same. ${NOTHING}`;

/** It says that something is wrong with the record, not with the address. */
const REFUSALS = [400, 409, 422];

const REFUSED = `The service refuses what its documents allow. Your account may ask for fields that the check does not fill: create such a record by hand to see which, and fill these in your workflows too. If there are none: ${THEN_ATTACH}`;

const MAY_BE_DONE =
	'The service did not say whether it carried this out. Run the check again later.';

const LATER = 'The service took no more requests at that moment: run the check again later.';

const ELSEWHERE = `The service takes this at another address, ${COPY_OVERRIDES}`;

function adviceFor(problems: readonly string[], isMoved: boolean): string {
	if (!problems.every(isHarmless)) return ADVICE;
	return isMoved ? ELSEWHERE : TAKEN_FOR_SUCCESS;
}

function adviceAgainst(known: Known, operation: OperationId, answer: Answer): string {
	if (isMissingAt(known, answer)) return foundNowhere(operation, known.row(operation));
	return REFUSALS.includes(answer.status) && /\.create/.test(operation) ? REFUSED : ADVICE;
}

function judged(
	known: Known,
	{ operation, problems }: Attempt,
	{ route, answer, before }: Sent,
): Finding {
	const check = `write:${operation}`;
	const at = `at ${routeText(route)}`;
	const told = `${known.told(answer, 1)} ${at}`;
	if (answer.usedUp !== undefined) {
		return unclear(check, `Not carried out: ${answer.usedUp}.`, TOMORROW);
	}
	if (isUntold(answer) && !isMissingAt(known, answer)) {
		return unclear(check, answer.status === 0 ? `no response ${at}` : told, MAY_BE_DONE);
	}
	if (answer.status === 429) return unclear(check, told, LATER);
	if (isForbidden(answer)) {
		return isMissingAt(known, answer)
			? unclear(check, told, FORBIDDEN_OR_MISSING)
			: notPermitted({
					check,
					evidence: told,
					advice:
						'This operation does not work with this credential, whose owner may not write here. If you need it, ask whoever administers the service for the permission.',
				});
	}
	const isMoved = isSuccess(answer) && routeText(route) !== routeText(known.route(operation));
	const found = isSuccess(answer) ? problems(answer) : [];
	if (isSuccess(answer) && found.length === 0 && !isMoved) return asDescribed(check, told);
	const elsewhere = before ? `${before.answer.status} at ${routeText(before.route)}; ` : '';
	const shape = [isMoved ? routeText(route) : '', ...found].filter(Boolean).join('; ');
	return differs({
		check,
		evidence: `${elsewhere}${told}${found.length > 0 ? `: ${found.join('; ')}` : ''}`,
		shape: shape || String(answer.status),
		advice: isSuccess(answer) ? adviceFor(found, isMoved) : adviceAgainst(known, operation, answer),
		...(isMoved && { endpointOverrides: { [operation]: routeText(route) } }),
	});
}

/** @returns the answer, and what it says about the operation. */
export function* attempted(
	known: Known,
	attempt: Attempt,
): Generator<Question, { answer: Answer; finding: Finding }, Answer> {
	const all = yield* sent(known, attempt);
	const { route, answer } = all;
	const finding = judged(known, attempt, all);
	if (isSuccess(answer)) {
		known.wrote(attempt.operation, route);
		known.spelling.confirm(known.row(attempt.operation).path, route.path);
	}
	return { answer, finding };
}
