import type { RecordDescription } from '../records';
import { previewControls } from './form/bulk';
import { pathToOne, updateForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model';
import { sendEach } from './sending/sendEach';
import { changesById } from './sending/upsert/upsert';

export const update = (record: RecordDescription, spec: Spec): Operation =>
	sendEach(record, {
		...identityOf(spec),
		name: 'Update',
		action: `Update ${record.one}`,
		description: 'Change the given fields of one record per item',
		form: {
			...updateForm(record, { path: pathToOne(record), options: spec.options }),
			controls: [previewControls],
		},
		writes: true,
		compare: changesById(record),
		returns: 'record',
	});
