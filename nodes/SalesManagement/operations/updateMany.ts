import type { Field } from '../fields';
import { CONTROLS, type RecordDescription } from '../records';
import { withBatches } from './form/bulk';
import { keyFields, updateForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model';
import { sendRows } from './sending/rows/write';
import { changesById } from './sending/upsert/upsert';

export function updateMany(record: RecordDescription, spec: Spec): Operation {
	// In a bulk request the ID of the record is in the row itself.
	const key = keyFields(record).map((each): Field => ({ ...each, in: 'body' }));
	const form = updateForm(record, {
		path: [...record.bulk, ...key],
		options: spec.options,
		takesFiles: true,
	});
	return sendRows(record, 'update', {
		...identityOf(spec),
		form: withBatches({ ...form, controls: [...form.controls, CONTROLS.changes] }),
		compare: changesById(record),
	});
}
