/** What the bench of the node alone measures, and which account each job reads or fills. */
import type { INodeParameters } from 'n8n-workflow';
import jobs from './jobs.json';

/** A row that a job writes. */
interface Row {
	readonly name: string;
	readonly telNo: string;
	readonly address: string;
}

export interface NodeJob {
	readonly name: string;
	/** `deal.getMany` */
	readonly operation: string;
	readonly parameters: INodeParameters;
	/** The rows that the node gets, as items or as a CSV file; a job without them reads deals. */
	readonly rows?: 'items' | 'file';
	/** Whether the account holds the rows already. */
	readonly isRepeated?: true;
	/** Whether a run puts out an item for each record. */
	readonly emitsEach?: true;
}

export const JOBS = jobs as readonly NodeJob[];

const rowAt = (at: number): Row => ({
	name: `Customer ${at}`,
	telNo: `03-1234-${String(at % 10_000).padStart(4, '0')}`,
	address: `Street ${at}, Chiyoda, Tokyo`,
});

export const rowsUpTo = (count: number): Row[] =>
	Array.from({ length: count }, (_, at) => rowAt(at));
