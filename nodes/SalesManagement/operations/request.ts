import type { RecordDescription, RequestSpec } from '../records/record';
import { outputControls, writeOutputControls } from './form/output';
import { withOutput } from './form/record';
import {
	additionalFields,
	identityOf,
	options,
	updateFields,
	type Form,
	type Operation,
	type Spec,
} from './model/operation';
import { sendEach } from './sending/sendEach';

/** An operation that fits none of the usual kinds: its data describe its form. */
export function request(record: RecordDescription, spec: Spec<RequestSpec>): Operation {
	const returns = spec.returns ?? (spec.writes ? 'any' : 'record');
	const form: Form = {
		fields: spec.fields ?? [],
		collections: [
			additionalFields(spec.bodyFields),
			updateFields(spec.changedFields),
			options(spec.options),
		],
		controls: [],
		...(spec.changedFields && { changes: record.one }),
	};
	return sendEach(record, {
		...identityOf(spec),
		name: spec.name,
		action: spec.action,
		description: spec.description,
		// Writes hide Output among their options: few users look at it.
		form:
			returns === 'record'
				? withOutput(form, spec.writes ? writeOutputControls : outputControls)
				: form,
		writes: spec.writes,
		changes: spec.changes,
		returns,
	});
}
