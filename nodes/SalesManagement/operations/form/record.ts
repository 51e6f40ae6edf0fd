/** The forms of a record: of a new one, of a change, and what leads to one. */
import {
	asProperty,
	customValues,
	fieldsToClear,
	isRequired,
	optional,
	type Field,
} from '../../fields';
import type { RecordDescription } from '../../records';
import { additionalFields, options, updateFields, type Form } from '../model';
import { withColumns } from './columns';

type Write = 'create' | 'update';

const isTaken = ({ writableIn }: Field, write: Write): boolean =>
	writableIn === undefined || writableIn.includes(write);

/** The fields that a write takes; the form of rows has those columns that it takes. */
const takenBy = (fields: readonly Field[], write: Write): Field[] =>
	fields
		.filter((each) => isTaken(each, write))
		.map((each) => {
			const { columns, form, begins = {} } = each;
			if (!columns) return each;
			const options = columns.filter((column) => isTaken(column, write)).map(asProperty);
			const row = write === 'create' ? begins : {};
			return { ...each, form: { ...form, options, default: row } };
		});

/** What a record's form begins with, instead of `within`. */
interface FormStart {
	readonly path: readonly Field[];
	readonly options?: readonly Field[];
	/** Whether its rows can come from a file as well. */
	readonly takesFiles?: boolean;
}

const mapperOf = ({ customs }: RecordDescription): Field[] =>
	customs === undefined ? [] : [customValues(customs)];

/** A record's fields, each replaced by the one of `path` that has its name. */
const ownFields = ({ fields }: RecordDescription, { path }: FormStart): Field[] =>
	fields.filter(({ name }) => !path.some((each) => each.name === name && each.in === 'path'));

/** The form of a new record: shared by Create, Create Many and Create or Update. */
export function createForm(record: RecordDescription, start: FormStart): Form {
	const taken = takenBy([...start.path, ...ownFields(record, start)], 'create');
	return withColumns(
		{
			fields: [...taken.filter(isRequired), ...mapperOf(record)],
			collections: [
				additionalFields(taken.filter((each) => !isRequired(each))),
				options(start.options),
			],
		},
		record,
		start.takesFiles,
	);
}

/** The form of a change: every field is optional, and what may be emptied can be cleared. */
export function updateForm(record: RecordDescription, start: FormStart): Form {
	const taken = takenBy(ownFields(record, start), 'update').map(optional);
	const clearing = taken.some(({ traits }) => traits.includes('clearable'))
		? [fieldsToClear(taken)]
		: [];
	return withColumns(
		{
			fields: [...start.path, ...mapperOf(record), ...clearing],
			collections: [updateFields(taken), options(start.options)],
			changes: record.one,
		},
		record,
		start.takesFiles,
	);
}

export const keyFields = ({ key }: RecordDescription): Field[] => (key === undefined ? [] : [key]);

/** The path parameters that lead to one record. */
export const pathToOne = (record: RecordDescription): Field[] => [
	...record.parentParams,
	...keyFields(record),
];
