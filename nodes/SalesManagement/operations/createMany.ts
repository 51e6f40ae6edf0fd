import type { RecordDescription } from '../records';
import { withBatches } from './form/bulk';
import { createForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model';
import { sendRows } from './sending/rows/write';

export const createMany = (record: RecordDescription, spec: Spec): Operation =>
	sendRows(record, 'create', {
		...identityOf(spec),
		form: withBatches(
			createForm(record, { path: record.bulk, options: spec.options, takesFiles: true }),
		),
	});
