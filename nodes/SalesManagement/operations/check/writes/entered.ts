/** Whether what somebody entered under Endpoint Overrides for a write may be written to. */
import { isRead, type OperationId } from '../../../api/routes/routes';
import type { Route } from '../../../api/types';
import { differs, unclear, type Finding } from '../finding';
import type { Known } from '../known';
import { derivedRoutes, operationsOf } from '../routes/derived';
import { routeText } from '../routes/state';
import { formed, formsFor } from '../spelling/forms';
import { endsWith, singular, subsetsOf } from '../spelling/styles';
import { CORRECT_ENTERED } from '../words';

const resourceOf = (id: OperationId): string => id.replace(/\..*$/, '');
const kindOf = (id: OperationId): string => id.replace(/^.*\./, '');

const plain = (path: string) => path.replace(/\{\w+\}/g, '{}').replace(/(\.json|\/)$/, '');

/** Where an operation is, as far as that is known; of a read that was seen, where it was seen. */
function placesOf(known: Known, id: OperationId): readonly Route[] {
	if (known.found.has(id) || known.answers.has(id)) return [known.route(id)];
	if (!known.isEntered(id)) return derivedRoutes(known, id);
	// That a read is at an entered address, where it was not seen, nobody knows.
	return isRead(id) ? [] : [known.route(id)];
}

/** The other operation whose address it is. A read shows its address to be that of its record, whatever the method. */
function takenBy(known: Known, operation: OperationId): OperationId | undefined {
	const { method, path } = known.entered(operation);
	const there = operationsOf(known)
		.filter((id) => id !== operation)
		.flatMap((id) => placesOf(known, id).map((at) => ({ id, at })))
		.filter(({ at }) => plain(at.path) === plain(path));
	const isOfAnother = (id: OperationId) => isRead(id) && resourceOf(id) !== resourceOf(operation);
	const taker =
		there.find(({ at }) => at.method === method) ?? there.find(({ id }) => isOfAnother(id));
	return taker?.id;
}

/** Methods by which such writes are sent; nobody deletes by a create. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
	create: ['POST', 'PUT'],
	createMany: ['POST', 'PUT'],
	update: ['PATCH', 'PUT', 'POST'],
	addMember: ['POST'],
};

const mayBeSentBy = (operation: OperationId, { method, path }: Route): boolean =>
	kindOf(operation) === 'delete'
		? method === 'DELETE' || (method === 'POST' && endsWith(path, 'delete'))
		: (METHODS[kindOf(operation)] ?? []).includes(method);

/** Words that say what is done, and not to what. */
const DOING = ['api', 'bulk', 'batch', 'create', 'delete'];

/** What an address is about: its words in any spelling and order, and how many parameters it has. */
function aboutOf(path: string): string {
	const segments = plain(path).split('/');
	const words = segments
		.flatMap((segment) => segment.replace(/[A-Z]/g, (letter) => `_${letter}`).split(/[_-]/))
		.map((word) => singular(word.toLowerCase()))
		.filter((word) => word !== '' && !DOING.includes(word));
	return words.sort().join(' ');
}

/** Whether it is about the same as the address of the table, or as where the reads lead. */
function isExplained(known: Known, operation: OperationId): boolean {
	const entered = known.entered(operation);
	const row = known.row(operation);
	const usual = subsetsOf(formsFor(row.path)).map((forms) => formed(row.path, forms));
	const led = derivedRoutes(known, operation).map(({ path }) => path);
	const abouts = [...usual, ...led].map(aboutOf);
	return mayBeSentBy(operation, entered) && abouts.includes(aboutOf(entered.path));
}

const WRONG = `The operation would do something else there. ${CORRECT_ENTERED}`;
const UNKNOWN =
	'Nothing that was read tells that this is the right address, so that the check has not written to it. If you know that it is, try the operation by hand. If you don’t, remove it under Endpoint Overrides of the credential and run the check again, which then looks for the address itself.';

/** That another operation is where somebody entered this one. */
function takenFinding(known: Known, operation: OperationId): Finding | undefined {
	if (!known.isEntered(operation)) return undefined;
	const other = takenBy(known, operation);
	if (other === undefined) return undefined;
	const route = routeText(known.entered(operation));
	return differs({
		check: `write:${operation}`,
		evidence: `Not carried out: ${route} was entered for it, where ${other} is`,
		shape: 'entered where another operation is',
		advice: WRONG,
	});
}

/** What speaks against a write that the check would send; nothing where nobody entered its address. */
export function objectionTo(known: Known, operation: OperationId): Finding | undefined {
	const taken = takenFinding(known, operation);
	if (taken || !known.isEntered(operation) || isExplained(known, operation)) return taken;
	const route = routeText(known.entered(operation));
	return unclear(
		`write:${operation}`,
		`Not carried out: ${route} was entered for it, and nothing that was read leads there.`,
		UNKNOWN,
	);
}

/** All writes that were entered where another operation is, also those that the check never sends. */
export const wronglyEntered = (known: Known): Finding[] =>
	operationsOf(known)
		.filter((id) => !isRead(id) && !known.written(id))
		.flatMap((id) => takenFinding(known, id) ?? []);
