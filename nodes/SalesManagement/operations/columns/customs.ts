/** The custom fields that columns may mean: those that there are today. */
import type { IDataObject } from 'n8n-workflow';
import type { Column } from '../../fields';
import {
	customFieldsIn,
	isWritable,
	toColumn,
	type FieldScope,
	type NameSources,
} from '../../lists';
import type { RecordDescription } from '../../records/record';
import { distinctBy, isBlank, isObject } from '../../values';
import { ColumnFinder, type Fillable } from './fieldOfColumn';

/** What custom fields are looked up for. */
export interface Wanted {
	readonly record: RecordDescription;
	readonly fillables: readonly Fillable[];
	/** The columns of the items that may mean one. */
	readonly rows: readonly IDataObject[];
	/** What an editor saved; empty where none did. */
	readonly saved: readonly Column[];
	/** The list of the objects whose fields are wanted, of custom objects. */
	readonly objects?: FieldScope['objects'];
}

/** One page, as much as the labels of the output are read from. */
const ONE_PAGE = 1000;

/**
 * The custom fields of a record, in one look-up, where a column needs them. What the newest records
 * show may lack some: then those that were saved count as well.
 */
export async function customsFor(
	{ record, fillables, rows, saved, objects }: Wanted,
	sources: NameSources,
): Promise<readonly Column[]> {
	const { customs } = record;
	if (!customs) return [];
	const standard = new ColumnFinder(fillables, [], record);
	const mayBeCustom = ([name, value]: [string, unknown]) =>
		(name === customs.property && isObject(value)) || (!standard.isCertain(name) && !isBlank(name));
	if (!rows.some((row) => Object.entries(row).some(mayBeCustom))) return [];
	const isKnown = customs.property !== undefined && (await sources.settings()) !== undefined;
	const read = saved.length > 0 && !objects ? { ...sources, most: ONE_PAGE } : sources;
	const known = (await customFieldsIn(read, record, { objects })).map((each) => ({
		...toColumn(each),
		readOnly: !isWritable(each),
	}));
	return isKnown ? known : distinctBy([...known, ...saved], ({ id }) => id);
}
