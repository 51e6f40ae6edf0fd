/** A list as files: as many as it takes, an item each. */
import { type Item, read } from '../../../fields';
import type { RecordDescription } from '../../../records/record';
import { isBlank, UsageError } from '../../../shared';
import type { Run, Work } from '../../model/operation';
import { everyRecord, type ListAsked } from '../list/everyRecord';
import { cursorIn } from '../list/resumeCursor';
import { shapeFor } from '../../telling/output';
import { fileSettings } from '../../form/exportFile';
import { Parts } from './exportedFiles';
import { linesWriter, tableWriter } from './writer';
import { partControls } from '../../form/output';

/**
 * Writes what one item asks for into files, each of them handed to n8n as soon as it is whole.
 * @throws UsageError for what does not go together, before anything is asked of the service.
 */
export async function exported(
	run: Run,
	item: Item,
	record: RecordDescription,
	whole: ListAsked,
): Promise<Work> {
	if (run.forAgent) {
		throw new UsageError(
			'An AI agent can’t read files, so Output: File is for workflows: use Summary for figures of all records, or Selected Fields with a Limit.',
		);
	}
	const settings = fileSettings(item);
	const { fileName, changesSince } = settings;
	const { startCursor } = read(partControls, item);
	const isFlat = settings.format === 'csv';
	const shape = shapeFor(record, settings, { check: run.outputFields, isFlat });
	const from = isBlank(startCursor) ? undefined : cursorIn(startCursor);
	const since = isBlank(changesSince) ? undefined : changesSince;
	const list = changedSince(whole, since, record);
	const which = run.items.length > 1 ? `Item ${item.index}: ` : '';
	const parts = new Parts(run, {
		shape,
		settings,
		which,
		writer: isFlat ? await tableWriter(run, record, settings) : linesWriter,
		file: isBlank(fileName) ? record.many.replaceAll(' ', '-') : fileName,
		part: from?.part ?? 0,
	});
	// A window that ends before it begins is not asked for: the next run begins where this one did.
	parts.nextStart = from?.nextStart ?? (list ? undefined : since);
	const isWhole = !list || (await parts.fill(everyRecord(run, list, { startAt: from?.place })));
	if (isWhole) await parts.end();
	else if (!parts.hasCursor) {
		run.hint(
			`${which}Max Files ended the export before the end of the list, and this list has no place to go on from: leave Max Files out.`,
		);
	}
	return { records: parts.items, files: parts.files };
}

/**
 * A list of only what changed since a time, in ISO 8601.
 * @returns `undefined` where the window of the list's own filters ends before it.
 * @throws UsageError for a list that has no filter by update time.
 */
function changedSince(
	{ request, divisible }: ListAsked,
	since: string | undefined,
	{ many }: RecordDescription,
): ListAsked | undefined {
	if (since === undefined) return { request, divisible };
	if (!divisible) {
		throw new UsageError(
			`Changes Since needs a filter by update time, which this list of ${many} does not have: leave it out.`,
		);
	}
	const changed = divisible.within(request, { from: Date.parse(since) });
	return changed && { request: changed, divisible };
}
