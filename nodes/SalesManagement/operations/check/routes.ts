/** Whether each read is where it is asked, and where else it may be. */
import { operationTitle } from '../../api/errors';
import type { Route } from '../../api/types';
import { isObject } from '../../values';
import {
	asDescribed,
	differs,
	notPermitted,
	unclear,
	type Finding,
	type Overrides,
} from './finding';
import { isSuccess, type Answer, type Check, type Inquiry, type Question } from './inquiry';
import type { Known } from './known';
import type { Read } from './reads';
import { idOf, listIn, recordIn } from './reading';
import { shapeOf } from './shape';
import { MOST_TRIES, type Candidate } from './spelling/spelling';

/** What a service says of an address that it does not have, or does not have for this method. */
const MISSING = [404, 405, 410, 501];
const FORBIDDEN = [401, 403];

export const routeText = ({ method, path }: Route): string => `${method} ${path}`;

/** Whether it says what the service says where nothing is, with success. */
const isAsNowhere = ({ nowhere: other, names }: Known, body: unknown): boolean =>
	other !== undefined && isSuccess(other) && shapeOf(other.body, names) === shapeOf(body, names);

/** Whether an answer is one to this question, and not a page that stands everywhere. */
function fits(known: Known, { question, body }: Answer): boolean {
	const { list } = known.row(question.operation);
	if (list) return listIn(body, list.plural) !== undefined;
	const asked = question.path?.id;
	const found = recordIn(body);
	if (asked === undefined) return isObject(body) && !isAsNowhere(known, body);
	return found !== undefined && String(idOf(found.value)) === String(asked);
}

type State = 'there' | 'missing' | 'forbidden' | 'refused';

/** A redirect leads to another address, a page is no answer of the interface. */
function stateOf(known: Known, answer: Answer): State {
	const { status, form, body } = answer;
	if (isSuccess(answer)) {
		const isPage = form === 'html' || (!isObject(body) && !Array.isArray(body));
		// Where each unknown address answers with success, this one has to answer what was asked.
		const isAnything = known.nowhere && isSuccess(known.nowhere) && !fits(known, answer);
		return isPage || isAnything ? 'missing' : 'there';
	}
	if (MISSING.includes(status) || (status >= 300 && status < 400)) return 'missing';
	if (!FORBIDDEN.includes(status)) return 'refused';
	// Where each unknown address is forbidden, this one may be unknown too.
	return known.nowhere?.status === status ? 'missing' : 'forbidden';
}

/** v2 §4.1: a team token belongs to no user. */
const isForTeam = (known: Known, { question, status }: Answer) =>
	known.kind === 'teamToken' && question.operation === 'user.getCurrent' && status === 403;

/** An address that no service has. */
const NOWHERE: Route = {
	method: 'GET',
	path: '/no_such_address_at_all',
	parameters: {},
	known: 'inferred',
	repeatable: false,
};

/** What is answered where nothing is, so that it can be told from a record that does not exist. */
export const nowhere: Check = {
	check: 'address:missing',
	*inquire(known): Inquiry {
		const answer = yield {
			operation: known.has('role.getMany') ? 'role.getMany' : 'user.getMany',
			route: NOWHERE,
		};
		known.nowhere = answer;
		const { check } = nowhere;
		const evidence = `${known.told(answer)} at an address that does not exist`;
		if (answer.status === 404 && (answer.form === 'json' || answer.form === 'jsonWithMark')) {
			return [asDescribed(check, evidence)];
		}
		const advice =
			'The service does not say with 404 and JSON that an address is missing. Where this node says that a response is no JSON, or not allowed, look at Endpoint Overrides first.';
		return [differs({ check, evidence, advice })];
	},
};

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

