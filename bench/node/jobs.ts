/** What the bench of the node alone measures, and which account each job reads or fills. */
import type { INodeParameters } from 'n8n-workflow';

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
	/** How many items a run over so many records puts out, if it says so. */
	readonly items?: (records: number) => number;
}

const file = (parameters: INodeParameters): INodeParameters => ({ output: 'file', ...parameters });
const fromFile = { fieldsFrom: 'file', binaryPropertyName: 'data' };

export const JOBS: readonly NodeJob[] = [
	{
		name: 'items, simplified',
		operation: 'deal.getMany',
		parameters: { returnAll: true },
		items: (records) => records,
	},
	{ name: 'CSV, simplified', operation: 'deal.getMany', parameters: file({ fileFormat: 'csv' }) },
	{
		name: 'CSV, selected fields',
		operation: 'deal.getMany',
		parameters: file({
			fileFormat: 'csv',
			fileContent: 'selectedFields',
			outputFields: ['id', 'name', 'amount', 'phase', 'user', 'customer', 'updatedAt'],
		}),
	},
	{ name: 'JSON Lines', operation: 'deal.getMany', parameters: file({ fileFormat: 'jsonLines' }) },
	{
		name: 'summary',
		operation: 'deal.getMany',
		parameters: { output: 'summary', groupBy: ['phase', 'user'], values: ['amount:sum'] },
	},
	{
		name: 'Create Many',
		operation: 'customer.createMany',
		parameters: {
			fieldsFrom: 'input',
			columns: { mappingMode: 'autoMapInputData', value: null },
		},
		rows: 'items',
		items: (records) => records,
	},
	{ name: 'import', operation: 'customer.createMany', parameters: fromFile, rows: 'file' },
	{
		name: 'Create or Update, nothing changed',
		operation: 'customer.createOrUpdate',
		parameters: { ...fromFile, matchBy: 'name' },
		rows: 'file',
		isRepeated: true,
	},
];

const rowAt = (at: number): Row => ({
	name: `Customer ${at}`,
	telNo: `03-1234-${String(at % 10_000).padStart(4, '0')}`,
	address: `Street ${at}, Chiyoda, Tokyo`,
});

export const rowsUpTo = (count: number): Row[] =>
	Array.from({ length: count }, (_, at) => rowAt(at));
