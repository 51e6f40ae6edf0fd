/** What a file holds of each record. */
import type { IDataObject } from 'n8n-workflow';
import { BYTE_ORDER_MARK, Cells, csvRow, jsonLine } from '../../files';
import type { RecordDescription } from '../../records/record';
import type { Run } from '../operation';
import { columnsOf, unknownKind, type Columns } from './columns';
import type { FileSettings } from './controls';

export interface Writer {
	readonly ending: string;
	readonly mimeType: string;
	/** What each file begins with. */
	readonly beginning: string;
	/** Learns from the first page what there is. */
	begin(shaped: readonly IDataObject[]): Promise<void>;
	/** @returns nothing where the file's columns don't hold it: `learn` it, and begin another file. */
	line(shaped: IDataObject): string | undefined;
	learn(shaped: IDataObject): void;
}

export const linesWriter: Writer = {
	ending: 'jsonl',
	mimeType: 'application/x-ndjson',
	beginning: '',
	line: jsonLine,
	begin: async () => await Promise.resolve(),
	learn: () => undefined,
};

export class TableWriter implements Writer {
	readonly ending: string;
	readonly mimeType: string;
	private readonly cells: Cells;
	private columns?: Columns;

	constructor(
		private readonly run: Pick<Run, 'customs'>,
		private readonly record: RecordDescription,
		private readonly settings: FileSettings,
	) {
		const isTabbed = settings.separator === '\t';
		this.ending = isTabbed ? 'tsv' : 'csv';
		this.mimeType = isTabbed ? 'text/tab-separated-values' : 'text/csv';
		this.cells = new Cells(settings);
	}

	get beginning(): string {
		const mark = this.settings.byteOrderMark ? BYTE_ORDER_MARK : '';
		const names = Array.from(this.columns?.keys() ?? [], (name) => this.cells.guarded(name));
		return names.length === 0 ? mark : mark + csvRow(names, this.settings.separator);
	}

	async begin(shaped: readonly IDataObject[]): Promise<void> {
		if (this.columns) return;
		this.columns = await this.known();
		for (const each of shaped) this.learn(each);
	}

	line(shaped: IDataObject): string | undefined {
		if (!Object.keys(shaped).every((name) => this.columns?.has(name))) return undefined;
		const cells = Array.from(this.columns ?? [], ([name, kind]) =>
			this.cells.of(shaped[name], kind),
		);
		return csvRow(cells, this.settings.separator);
	}

	learn(shaped: IDataObject): void {
		for (const name of Object.keys(shaped)) {
			if (!this.columns?.has(name)) this.columns?.set(name, unknownKind(this.record, name));
		}
	}

	private async known(): Promise<Columns> {
		const { output, outputFields } = this.settings;
		const { customs } = this.record;
		const hasDefinitions = customs?.property !== undefined;
		const fields = hasDefinitions ? (await this.run.customs.fieldsOf(customs)).fields : [];
		const all = columnsOf(this.record, fields);
		if (output !== 'selectedFields') return all;
		const kindOf = (name: string) =>
			all.has(name) ? all.get(name) : unknownKind(this.record, name);
		return new Map(outputFields.map((name) => [name, kindOf(name)]));
	}
}
