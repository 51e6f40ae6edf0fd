/** CSV as n8n's Extract from File reads it: the header row names the columns, every cell is text. */
import type { IDataObject } from 'n8n-workflow';

/** A cell, in quotes where it holds a comma, a quote or a line break; and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gy;

function rowsOf(text: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	for (const [whole, inQuotes, plain = '', end] of text.matchAll(CELL)) {
		if (whole === '' && row.length === 0) break;
		row.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
		if (end === ',') continue;
		rows.push(row);
		row = [];
	}
	return rows;
}

export function fromCsv(text: string): IDataObject[] {
	const [header = [], ...rows] = rowsOf(text.replace(/^\ufeff/, ''));
	return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}

const inQuotes = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const toCsv = (header: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	[header, ...rows].map((row) => row.map(inQuotes).join(',')).join('\r\n');
