/** What an answer says of the address that was asked. */
import type { Route } from '../../../api/types';
import { isObject } from '../../../values';
import { isSuccess, type Answer } from '../inquiry';
import type { Known } from '../known';
import { idOf, listIn, recordIn } from '../reading';
import { shapeOf } from '../shape';

/** What a service says of an address that it does not have, or does not have for this method. */
const MISSING = [404, 405, 410, 501];
const FORBIDDEN = [401, 403];

export const routeText = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
	`${method} ${path}`;

export const isForbidden = ({ status }: Answer): boolean => FORBIDDEN.includes(status);

/** Whether a refusal is what the service answers where nothing is. */
export const isMissingAt = (known: Known, answer: Answer): boolean => {
	const { status } = answer;
	if (MISSING.includes(status) || (status >= 300 && status < 400)) return true;
	// Where each unknown address is forbidden, this one may be unknown too.
	return isForbidden(answer) && known.nowhere?.status === status;
};

/** Whether it says what the service says where nothing is, with success. */
export const isAsNowhere = ({ nowhere: other, names }: Known, body: unknown): boolean =>
	other !== undefined && isSuccess(other) && shapeOf(other.body, names) === shapeOf(body, names);

/** Whether an answer may be one to this question, and is no page that stands everywhere. */
function fits(known: Known, { question, body }: Answer): boolean {
	const { list } = known.row(question.operation);
	if (isAsNowhere(known, body)) return false;
	if (list) return listIn(body, list.plural) !== undefined;
	const asked = question.path?.id;
	const found = recordIn(body);
	if (asked === undefined) return isObject(body);
	return found !== undefined && String(idOf(found.value)) === String(asked);
}

/** v2 §4.1: a team token belongs to no user. */
export const isForTeam = (known: Known, { question, status }: Answer): boolean =>
	known.kind === 'teamToken' &&
	question.operation === 'user.getCurrent' &&
	status === 403 &&
	known.nowhere?.status !== 403;

type State = 'there' | 'missing' | 'forbidden' | 'refused';

/** A redirect leads to another address, a page is no answer of the interface. */
export function stateOf(known: Known, answer: Answer): State {
	const { form, body } = answer;
	if (isForTeam(known, answer)) return 'there';
	if (isSuccess(answer)) {
		const isPage = form === 'html' || (!isObject(body) && !Array.isArray(body));
		// Where each unknown address answers with success, this one has to answer what was asked.
		const isAnything = known.nowhere && isSuccess(known.nowhere) && !fits(known, answer);
		return isPage || isAnything ? 'missing' : 'there';
	}
	if (isMissingAt(known, answer)) return 'missing';
	return isForbidden(answer) ? 'forbidden' : 'refused';
}
