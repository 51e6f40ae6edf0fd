/** The forms of a new record and of a change, and the path to a record. */
import {
	asProperty,
	customValues,
	fieldsToClear,
	isRequired,
	optional,
	type Field,
} from '../../fields';
import type { OperationSpec, RecordDescription } from '../../records';
import { additionalFields, options, updateFields, type Filling, type Form } from '../model';
import { withColumns } from './columns';

type Write = 'create' | 'update';

const isTaken = ({ writableIn }: Field, write: Write) =>
	writableIn === undefined || writableIn.includes(write);

/** The fields that a write takes, each list of rows with the columns that the write takes. */
const takenBy = (fields: readonly Field[], write: Write): Field[] =>
	fields
		.filter((each) => isTaken(each, write))
		.map((each) => {
			const { columns, form, initialRow = {} } = each;
			if (!columns) return each;
			const options = columns.filter((column) => isTaken(column, write)).map(asProperty);
			const row = write === 'create' ? initialRow : {};
			return { ...each, form: { ...form, options, default: row } };
		});

const mapperOf = ({ customs }: RecordDescription): Field[] =>
	customs === undefined ? [] : [customValues(customs)];

/** A record's fields without those for which the path has a parameter of the same name. */
const ownFields = ({ fields }: RecordDescription, path: readonly Field[]): Field[] =>
	fields.filter(({ name }) => !path.some((each) => each.name === name && each.in === 'path'));

/**
 * The form of a new record: shared by Create, Create Many and Create or Update.
 * @param path the parameters above the record's own fields.
 * @param from the parameter Fields From; absent if it offers no file.
 */
export function createForm(
	record: RecordDescription,
	spec: OperationSpec,
	path: readonly Field[],
	from?: Filling['from'],
): Form {
	const taken = takenBy([...path, ...ownFields(record, path)], 'create');
	return withColumns(
		{
			fields: [...taken.filter(isRequired), ...mapperOf(record)],
			collections: [
				additionalFields(taken.filter((each) => !isRequired(each))),
				options(spec.options),
			],
		},
		record,
		from,
	);
}

/** The form of a change, like `createForm`: every field is optional, and fields that may be empty can be cleared. */
export function updateForm(
	record: RecordDescription,
	spec: OperationSpec,
	path: readonly Field[],
	from?: Filling['from'],
): Form {
	const taken = takenBy(ownFields(record, path), 'update').map(optional);
	const clearing = taken.some(({ traits }) => traits.includes('clearable'))
		? [fieldsToClear(taken)]
		: [];
	return withColumns(
		{
			fields: [...path, ...mapperOf(record), ...clearing],
			collections: [updateFields(taken), options(spec.options)],
			changes: record.one,
		},
		record,
		from,
	);
}

export const keyFields = ({ key }: RecordDescription): Field[] => (key === undefined ? [] : [key]);

/** The path parameters that lead to one record. */
export const pathToOne = (record: RecordDescription): Field[] => [
	...record.parentParams,
	...keyFields(record),
];
