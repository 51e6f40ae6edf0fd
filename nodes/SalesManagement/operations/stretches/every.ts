/** All records of a list of any size, in bounded memory. */
import type { IDataObject } from 'n8n-workflow';
import { IdTable, isTableId } from '../../api/idTable';
import { pages } from '../../api/pages';
import type { ServiceRequest } from '../../api/types';
import type { Run } from '../operation';
import type { Divisible } from './bounds';

/** What one item reads: a request, and how parts of its list can be asked for, if they can. */
export interface Asked {
	readonly request: ServiceRequest;
	readonly divisible?: Divisible;
}

export interface Batch {
	/** Raw records, each of them for the first time. */
	readonly records: readonly IDataObject[];
	/** From where a later run goes on after this batch; absent where the list has no such place. */
	readonly position?: string;
}

interface Every {
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	/** The `position` of an earlier batch. */
	readonly startAt?: string;
	/** Whether the order does not matter, so that a sort of the request can be left aside. */
	readonly anyOrder?: boolean;
}

/** All records of a list, a page or so at a time, each once, in bounded memory. */
export async function* everyRecord(
	run: Pick<Run, 'client' | 'items'>,
	{ request }: Asked,
	{ limit, startAt }: Every = {},
): AsyncGenerator<Batch, void, undefined> {
	const given = new IdTable();
	for await (const page of pages(run.client, request, { limit, startCursor: startAt })) {
		const records = page.records.filter(({ id }) => !isTableId(id) || given.add(id));
		yield { records, ...(page.nextCursor !== undefined && { position: page.nextCursor }) };
	}
}
