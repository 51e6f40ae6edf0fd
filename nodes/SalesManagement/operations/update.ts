import type { RecordDescription } from '../records/record';
import { writeOutputControls } from './form/output';
import { pathToOne, updateForm, withOutput } from './form/record';
import { identityOf, type Operation, type Spec } from './model/operation';
import { sendEach } from './sending/sendEach';

export const update = (record: RecordDescription, spec: Spec): Operation =>
	sendEach(record, {
		...identityOf(spec),
		name: 'Update',
		action: `Update ${record.one}`,
		description: 'Change the given fields of one record per item',
		form: withOutput(
			updateForm(record, { path: pathToOne(record), options: spec.options }),
			writeOutputControls,
		),
		writes: true,
		returns: 'record',
	});
