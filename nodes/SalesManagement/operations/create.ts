import type { RecordDescription } from '../records';
import { createForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model';
import { sendEach } from './sending/sendEach';

export const create = (record: RecordDescription, spec: Spec): Operation =>
	sendEach(record, {
		...identityOf(spec),
		form: createForm(record, { path: record.parentParams, options: spec.options }),
		writes: true,
		// A create has no ID yet, so it waits for no other item.
		changes: [],
		returns: 'record',
	});
