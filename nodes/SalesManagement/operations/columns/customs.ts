/** The custom fields that columns may mean: those that there are today. */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../../api/types';
import type { Column } from '../../fields';
import { definedFields, isWritable, toColumn, type NameSources } from '../../lists';
import type { RecordDescription } from '../../records/record';
import { distinctBy, isBlank } from '../../values';
import type { ColumnFinder } from './fieldOfColumn';

/** What custom fields are looked up for. */
export interface Wanted {
	readonly record: RecordDescription;
	readonly finder: ColumnFinder;
	/** The columns of the items that may mean one. */
	readonly rows: readonly IDataObject[];
	/** What an editor saved. */
	readonly saved: readonly Column[];
	/** The list of the objects whose fields are wanted, of custom objects. */
	readonly objects?: ServiceRequest;
}

/**
 * The custom fields of a record, in one look-up, where a column needs them. Where nobody defines them,
 * the newest records may not show those that were saved.
 */
export async function customsFor(
	{ record, finder, rows, saved, objects }: Wanted,
	sources: NameSources,
): Promise<readonly Column[]> {
	if (!record.customs) return [];
	const mayBeCustom = (name: string) => !finder.isCertain(name) && !isBlank(name);
	if (!rows.some((row) => Object.keys(row).some(mayBeCustom))) return [];
	const { fields, isComplete } = await definedFields(sources, record, { objects });
	const columns = fields.map((each) => ({ ...toColumn(each), readOnly: !isWritable(each) }));
	return distinctBy([...columns, ...(isComplete ? [] : saved)], ({ id }) => id);
}
