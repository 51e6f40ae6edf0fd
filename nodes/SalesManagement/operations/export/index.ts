/** A list as files: as many as it takes, an item each. */
import { UsageError } from '../../api/errors';
import type { Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank } from '../../values';
import type { Form, Run, Work } from '../operation';
import { everyRecord, type Asked, type Batch } from '../stretches';
import { changedSince, nextStartOf } from './changes';
import { fileSettings } from './controls';
import { cursorIn } from './cursor';
import { Parts } from './parts';
import { writerFor } from './writer';

export { fileControls, fileOptions } from './controls';

interface Exported {
	readonly record: RecordDescription;
	readonly form: Form;
	/** Made only when what the form says of the files is right. */
	readonly asked: () => Asked;
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	readonly startCursor?: string;
	readonly pageLimit?: number;
}

/**
 * Writes what one item asks for into files, each of them handed to n8n as soon as it is whole.
 * @throws UsageError for what does not go together, before anything is asked of the service.
 */
export async function exported(
	run: Run,
	item: Item,
	{ record, form, asked, limit, startCursor, pageLimit }: Exported,
): Promise<Work> {
	if (run.forAgent) {
		throw new UsageError(
			'An AI agent can’t read files, so Output: File is for workflows: use Summary for figures of all records, or Selected Fields with a Limit.',
		);
	}
	if (pageLimit !== undefined) {
		throw new UsageError('Page Limit is not for files: use Max Files and Records per File.');
	}
	const settings = fileSettings(item);
	const from = isBlank(startCursor) ? undefined : cursorIn(startCursor);
	const wanted = asked();
	const { changesSince: since } = settings;
	const { version } = run.client;
	const request =
		since === undefined ? wanted.request : changedSince(wanted, since, { record, form, version });
	const writer = writerFor(run, record, item, settings);
	const name = settings.fileName ?? record.many.replaceAll(' ', '-');
	const which = run.items.length > 1 ? `Item ${item.index}: ` : '';
	const telling = {
		files: run.files,
		progress: (message: string) => run.progress(message),
		name,
		which,
	};
	const parts = new Parts(telling, writer, settings, from?.part ?? 0);
	parts.nextStart = from?.nextStart;
	const batches = request
		? everyRecord(run, { ...wanted, request }, { limit, startAt: from?.position })
		: none();
	const isEnd = await fill(batches, { parts, writer, maxFiles: settings.maxFiles });
	if (isEnd) parts.end();
	return { records: parts.items, files: parts.files, ids: [] };
}

async function* none(): AsyncGenerator<Batch> {
	// A window without times has no records.
}

interface Filled {
	readonly parts: Parts;
	readonly writer: ReturnType<typeof writerFor>;
	readonly maxFiles: number;
}

/** @returns whether nothing is left. */
async function fill(
	batches: AsyncIterable<Batch>,
	{ parts, writer, maxFiles }: Filled,
): Promise<boolean> {
	let position: string | undefined;
	const close = async (place: string | undefined): Promise<void> => {
		if (!parts.isEmpty) await parts.close(place);
	};
	for await (const batch of batches) {
		const { records, serverTime } = batch;
		if (serverTime !== undefined) parts.nextStart ??= nextStartOf(serverTime);
		const shaped = await writer.prepare(records);
		for (const [at, record] of records.entries()) {
			const own = shaped[at] ?? record;
			const place = () => (at === 0 ? position : batch.positionAfter(at));
			if (parts.isFull) await close(place());
			if (parts.items.length >= maxFiles) return false;
			let line = writer.line(own);
			if (line === undefined) {
				await close(place());
				if (parts.items.length >= maxFiles) return false;
				writer.widen(own);
				line = writer.line(own) ?? '';
			}
			if (!parts.hasRoom(line)) {
				await close(place());
				if (parts.items.length >= maxFiles) return false;
			}
			parts.add(record, line);
		}
		position = batch.position;
	}
	// A workflow goes on with a file, and with nextStart, also where there is nothing.
	if (!parts.isEmpty || parts.items.length === 0) {
		if (parts.isEmpty) await writer.prepare([]);
		await parts.close(undefined);
	}
	return true;
}
