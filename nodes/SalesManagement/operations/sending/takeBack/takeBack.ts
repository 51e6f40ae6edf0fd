/** Takes runs back by their Changes Files. */
import type { IDataObject } from 'n8n-workflow';
import { read, type Item } from '../../../fields';
import { FileError, rowsIn } from '../../../files';
import { CONTROLS, type RecordDescription } from '../../../records';
import { isObject, recordIdIn, remembered, setOwn, timeOf, UsageError } from '../../../shared';
import {
	isFailure,
	sortedByIndex,
	type ItemResult,
	type NodeOperation,
	type Run,
} from '../../model';
import { numberRanges, Outcomes } from '../../telling/results';
import { eachFile } from '../import/importFiles';
import { putBack, type Changes, type ChangesFile } from './restoring';

/** Reads the file of an item. */
async function readChanges(
	{ files, hint }: Run,
	record: RecordDescription,
	item: Item,
): Promise<ChangesFile> {
	const { id: kind, many } = record;
	const { binaryPropertyName: property = 'data' } = read(CONTROLS.imported, item);
	const written = new Map<number, IDataObject[]>();
	let since = NaN;
	for (const part of files.partsOf(item.index, property)) {
		for await (const { columns } of rowsIn(files.read(item.index, part), {})) {
			if (columns instanceof FileError) throw columns;
			const id = recordIdIn(columns);
			if (columns.record === kind) since = timeOf(columns.since);
			else if (id !== undefined) {
				const all = remembered(written, id, () => []);
				if (columns.written === false) all.pop();
				else if (isObject(columns.changes)) all.push(columns.changes);
			}
		}
	}
	if (Number.isNaN(since)) {
		throw new UsageError(
			`${property} is no Changes File of ${many}: choose the file that the option Changes File made.`,
		);
	}
	const all = Array.from(written, ([id, changes]) => [id, changesOf(changes)] as const);
	const ofRecords = new Map(all.filter(([, { versions }]) => versions.length > 0));
	if (ofRecords.size === 0) hint(`${property} has no changes: nothing is put back.`, 'warning');
	return { record, item, since, ofRecords };
}

/** The changes of a record, of which each but the first one builds on those before. */
function changesOf(all: readonly IDataObject[]): Changes {
	const from: IDataObject = {};
	const versions: IDataObject[] = [];
	const lost = new Set<string>();
	for (const changes of all) {
		const version = { ...versions.at(-1) };
		for (const [key, change] of Object.entries(changes)) {
			if (!isObject(change)) continue;
			if ('to' in change) setOwn(version, key, change.to);
			if (!('from' in change && 'to' in change)) lost.add(key);
			else if (!Object.hasOwn(from, key)) setOwn(from, key, change.from);
		}
		versions.push(version);
	}
	return { from, versions, lost };
}

/**
 * Puts records back as the files of the items say, the newest first. All files are read before: without Continue On
 * Fail nothing is sent if one of them can't be. A record that can't be put back keeps no other from it.
 */
export async function takeBack(run: Run, operation: NodeOperation): Promise<ItemResult[]> {
	const { record } = operation.form.filling ?? {};
	if (!record) return [];
	const given: ChangesFile[] = [];
	const refused = await eachFile(run, async (item) => {
		given.push(await readChanges(run, record, item));
		return [];
	});
	if (refused.length > 0 && !run.continueOnFail) return refused;
	const latestFirst = given.toReversed().sort((one, other) => other.since - one.since);
	const going = { ...run, continueOnFail: true };
	const results: ItemResult[][] = [];
	const planned = new Map<unknown, IDataObject>();
	for (const file of latestFirst) results.push(await putBack(going, operation, file, planned));
	const done = results.flat();
	const failed = done.filter(isFailure);
	const [first] = failed;
	if (!first || run.continueOnFail) return sortedByIndex([...refused, ...done]);
	const outcomes = new Outcomes(operation);
	for (const each of done) outcomes.count(each);
	const ids = numberRanges(failed.flatMap(({ identity }) => identity?.id ?? []));
	const which = ids && ` Failed: IDs ${ids}.`;
	return [
		{
			...first,
			advice: `Of the records, ${outcomes.text}.${which} It can be run again without harm.`,
		},
	];
}
