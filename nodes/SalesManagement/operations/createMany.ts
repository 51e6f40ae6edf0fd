import { integer, optionControls, type Field } from '../fields';
import { MOST_ROWS } from '../shared/serviceLimits';
import type { RecordDescription } from '../records/record';
import { identityOf, type Operation, type Spec } from './model/operation';
import { createForm, keyFields, updateForm } from './create';

/** How many rows go into one request: a choice for the whole run. */
export const batchControls = optionControls({
	batchSize: integer('batchSize', 'Batch Size', {
		min: 1,
		max: MOST_ROWS,
		initially: MOST_ROWS,
		description:
			'The maximum number of items in one request. A request that is refused as too large is sent again in parts.',
	}),
});

const bulkOperation = (
	record: RecordDescription,
	kind: 'create' | 'update',
	{ form, ...definition }: Omit<Operation, 'load' | 'writes'>,
): Operation => ({
	...definition,
	form: { ...form, controls: [...form.controls, batchControls] },
	writes: true,
	load: async () => (await import('./sending/rows/write')).sendRows(record, kind),
});

export const createMany = (record: RecordDescription, spec: Spec): Operation =>
	bulkOperation(record, 'create', {
		...identityOf(spec),
		name: 'Create Many',
		action: `Create many ${record.many}`,
		description: `Create ${record.many} from all input items, up to 1,000 per request`,
		form: createForm(record, { path: record.bulk, options: spec.options, takesFiles: true }),
	});

export const updateMany = (record: RecordDescription, spec: Spec): Operation =>
	bulkOperation(record, 'update', {
		...identityOf(spec),
		name: 'Update Many',
		action: `Update many ${record.many}`,
		description: `Change ${record.many} from all input items, up to 1,000 per request`,
		form: updateForm(record, {
			// In a bulk request the row itself says which record it changes.
			path: [...record.bulk, ...keyFields(record).map((key): Field => ({ ...key, place: 'body' }))],
			options: spec.options,
			takesFiles: true,
		}),
	});
