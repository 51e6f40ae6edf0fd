import { customFieldIn, read, type Item } from '../fields';
import { customRecordField, toSearchField, type RecordField } from '../lookups/search/recordFields';
import { givenValue } from '../lookups/search/valueInRecord';
import { LIST_PARAMETERS } from '../records/equalsFilter';
import { CONTROLS, hasOwnNames, routeOf, type RecordDescription } from '../records';
import { setOwn, UsageError } from '../shared';
import { matchedId, OWN_ID, withBatches } from './form/columns';
import { createForm } from './form/record';
import type { Form, InputRow, Maker, Operation } from './model';
import { isByOwnId, type Matching } from './sending/upsert/find';
import { upsertRows } from './sending/upsert/upsert';

/** Creates what does not exist yet and updates what does, matched by one or two fields, or by ID. */
export const createOrUpdate: Maker = (record, spec) => {
	const form = createForm(record, spec, record.bulk, CONTROLS.fieldsFromChanges);
	const whole: Form = {
		...form,
		comparesRows: true,
		fields: [matchedId, ...form.fields],
		controls: [...form.controls, CONTROLS.match, CONTROLS.alsoMatch, CONTROLS.changes],
	};
	const carryOut: Operation['carryOut'] = async (run, rows) =>
		await upsertRows(run, record, rows as ReadonlyArray<InputRow<Matching>>);
	return {
		...spec,
		form: routeOf(record, 'createMany') === undefined ? whole : withBatches(whole),
		writes: true,
		// The field is read together with the names, since a custom field may be given by its label.
		read: (item, { body, match }) => {
			const { match: matchControls, alsoMatch } = CONTROLS;
			const { label } = matchControls.fields.matchBy;
			const { matchBy = '' } = read(matchControls, item);
			if (matchBy === '') throw new UsageError(`${label} is required.`);
			const { alsoMatchBy } = read(alsoMatch, item);
			const by = matchField(label, matchBy, record, item);
			const also =
				alsoMatchBy === undefined
					? undefined
					: matchField(alsoMatch.fields.alsoMatchBy.label, alsoMatchBy, record, item);
			const matching: Matching =
				matchBy === OWN_ID ? { field: (body.id === undefined && also) || by } : { field: by, also };
			setOwn(match, matching.field.name, givenValue(body, matching.field));
			return matching;
		},
		carryOut,
		compare: carryOut,
	};
};

/**
 * The field by which an item is matched. A custom object is matched by an item key, since its custom fields are
 * properties with any names (v2 §2.8).
 */
function matchField(
	parameter: string,
	text: string,
	record: RecordDescription,
	item: Item,
): RecordField {
	const field =
		hasOwnNames(record) && text !== OWN_ID
			? customRecordField(customFieldIn(text) ?? { key: text }, record)
			: toSearchField(text, record, item.names?.fieldsOf);
	const problem =
		isByOwnId(field) && text !== OWN_ID ? `write it as "${OWN_ID}".` : problemWith(field, record);
	if (problem === undefined) return field;
	throw new UsageError(`${parameter} can't be ${field.label}: ${problem}`);
}

/** The reason why records can't be matched by a field; `undefined` if they can. */
function problemWith(
	{ type, field, name }: RecordField,
	record: RecordDescription,
): string | undefined {
	if (type.isList) return 'it holds several values. Match by a field with one.';
	if ('reference' in field) {
		return `it belongs to another record. Match by a field of the ${record.one}.`;
	}
	const isOfList = routeOf(record, 'search') === undefined && LIST_PARAMETERS.includes(name);
	return isOfList ? 'the list uses this name for itself. Match by another field.' : undefined;
}
