import { CONTROLS, type RecordDescription } from '../records';
import { pathToOne, updateForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model';
import { sendEach } from './sending/sendEach';
import { changesById } from './sending/upsert/upsert';

export const update = (record: RecordDescription, spec: Spec): Operation =>
	sendEach(record, {
		...identityOf(spec),
		form: {
			...updateForm(record, { path: pathToOne(record), options: spec.options }),
			controls: [CONTROLS.preview],
		},
		writes: true,
		compare: changesById(record),
		returns: 'record',
	});
