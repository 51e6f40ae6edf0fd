/** Writes, tried at the address of the table and, where it is missing, at others. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../../api/routes';
import type { Route } from '../../../api/types';
import { asDescribed, differs, notPermitted, unclear, type Finding } from '../finding';
import { isSuccess, type Answer, type Question } from '../inquiry';
import type { Known } from '../known';
import { derivedRoute } from '../overrides';
import { routeText } from '../routes';

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

const MISSING = [404, 405, 410, 501];

/** The address that a write is asked at first: by what the reads have shown. */
const firstRoute = (known: Known, operation: OperationId): Route =>
	known.found.has(operation) || isOverridden(known, operation)
		? known.route(operation)
		: derivedRoute(known, operation);

const isOverridden = (known: Known, operation: OperationId) =>
	routeText(known.route(operation)) !== routeText(known.row(operation));

/** Where else a write may be: another verb, or another word for many. */
function* otherRoutes(known: Known, operation: OperationId, asked: Route): Generator<Route> {
	if (asked.method === 'PATCH') {
		yield { ...asked, method: 'PUT' };
		yield { ...asked, method: 'POST' };
	} else if (asked.method === 'DELETE') {
		yield { ...asked, method: 'POST', path: `${asked.path}/delete` };
	} else {
		const row = known.row(operation);
		const path = known.spelling.derived(row.path);
		if (path !== asked.path) yield { ...asked, path };
		for (const candidate of known.spelling.candidates(row.path, asked.path)) {
			// What is no other word for many may be anything.
			if (/bulk|batch|members/.test(candidate.path)) yield { ...asked, path: candidate.path };
		}
	}
}

const ADVICE =
	'Writes may be reported as failed although they were carried out, or not be found. Attach this report to an issue.';

/** @returns the answer, and what it says about the operation. */
export function* attempted(
	known: Known,
	{ problems, operation, ...content }: Attempt,
): Generator<Question, { answer: Answer; finding: Finding }, Answer> {
	const check = `write:${operation}`;
	const first = firstRoute(known, operation);
	let route = first;
	let answer = yield { operation, ...content, route, isOwn: true };
	const before = answer;
	if (MISSING.includes(answer.status)) {
		for (const other of otherRoutes(known, operation, first)) {
			const next = yield { operation, ...content, route: other, isOwn: true };
			if (!isSuccess(next)) continue;
			route = other;
			answer = next;
			break;
		}
	}
	const at = `at ${routeText(route)}`;
	const told = `${known.told(answer, 1)} ${at}`;
	const isKnown = routeText(route) === routeText(known.route(operation));
	if (isSuccess(answer)) {
		known.wrote(operation, route);
		known.spelling.learnFrom(known.row(operation).path, route.path);
	}
	const endpointOverrides =
		isSuccess(answer) && !isKnown ? { [operation]: routeText(route) } : undefined;
	const found = isSuccess(answer) ? problems(answer) : [];
	if (answer.status === 0) {
		return {
			answer,
			finding: unclear(check, `no response ${at}`, 'It may have been carried out all the same.'),
		};
	}
	if ([401, 403].includes(answer.status)) {
		return {
			answer,
			finding: notPermitted({
				check,
				evidence: told,
				advice: 'This credential may not write here.',
			}),
		};
	}
	if (isSuccess(answer) && found.length === 0 && !endpointOverrides) {
		return { answer, finding: asDescribed(check, told) };
	}
	const elsewhere = answer === before ? '' : `${before.status} at ${routeText(first)}; `;
	const evidence = `${elsewhere}${told}${found.length > 0 ? `: ${found.join('; ')}` : ''}`;
	const shape = [endpointOverrides ? routeText(route) : '', ...found].filter(Boolean).join('; ');
	const advice =
		endpointOverrides && found.length === 0
			? 'The service takes this at another address: copy endpointOverrides of the last item into Endpoint Overrides of the credential.'
			: ADVICE;
	return {
		answer,
		finding: differs({
			check,
			evidence,
			shape: shape || String(answer.status),
			advice,
			endpointOverrides,
		}),
	};
}
