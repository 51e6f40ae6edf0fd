/** The lists that are looked at page by page, and what an answer lists. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes/routes';
import type { Answer } from './inquiry';
import type { Known } from './known';
import { idOf, listIn } from './reading';

export interface PagedList {
	readonly operation: OperationId;
	readonly path?: Readonly<Record<string, string>>;
	/** What it can be sorted by (v2 §4.4, §4.5, §4.11; v1 §4). */
	readonly sort: 'updatedAt' | 'startDatetime';
	/** Its order by itself, where the documents say so: descending in all but custom objects. */
	readonly isNewestFirst: boolean;
}

export const LISTS: readonly PagedList[] = [
	{ operation: 'customer.getMany', sort: 'updatedAt', isNewestFirst: true },
	{ operation: 'deal.getMany', sort: 'updatedAt', isNewestFirst: true },
	{ operation: 'contact.getMany', sort: 'updatedAt', isNewestFirst: true },
	{ operation: 'dealAction.getMany', sort: 'startDatetime', isNewestFirst: true },
	{
		operation: 'customerAction.getMany',
		path: { customerId: 'all' },
		sort: 'startDatetime',
		isNewestFirst: true,
	},
	{
		operation: 'contactAction.getMany',
		path: { contactId: 'all' },
		sort: 'startDatetime',
		isNewestFirst: true,
	},
	{ operation: 'customObject.getMany', sort: 'updatedAt', isNewestFirst: false },
];

export const recordsOf = (known: Known, answer: Answer): IDataObject[] =>
	listIn(answer.body, known.row(answer.question.operation).list?.plural ?? '')?.value ?? [];

export const idsOf = (known: Known, answer: Answer) => recordsOf(known, answer).map(idOf);
