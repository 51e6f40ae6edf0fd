/** Records as the rows of a table. */
import type { IDataObject } from 'n8n-workflow';
import type { Held } from '../../api/lists/byTime';
import { BYTE_ORDER_MARK, Cells, csvRow, LINE_END, type Kind } from '../../files';
import type { RecordDescription } from '../../records/record';
import type { Run } from '../operation';
import { shapeAll, type Shaper } from '../output';
import { columnsOf, unknownKind, type Columns } from './columns';
import type { FileSettings } from './controls';
import { linesOf, sizeOf, type Line, type Writer } from './line';

interface Row extends Line {
	/** How many columns it has; those that came later are missing at its end. */
	readonly width: number;
	/** What it is made of, where it has a column that the table lacks. */
	readonly wider?: IDataObject;
}

export class TableWriter implements Writer {
	readonly ending: string;
	readonly mimeType: string;
	private readonly cells: Cells;
	private columns?: Columns;

	constructor(
		private readonly run: Pick<Run, 'customs'>,
		private readonly record: RecordDescription,
		private readonly shape: Shaper,
		private readonly settings: FileSettings & { readonly timezone: string },
	) {
		const isTabbed = settings.separator === '\t';
		this.ending = isTabbed ? 'tsv' : 'csv';
		this.mimeType = isTabbed ? 'text/tab-separated-values' : 'text/csv';
		this.cells = new Cells(settings);
	}

	get beginning(): string {
		const mark = this.settings.hasByteOrderMark ? BYTE_ORDER_MARK : '';
		const names = [...(this.columns?.keys() ?? [])];
		if (names.length === 0) return mark;
		const header = names.map((name) => this.cells.guarded(name));
		return mark + csvRow(header, this.settings.separator);
	}

	async hold(records: readonly IDataObject[]): Promise<Held<Row>> {
		const shaped = await shapeAll(records, this.shape, this.run.customs);
		if (!this.columns) {
			this.columns = await this.known();
			// The first page is held before any other is read.
			for (const each of shaped) this.learn(each);
		}
		const { size: width } = this.columns;
		const texts = shaped.map((each) => this.textOf(each));
		const lines = linesOf(
			records,
			texts.map((text) => text ?? ''),
		);
		const rows = lines.map((line, at) =>
			texts[at] === undefined ? { ...line, width, wider: shaped[at] } : { ...line, width },
		);
		return { records: rows, bytes: sizeOf(lines) };
	}

	line(row: Row): Line | undefined {
		const { wider, width } = row;
		if (wider) {
			const text = this.textOf(wider);
			return text === undefined ? undefined : linesOf([row], [text])[0];
		}
		const missing = (this.columns?.size ?? width) - width;
		return missing > 0 ? this.filledUp(row, missing) : row;
	}

	widen({ wider = {} }: Row): void {
		this.learn(wider);
	}

	private learn(shaped: IDataObject): void {
		for (const name of Object.keys(shaped)) {
			if (!this.columns?.has(name)) this.columns?.set(name, unknownKind(this.record, name));
		}
	}

	/** @returns nothing for a record with a column that the table lacks. */
	private textOf(shaped: IDataObject): string | undefined {
		const columns = this.columns ?? new Map<string, Kind | undefined>();
		if (!Object.keys(shaped).every((name) => columns.has(name))) return undefined;
		const cells = Array.from(columns, ([name, kind]) => this.cells.of(shaped[name], kind));
		return csvRow(cells, this.settings.separator);
	}

	/** With empty cells for the columns that the table got while the row waited. */
	private filledUp(row: Row, missing: number): Line | undefined {
		const { bytes, from, to } = row;
		const cells = bytes.toString('utf8', from, to - LINE_END.length);
		return linesOf([row], [cells + this.settings.separator.repeat(missing) + LINE_END])[0];
	}

	private async known(): Promise<Columns> {
		const { content, outputFields } = this.settings;
		const { customs } = this.record;
		const hasDefinitions = customs?.property !== undefined;
		const fields = hasDefinitions ? (await this.run.customs.fieldsOf(customs)).fields : [];
		const all = columnsOf(this.record, fields);
		if (content !== 'selectedFields') return all;
		const kindOf = (name: string) =>
			all.has(name) ? all.get(name) : unknownKind(this.record, name);
		return new Map(outputFields.map((name) => [name, kindOf(name)]));
	}
}
