/** Turns records into what a file holds of them. */
import type { IDataObject } from 'n8n-workflow';
import type { Held } from '../../api/lists/byTime';
import type { Item } from '../../fields';
import { jsonLine } from '../../files';
import type { RecordDescription } from '../../records/record';
import type { Run } from '../operation';
import { shapeAll, shaperFor, type Shaper } from '../output';
import type { FileSettings } from './controls';
import { linesOf, sizeOf, type Line, type Writer } from './line';
import { TableWriter } from './table';

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

	async hold(records: readonly IDataObject[]): Promise<Held<Line>> {
		const shaped = await shapeAll(records, this.shape, this.run.customs);
		const lines = linesOf(records, shaped.map(jsonLine));
		return { records: lines, bytes: sizeOf(lines) };
	}

	line(held: Line): Line {
		return held;
	}

	widen(): void {
		// A line holds whatever its record has.
	}
}
