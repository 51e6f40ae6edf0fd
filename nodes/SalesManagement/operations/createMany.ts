import type { RecordDescription } from '../records';
import { withBatches } from './form/bulk';
import { createForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model';
import { sendRows } from './sending/rows/write';

export const createMany = (record: RecordDescription, spec: Spec): Operation =>
	sendRows(record, 'create', {
		...identityOf(spec),
		name: 'Create Many',
		action: `Create many ${record.many}`,
		description: 'Create records from all items or a file, up to 1,000 per request',
		form: withBatches(
			createForm(record, { path: record.bulk, options: spec.options, takesFiles: true }),
		),
	});