function* judged(
	known: Known,
	check: string,
	answer: Answer,
): Generator<Question, Finding, Answer> {
	const { question } = answer;
	const evidence = `${known.told(answer, 1)} at ${routeText(known.route(question.operation))}`;
	switch (
		isForTeam(known, answer) && known.nowhere?.status !== 403 ? 'there' : stateOf(known, answer)
	) {
		case 'there':
			if (isSuccess(answer)) known.answers.set(question.operation, answer);
			return asDescribed(check, evidence);
		case 'forbidden':
			known.refused.add(question.operation);
			return notPermitted({
				check,
				evidence,
				advice: `${operationTitle(question.operation)} is not allowed for this credential: ask whoever administers the service, if you need it.`,
			});
		case 'refused':
			known.refused.add(question.operation);
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

const ELSEWHERE =
	'The service has this at another address: copy endpointOverrides of the last item into Endpoint Overrides of the credential.';

/** Whether a candidate is the place; if it is, that is remembered. */
function taken(known: Known, answer: Answer, candidate: Candidate): Overrides | undefined {
	const { operation, route } = answer.question;
	const isOfTeam = isForTeam(known, answer) && known.nowhere?.status !== 403;
	if (!route || !(isOfTeam || (isSuccess(answer) && fits(known, answer)))) return undefined;
	known.spelling.learn(candidate);
	known.found.set(operation, route);
	known.missing.delete(operation);
	if (isSuccess(answer)) known.answers.set(operation, answer);
	return { [operation]: routeText(route) };
}

const foundElsewhere = (
	known: Known,
	{ before, answer }: { readonly before: Answer; readonly answer: Answer },
	endpointOverrides: Overrides,
): Finding => {
	const { operation, route } = answer.question;
	const [shape = ''] = Object.values(endpointOverrides);
	const first = routeText(before.question.route ?? known.row(operation));
	return differs({
		check: `route:${operation}`,
		evidence: `${known.told(before, 1)} at ${first}; ${known.told(answer, 1)} at ${routeText(route ?? known.row(operation))}`,
		shape,
		advice: ELSEWHERE,
		endpointOverrides,
	});
};

/** Tries the other spellings. */
function* searched(known: Known, before: Answer): Generator<Question, Finding, Answer> {
	const { question } = before;
	const { operation } = question;
	const asked = known.route(operation);
	const row = known.row(operation);
	const tried: string[] = [];
	for (const candidate of known.spelling.candidates(row.path, asked.path)) {
		// A search is a read that is sent: only to what calls itself one.
		if (row.method !== 'GET' && !/search|query/.test(candidate.path)) continue;
		const route = { ...row, path: candidate.path };
		const answer = yield { ...question, route, isSpelling: true };
		const overrides = taken(known, answer, candidate);
		if (overrides) return foundElsewhere(known, { before, answer }, overrides);
		known.spelling.failed(candidate);
		known.tried(operation).add(candidate.path);
		tried.push(`${answer.status} at ${candidate.path}`);
	}
	known.missing.set(operation, before);
	const check = `route:${operation}`;
	const also = tried.length > 0 ? `; also ${tried.join(', ')}` : '';
	const evidence = `${known.told(before, 1)} at ${routeText(asked)}${also}`;
	if (FORBIDDEN.includes(before.status)) return unclear(check, evidence, FORBIDDEN_OR_MISSING);
	return differs({
		check,
		evidence,
		shape: 'missing',
		advice: `${operationTitle(operation)} was found at no address that was tried. Ask whoever runs the service for its address, and enter it under Endpoint Overrides: {"${operation}": "${routeText(row)}"} with the right path.`,
	});
}

const FORBIDDEN_OR_MISSING =
	'The service answers so to unknown addresses too: this may be a missing address or a missing permission.';

/** What is known of addresses in the end is tried once at those that were missing before. */
export const revisited: Check = {
	check: 'routes:revisited',
	*inquire(known): Inquiry {
		const findings: Finding[] = [];
		for (const [operation, before] of [...known.missing]) {
			const row = known.row(operation);
			const path = known.spelling.derived(row.path);
			const tried = known.tried(operation);
			if (row.method !== 'GET' || path === row.path) continue;
			if (tried.has(path) || tried.size >= MOST_TRIES) continue;
			const route = { ...row, path };
			const answer = yield { ...before.question, route, isSpelling: true };
			const overrides = taken(known, answer, { path, styles: [] });
			if (overrides) findings.push(foundElsewhere(known, { before, answer }, overrides));
		}
		return findings;
	},
};
