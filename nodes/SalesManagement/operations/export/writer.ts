/** Turns records into what a file holds of them. */
import type { IDataObject } from 'n8n-workflow';
import { Cells, type Kind } from '../../files/cells';
import { BYTE_ORDER_MARK, csvRow } from '../../files/csvWriter';
import { jsonLine } from '../../files/jsonLines';
import type { RecordDescription } from '../../records/record';
import type { Item } from '../../fields';
import type { Run } from '../operation';
import { shapeAll, shaperFor, type Shaper } from '../output';
import { columnsOf, unknownKind, type Columns } from './columns';
import type { FileSettings } from './controls';

export interface Writer {
	readonly ending: string;
	readonly mimeType: string;
	/** What each file begins with. */
	readonly beginning: string;
	/** Learns of a batch what it has to know before its lines are made. */
	prepare(records: readonly IDataObject[]): Promise<IDataObject[]>;
	/**
	 * A prepared record as a line.
	 * @returns nothing where the file's columns don't hold it: `widen`, and begin another file.
	 */
	line(shaped: IDataObject): string | undefined;
	widen(shaped: IDataObject): void;
}

type Asking = Pick<Run, 'customs' | 'outputFields'>;

export function writerFor(
	run: Asking,
	record: RecordDescription,
	item: Item,
	settings: FileSettings,
): Writer {
	const { content: output, outputFields, format } = settings;
	const isFlat = format === 'csv';
	const shape = shaperFor(record, { output, outputFields }, { check: run.outputFields, isFlat });
	return isFlat
		? new TableWriter(run, record, shape, { ...settings, timezone: item.timezone })
		: new LinesWriter(run, shape);
}

class LinesWriter implements Writer {
	readonly ending = 'jsonl';
	readonly mimeType = 'application/x-ndjson';
	readonly beginning = '';

	constructor(
		private readonly run: Asking,
		private readonly shape: Shaper,
	) {}

	async prepare(records: readonly IDataObject[]): Promise<IDataObject[]> {
		return await shapeAll(records, this.shape, this.run.customs);
	}

	line(shaped: IDataObject): string {
		return jsonLine(shaped);
	}

	widen(): void {
		// A line holds whatever its record has.
	}
}

class TableWriter implements Writer {
	readonly ending: string;
	readonly mimeType: string;
	private readonly cells: Cells;
	private columns?: Columns;

	constructor(
		private readonly run: Asking,
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

	async prepare(records: readonly IDataObject[]): Promise<IDataObject[]> {
		const shaped = await shapeAll(records, this.shape, this.run.customs);
		if (!this.columns) {
			this.columns = await this.known();
			for (const each of shaped) this.widen(each);
		}
		return shaped;
	}

	line(shaped: IDataObject): string | undefined {
		const columns = this.columns ?? new Map<string, Kind | undefined>();
		if (!Object.keys(shaped).every((name) => columns.has(name))) return undefined;
		const cells = Array.from(columns, ([name, kind]) => this.cells.of(shaped[name], kind));
		return csvRow(cells, this.settings.separator);
	}

	widen(shaped: IDataObject): void {
		for (const name of Object.keys(shaped)) {
			if (!this.columns?.has(name)) this.columns?.set(name, unknownKind(this.record, name));
		}
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
