/** What a file holds of each record. */
import type { IDataObject } from 'n8n-workflow';
import { BYTE_ORDER_MARK, cellOf, csvRow, guarded, jsonLine } from '../../files';
import type { RecordDescription } from '../../records/record';
import type { Run } from '../operation';
import { columnsOf, kindOf, type Columns } from './columns';
import type { FileSettings } from './form';

export interface Writer {
	readonly ending: string;
	readonly mimeType: string;
	/** What each file begins with. */
	beginning(): string;
	/** @returns nothing where the file's columns don't hold it: `learn` it, and begin another file. */
	line(shaped: IDataObject): string | undefined;
	learn(shaped: IDataObject): void;
}

export const linesWriter: Writer = {
	ending: 'jsonl',
	mimeType: 'application/x-ndjson',
	beginning: () => '',
	line: jsonLine,
	learn: () => undefined,
};

/** A table of the fields that are known before anything is read, and of what the records show besides. */
export async function tableWriter(
	{ customs }: Pick<Run, 'customs'>,
	record: RecordDescription,
	settings: FileSettings,
): Promise<Writer> {
	const { separator, output, outputFields } = settings;
	const hasDefinitions = record.customs?.property !== undefined;
	const fields = hasDefinitions ? (await customs.fieldsOf(record.customs)).fields : [];
	const all = columnsOf(record, fields);
	const kind = (name: string) => (all.has(name) ? all.get(name) : kindOf(name, record, fields));
	const isSelected = output === 'selectedFields';
	const columns: Columns = isSelected
		? new Map(outputFields.map((name) => [name, kind(name)]))
		: all;
	const isTabbed = separator === '\t';
	return {
		ending: isTabbed ? 'tsv' : 'csv',
		mimeType: isTabbed ? 'text/tab-separated-values' : 'text/csv',
		beginning: () => {
			const names = Array.from(columns.keys(), (name) => guarded(name, settings));
			const header = names.length === 0 ? '' : csvRow(names, separator);
			return (settings.byteOrderMark ? BYTE_ORDER_MARK : '') + header;
		},
		line: (shaped) =>
			Object.keys(shaped).every((name) => columns.has(name))
				? csvRow(
						Array.from(columns, ([name, holds]) => cellOf(shaped[name], settings, holds)),
						separator,
					)
				: undefined,
		learn: (shaped) => {
			for (const name of Object.keys(shaped)) columns.set(name, kind(name));
		},
	};
}
