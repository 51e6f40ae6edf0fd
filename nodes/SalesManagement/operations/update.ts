import type { RecordDescription } from '../records';
import { pathToOne, updateForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model';
import { sendEach } from './sending/sendEach';

export const update = (record: RecordDescription, spec: Spec): Operation =>
	sendEach(record, {
		...identityOf(spec),
		name: 'Update',
		action: `Update ${record.one}`,
		description: 'Change the given fields of one record per item',
		form: updateForm(record, { path: pathToOne(record), options: spec.options }),
		writes: true,
		returns: 'record',
	});
