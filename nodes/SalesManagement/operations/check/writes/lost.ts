/** Where a record is looked for that was created although no answer told of it. */
import type { OperationId } from '../../../api/routes/routes';
import { comparison, filterOf } from '../filters';
import type { Answer, Question } from '../inquiry';
import type { Known } from '../known';
import { recordsOf } from '../lists';
import { foldedText, idOf, valueOf } from '../reading';

/** Enough that a new one is among them, also where others are made at the same time. */
const LATEST = 20;

const own = (question: Question): Question => ({ ...question, isOwn: true });

/** A search for customers or contacts of this name. */
export function namedAs(
	known: Known,
	name: string,
	resource: 'customer' | 'contact' = 'customer',
): Question {
	const filter = filterOf(comparison('name', '=', { stringValue: name }));
	return own(known.ask({ operation: `${resource}.search`, body: { filter } }));
}

/** Those that were changed last. */
export const latest = (known: Known, resource: 'customer' | 'contact' = 'customer'): Question =>
	own(
		known.ask({
			operation: `${resource}.getMany`,
			query: { limit: LATEST, sort: '-updatedAt' },
		}),
	);

/** Where to look, one after the other: a search may lag behind a list. */
export function looksFor(
	known: Known,
	operation: OperationId,
	{ name, path }: { readonly name: string; readonly path: Question['path'] },
): Question[] {
	if (operation === 'customerAction.create') {
		// Those of a customer that the check has made itself: there are no others.
		return [own(known.ask({ operation: 'customerAction.getMany', path }))];
	}
	const resource = operation.startsWith('contact.') ? 'contact' : 'customer';
	return [namedAs(known, name, resource), latest(known, resource)];
}

/** Actions have no name of their own. */
export const isCalled = (record: unknown, name: string): boolean =>
	['name', 'preNote'].some(
		(property) => foldedText(valueOf(record, property)) === foldedText(name),
	);

/** The IDs of records of this name in an answer. */
export const idsCalled = (known: Known, answer: Answer, name: string) =>
	recordsOf(known, answer)
		.filter((record) => isCalled(record, name))
		.map(idOf)
		.filter((id) => id !== undefined);
