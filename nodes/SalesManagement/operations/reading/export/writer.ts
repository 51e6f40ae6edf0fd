/** The lines of a file: one for each record, and the header of a table. */
import type { IDataObject } from 'n8n-workflow';
import { plainType, untypedType, type CustomField, type ValueType } from '../../../fields';
import { BYTE_ORDER_MARK, cellOf, csvRow, guarded, jsonLine } from '../../../files';
import { recordField, standardFields } from '../../../lookups/search/recordFields';
import { mainFields, type RecordDescription } from '../../../records';
import { attempt, distinctBy } from '../../../shared';
import type { FileSettings } from '../../form/files';
import type { Run } from '../../model';
import { customNames, simplifier } from '../../telling/output';

export interface Writer {
	readonly ending: string;
	readonly mimeType: string;
	/** The header of each file. */
	beginning(): string;
	/** @returns `undefined` for a record with properties that have no column: `learn` it, and begin another file. */
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

/**
 * A table with a column for each field that is known before the records are read, and for further properties of
 * the records.
 */
export async function tableWriter(
	{ customs }: Run,
	record: RecordDescription,
	settings: FileSettings,
): Promise<Writer> {
	const { separator, output, outputFields } = settings;
	const hasDefinitions = record.customs?.property !== undefined;
	const fields = hasDefinitions ? (await customs.fieldsOf(record.customs)).fields : [];
	const names = output === 'selectedFields' ? outputFields : columnsOf(record, fields);
	const columns = new Map<string, ValueType>();
	// Each file asks for the columns of the rest of its page: with their types looked up anew, CSV took four times the processor time.
	const add = (name: string) =>
		columns.has(name) || columns.set(name, typeOfColumn(name, record, fields));
	names.forEach(add);
	const isTabbed = separator === '\t';
	return {
		ending: isTabbed ? 'tsv' : 'csv',
		mimeType: isTabbed ? 'text/tab-separated-values' : 'text/csv',
		beginning: () => {
			const cells = Array.from(columns.keys(), (name) => guarded(name, settings));
			const header = cells.length === 0 ? '' : csvRow(cells, separator);
			return (settings.byteOrderMark ? BYTE_ORDER_MARK : '') + header;
		},
		line: (shaped) =>
			Object.keys(shaped).every((name) => columns.has(name))
				? csvRow(
						Array.from(columns, ([name, type]) => cellOf(shaped[name], settings, type)),
						separator,
					)
				: undefined,
		learn: (shaped) => Object.keys(shaped).forEach(add),
	};
}

/**
 * The type of a column: that of the field with its name; plain below a field, as `customer.name` is; untyped if there
 * is none.
 */
function typeOfColumn(
	name: string,
	record: RecordDescription,
	customs: readonly CustomField[],
): ValueType {
	const pool = { standard: standardFields(record), fieldsOf: () => customs, who: '' };
	const named = (text: string) => attempt(() => recordField(text, record, pool));
	return named(name)?.type ?? (named(name.replace(/\..*/, '')) ? plainType : untypedType);
}

/** The columns that Simplified gives a record with all fields; empty if only the records show their fields. */
function columnsOf(record: RecordDescription, customs: readonly CustomField[]): string[] {
	const main = mainFields(record).map(({ shownAs }) => shownAs);
	if (main.length === 0) return [];
	// Simplifying such a record shows which references have two columns.
	const simple = simplifier(record)({
		...Object.fromEntries(main.map((name) => [name, null])),
		id: 1,
	});
	// A field that several deal types have is listed once for each type.
	const distinct = distinctBy(customs, ({ key }) => key);
	return [...Object.keys(simple), ...customNames(record)(distinct)];
}
