import { routeOf, type RecordDescription } from '../records/record';
import { batchControls, dryRunControls, matchControls } from './form/bulk';
import { createForm } from './form/record';
import { identityOf, type Operation, type Spec } from './model/operation';
import { upsertRows } from './sending/upsert/upsert';

/** Creates what does not exist yet and updates what does, matched by one field. */
export function createOrUpdate(record: RecordDescription, spec: Spec): Operation {
	const form = createForm(record, {
		path: record.bulk,
		options: spec.options,
		takesFiles: true,
	});
	const inBatches = routeOf(record, 'createMany') === undefined ? [] : [batchControls];
	return {
		...identityOf(spec),
		name: 'Create or Update',
		action: `Create or update ${record.many}`,
		description: `Create ${record.many} that don't exist yet and update those that do (upsert), matched by one field`,
		form: { ...form, controls: [...form.controls, matchControls, dryRunControls, ...inBatches] },
		writes: true,
		...upsertRows(record),
	};
}
