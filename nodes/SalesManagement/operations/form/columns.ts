import { field, integer, mapperForm, type Item } from '../../fields';
import { CONTROLS, type RecordDescription } from '../../records';
import { isBlank, trimmed } from '../../shared';
import { columnOptions, fileOptions, type Filling, type Form } from '../model';

/** The names of parameters that several kinds of forms have. */
export const CUSTOM_FIELDS = 'customFields';
export const FIELDS_TO_CLEAR = 'fieldsToClear';

/**
 * The same form, whose fields can also come from the columns of the input, or of a file.
 * @param from the parameter Fields From; absent if it offers no file.
 */
export function withColumns(
	form: Omit<Form, 'controls'>,
	record: RecordDescription,
	from: Filling['from'] = CONTROLS.fieldsFrom,
): Form {
	const takesFiles = from !== CONTROLS.fieldsFrom;
	// A parameter on which the custom fields depend can't be one of the columns.
	const definition = form.fields
		.filter((each) => each.in === 'path' && each.lookup === undefined)
		.map(({ name }) => name);
	const mapper = field(
		'columns',
		'Columns',
		{
			form: mapperForm('columns', [
				'resource',
				'operation',
				'authentication',
				'matchBy',
				...definition,
			]),
			toRequest: (entered) => entered,
		},
		{ description: 'Which column fills which field' },
	);
	const filling: Filling = {
		record,
		from,
		mapper,
		definition,
		collection: form.changes === undefined ? 'additionalFields' : 'updateFields',
	};
	return {
		...form,
		filling,
		collections: [
			...form.collections,
			...(takesFiles
				? [
						fileOptions([], { fieldsFrom: ['file'] }),
						columnOptions([], { fieldsFrom: ['input', 'file'] }),
					]
				: []),
		],
		controls: takesFiles
			? [
					CONTROLS.imported,
					CONTROLS.importOptions,
					CONTROLS.columnMapping,
					CONTROLS.columnOptions,
					CONTROLS.preview,
					CONTROLS.limit,
				]
			: [],
	};
}

/** Whether columns can fill a parameter at the top of the form. */
export const isFromColumns = ({ definition }: Filling, name: string): boolean =>
	name !== FIELDS_TO_CLEAR && !definition.includes(name);

/** The same form, with the option Batch Size. */
export const withBatches = (form: Form): Form => ({
	...form,
	controls: [...form.controls, CONTROLS.batches],
});

/** The value of Match By for the service's own ID. */
export const OWN_ID = 'id';

/** The ID of the record that a row updates. */
export const matchedId = integer(OWN_ID, 'ID', {
	min: 1,
	shownWhen: { matchBy: [OWN_ID] },
	description: 'Without one, a record is created',
});

/** Whether an item gives that ID: it then needs none of the fields that a new record needs. */
export const givesId = ({ fields }: Form, item: Item): boolean =>
	fields.some((each) => each === matchedId) &&
	item.get('matchBy') === OWN_ID &&
	!isBlank(trimmed(item.get(matchedId.name)));
