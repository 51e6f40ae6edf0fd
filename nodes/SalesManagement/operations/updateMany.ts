import type { Field } from '../fields';
import type { RecordDescription } from '../records';
import { changesControls, withBatches } from './form/bulk';
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
		name: 'Update Many',
		action: `Update many ${record.many}`,
		description:
			'Change records from all items or a file, up to 1,000 per request, unchanged ones too: where offered, Create or Update by ID skips those',
		form: withBatches({ ...form, controls: [...form.controls, changesControls] }),
		compare: changesById(record),
	});
}
