import { isRead } from '../api/routes';
import type { RecordDescription, RequestSpec } from '../records';
import {
	additionalFields,
	identityOf,
	options,
	updateFields,
	type Operation,
	type Spec,
} from './model';
import { sendEach } from './sending/sendEach';

/** An operation that fits none of the usual kinds: its data describe its form. */
export function request(record: RecordDescription, spec: Spec<RequestSpec>): Operation {
	const writes = !isRead(spec.route);
	return sendEach(record, {
		...identityOf(spec),
		form: {
			fields: spec.fields ?? [],
			collections: [
				additionalFields(spec.bodyFields),
				updateFields(spec.changedFields),
				options(spec.options),
			],
			controls: [],
			...(spec.changedFields && { changes: record.one }),
		},
		writes,
		changes: spec.changes,
		returns: spec.returns ?? (writes ? 'any' : 'record'),
	});
}
