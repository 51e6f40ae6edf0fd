import { toSearchField } from '../../../lookups/search/searchableFields';
import type { RecordDescription } from '../../../records';
import { isBlank } from '../../../shared';
import { OWN_ID } from '../../form/bulk';
import type { Operation } from '../../model';
import { upsertRows } from './upsert';

/** Makes a preview that shows what each row would change in the record with its ID. */
export const changesById =
	(record: RecordDescription): Operation['preview'] =>
	async (run, rows) => {
		// An update sends all that it is given, even if it changes nothing.
		const settings = { field: toSearchField(OWN_ID, record), writesAll: true };
		const byId = rows.map((row) => {
			const { id, ...path } = row.parts.path;
			const body = isBlank(id) ? row.parts.body : { ...row.parts.body, id };
			return { ...row, settings, parts: { ...row.parts, path, body } };
		});
		return await upsertRows(run, record, byId);
	};
