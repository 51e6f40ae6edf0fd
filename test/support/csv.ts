/** CSV as n8n's Extract from File reads it: the header row names the columns, every cell is text. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { IDataObject } from 'n8n-workflow';

export const fromCsv = (text: string): IDataObject[] => parse(text, { bom: true, columns: true });

export const toCsv = (header: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	stringify([header, ...rows], { record_delimiter: 'windows' });
