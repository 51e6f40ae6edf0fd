/**
 * The operations that create, update or delete records, one for each item or many in one request, and those that fit
 * no usual kind.
 */
import { isRead } from '../api/routes';
import { strictly, type Field } from '../fields';
import { CONTROLS } from '../records';
import { withBatches } from './form/columns';
import { createForm, keyFields, pathToOne, updateForm } from './form/record';
import { additionalFields, article, options, updateFields, type Maker } from './model';
import { sendRows } from './sending/rows/write';
import { sendEach } from './sending/sendEach';
import { changesById } from './sending/upsert/upsert';

export const create: Maker = (record, spec) =>
	sendEach(record, {
		...spec,
		form: createForm(record, spec, record.parentParams),
		writes: true,
		// A create has no ID yet, so it waits for no other item.
		changes: [],
		returns: 'record',
	});

export const update: Maker = (record, spec) =>
	sendEach(record, {
		...spec,
		form: {
			...updateForm(record, spec, pathToOne(record)),
			controls: [CONTROLS.preview],
		},
		writes: true,
		compare: changesById(record),
		returns: 'record',
	});

export const remove: Maker = (record, spec) => {
	const { one, deletedWith: others } = record;
	return sendEach(record, {
		...spec,
		...(others && {
			notice: `Deleting ${article(one)} also permanently deletes ${others}, which Stop When More Than does not count`,
		}),
		form: {
			fields: pathToOne(record).map(strictly),
			collections: [options(spec.options)],
			controls: [CONTROLS.limit],
		},
		writes: true,
		otherwise: 'deleted',
	});
};

export const createMany: Maker = (record, spec) =>
	sendRows(record, 'create', {
		...spec,
		form: withBatches(createForm(record, spec, record.bulk, CONTROLS.fieldsFromFile)),
	});

export const updateMany: Maker = (record, spec) => {
	// In a bulk request the ID of the record is in the row itself.
	const key = keyFields(record).map((each): Field => ({ ...each, in: 'body' }));
	const path = [...record.bulk, ...key];
	const form = updateForm(record, spec, path, CONTROLS.fieldsFromFile);
	return sendRows(record, 'update', {
		...spec,
		form: withBatches({ ...form, controls: [...form.controls, CONTROLS.changes] }),
		compare: changesById(record),
	});
};

/** An operation that fits none of the usual kinds: its data describe its form. */
export const request: Maker = (record, spec) => {
	const writes = !isRead(spec.route);
	return sendEach(record, {
		...spec,
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
		returns: spec.returns ?? (writes ? 'any' : 'record'),
	});
};
