/** Reads Changes Files. */
import type { IDataObject } from 'n8n-workflow';
import { read, type Item } from '../../../fields';
import { FileError, rowsIn } from '../../../files';
import { CONTROLS, type RecordDescription } from '../../../records';
import { isObject, recordIdIn, remembered, setOwn, timeOf, UsageError } from '../../../shared';
import type { Run } from '../../model';

/** The changes of a record, by the names that a Changes File has for its fields. */
export interface Changes {
	/** The values before the first change. */
	readonly from: IDataObject;
	/** The values after each change, with those of the changes before: a run that broke off wrote only the first ones. */
	readonly versions: IDataObject[];
	/** The fields that can't be put back, since no value before is kept. */
	readonly lost: Set<string>;
}

/** A Changes File: when its run began, and the changes of each record. */
export interface ChangesFile {
	readonly index: number;
	readonly item: Item;
	readonly since: number;
	readonly ofRecords: ReadonlyMap<number, Changes>;
}

/** Reads the file of an item. */
export async function readChanges(
	{ files, hint }: Run,
	{ id: kind, many }: RecordDescription,
	item: Item,
): Promise<ChangesFile> {
	const { binaryPropertyName: property = 'data' } = read(CONTROLS.imported, item);
	const ofRecords = new Map<number, Changes>();
	let since = NaN;
	for (const part of files.partsOf(item.index, property)) {
		for await (const { columns } of rowsIn(files.read(item.index, part), {})) {
			if (columns instanceof FileError) throw columns;
			const id = recordIdIn(columns);
			if (columns.record === kind) since = timeOf(columns.since);
			else if (id !== undefined && isObject(columns.changes)) {
				const known = remembered(ofRecords, id, () => ({
					from: {},
					versions: [],
					lost: new Set<string>(),
				}));
				addChanges(known, columns.changes);
			}
		}
	}
	if (Number.isNaN(since)) {
		throw new UsageError(
			`${property} is no Changes File of ${many}: choose the file that the option Changes File made.`,
		);
	}
	if (ofRecords.size === 0) hint(`${property} has no changes: nothing is put back.`, 'warning');
	return { index: item.index, item, since, ofRecords };
}

function addChanges({ from, versions, lost }: Changes, changes: IDataObject): void {
	const version = { ...versions.at(-1) };
	for (const [key, change] of Object.entries(changes)) {
		if (!isObject(change)) continue;
		if ('to' in change) setOwn(version, key, change.to);
		if (!('from' in change && 'to' in change)) lost.add(key);
		else if (!Object.hasOwn(from, key)) setOwn(from, key, change.from);
	}
	versions.push(version);
}
