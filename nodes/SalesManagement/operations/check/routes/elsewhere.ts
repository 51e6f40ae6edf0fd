/** Where else a read may be that is missing at its address. */
import { operationTitle } from '../../../api/errors/errors';
import type { OperationId } from '../../../api/routes/routes';
import type { Route } from '../../../api/types';
import { differs, unclear, type Finding, type Overrides } from '../finding';
import type { Answer, Check, Inquiry, Question } from '../inquiry';
import type { Known } from '../known';
import { isOutOfOrder } from '../passing';
import { MOST_TRIES, type Candidate } from '../spelling/spelling';
import { COPY_OVERRIDES, RUN_LATER } from '../words';
import { derivedRoutes } from './derived';
import { evidenceOf } from './evidence';
import { isForbidden, isForTeam, routeText } from './state';

const ELSEWHERE = `The service has this at another address, ${COPY_OVERRIDES}`;

export const FORBIDDEN_OR_MISSING =
	'Either this credential may not do this, or the service has it at another address; its answer is the same for both. Ask whoever administers the service which of the two it is.';

/** @param row where the table has it, to be corrected. */
export const foundNowhere = (operation: OperationId, row: Route): string =>
	`${operationTitle(operation)} does not work: it was found at no address that was tried. If you need it, ask whoever runs the service for its address, and enter it in the credential under Endpoint Overrides: {"${operation}": "${routeText(row)}"} with the right path.`;

/** Whether this is the place; if it is, that is remembered. */
function taken(known: Known, answer: Answer): Overrides | undefined {
	const { operation, route } = answer.question;
	const isShown = evidenceOf(known, answer) === 'shown';
	if (!route || !(isShown || isForTeam(known, answer))) return undefined;
	known.found.set(operation, route);
	known.missing.delete(operation);
	// What a team token may not see shows nothing from which anything follows.
	if (!isShown) known.doubtful.add(operation);
	else {
		known.doubtful.delete(operation);
		known.spelling.confirm(known.row(operation).path, route.path);
		known.answers.set(operation, answer);
	}
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

/** Other addresses for a read, the likeliest first: beside those that were found, then by convention. */
function otherPaths(known: Known, operation: OperationId): Candidate[] {
	const row = known.row(operation);
	const asked = known.route(operation).path;
	const beside = derivedRoutes(known, operation).map(({ path }) => ({ path }));
	const usual = known.spelling.candidates(row.path, asked, row.known === 'shown');
	const all = [...beside, ...usual].filter(({ path }) => path !== asked);
	const byPath = new Map(all.map((each) => [each.path, each]));
	return [...byPath.values()].slice(0, MOST_TRIES);
}

interface Doubts {
	readonly isGone: () => Generator<Question, boolean, Answer>;
	readonly doubt?: string;
	/** The same question of other records. */
	readonly others: readonly Question[];
}

const GONE = 'The record that was looked for was deleted in the meantime. Run the check again.';

const MAY_BE_ANY =
	'One of the addresses that were tried has an empty list, which may be this one or another. Create a record of this kind in the service, then run the check again.';

const MAY_BE_THERE = `One of the addresses that were tried could not answer at that moment. ${RUN_LATER} If it still can’t, ask whoever runs the service for the address.`;

/** Tries one address; where it lists nothing, of other records, too: theirs may hold some. */
function* triedAt(
	known: Known,
	[question, ...others]: readonly [Question, ...Question[]],
	route: Route,
): Generator<Question, Answer, Answer> {
	const tried = known.tried(question.operation).add(route.path);
	let answer = yield { ...question, route, isSpelling: true };
	for (const [at, other] of others.entries()) {
		if (evidenceOf(known, answer) !== 'empty' || tried.size >= MOST_TRIES) break;
		tried.add(`${route.path} ${at}`);
		answer = yield { ...other, route, isSpelling: true };
	}
	return answer;
}

/**
 * Tries the other spellings.
 * @param isGone asks whether it may be the record that is missing, and not the address.
 * @param doubt what else may be wrong.
 */
export function* searched(
	known: Known,
	before: Answer,
	{ isGone, doubt, others }: Doubts,
): Generator<Question, Finding, Answer> {
	const { question } = before;
	const { operation } = question;
	const asked = known.route(operation);
	const row = known.row(operation);
	const tried: string[] = [];
	let isBusy = false;
	for (const candidate of otherPaths(known, operation)) {
		if (known.tried(operation).size >= MOST_TRIES) break;
		// A search is a read that is sent: only to what calls itself one.
		if (row.method !== 'GET' && !/search|query/.test(candidate.path)) continue;
		const route = { ...row, path: candidate.path };
		const answer = yield* triedAt(known, [question, ...others], route);
		const overrides = taken(known, answer);
		if (overrides) return foundElsewhere(known, { before, answer }, overrides);
		// The words of one that is shown are no sign of how others are spelled.
		if (isOutOfOrder(answer)) isBusy = true;
		else if (row.known !== 'shown') known.spelling.failed(candidate);
		if (evidenceOf(known, answer) === 'empty') known.doubtful.add(operation);
		tried.push(`${answer.status} at ${candidate.path}`);
	}
	const check = `route:${operation}`;
	const also = tried.length > 0 ? `; also ${tried.join(', ')}` : '';
	const evidence = `${known.told(before, 1)} at ${routeText(asked)}${also}`;
	if (known.doubtful.has(operation)) return unclear(check, evidence, MAY_BE_ANY);
	if (yield* isGone()) return unclear(check, evidence, GONE);
	known.missing.set(operation, before);
	if (doubt !== undefined) return unclear(check, evidence, doubt);
	if (isForbidden(before)) return unclear(check, evidence, FORBIDDEN_OR_MISSING);
	if (isBusy) return unclear(check, evidence, MAY_BE_THERE);
	return differs({
		check,
		evidence,
		shape: 'missing',
		advice: foundNowhere(operation, row),
	});
}

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
			const overrides = taken(known, answer);
			if (overrides) findings.push(foundElsewhere(known, { before, answer }, overrides));
		}
		return findings;
	},
};
