import type { Field } from '../fields';
import type { RecordDescription } from '../records';
import { withBatches } from './form/bulk';
import { keyFields, updateForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model';
import { sendRows } from './sending/rows/write';
import { changesById } from './sending/upsert/upsert';

export const updateMany = (record: RecordDescription, spec: Spec): Operation =>
	sendRows(record, 'update', {
		...identityOf(spec),
		name: 'Update Many',
		action: `Update many ${record.many}`,
		description:
			'Change records from all items or a file, up to 1,000 per request, unchanged ones too: where offered, Create or Update by ID skips those',
		preview: changesById(record),
		form: withBatches(
			updateForm(record, {
				// In a bulk request the ID of the record is in the row itself.
				path: [...record.bulk, ...keyFields(record).map((key): Field => ({ ...key, in: 'body' }))],
				options: spec.options,
				takesFiles: true,
			}),
		),
	});
