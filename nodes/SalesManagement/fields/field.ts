import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ApiVersion } from '../api/routes';
import { quoted, UsageError, type Problems } from '../shared';
import { plainType, type ValueType } from './types';
import {
	wayOf,
	type Canonical,
	type DateContext,
	type Edit,
	type Lookup,
	type NameReader,
} from './values';

/** One input item, as a field reads it. */
export interface Item extends DateContext {
	/** Its position among the node's input items, from 0; of a row of a file its number, from 1. */
	readonly index: number;
	/** The name of the file in messages, for a row of a file. */
	readonly rowOf?: string;
	/** Its own data, whose columns may fill fields. */
	readonly input: IDataObject;
	readonly version: ApiVersion;
	/** A parameter as this item resolves it; `undefined` when it is not part of the form. */
	readonly get: (name: string) => unknown;
	/** The parameters as the node has them, expressions as their text; absent where columns stand for them. */
	readonly saved?: object;
	/** The error in its columns: a required value is missing, or a column is wrong. */
	readonly error?: unknown;
	/** Its columns that fill no field. */
	readonly unused?: readonly string[];
	/** The fields whose value is that for rows without one of their own. */
	readonly constants?: readonly string[];
	/** The fields that stay as they are where nothing has the name that was given for them; none when absent. */
	readonly skipped?: 'unlisted' | 'optional';
	/** Knows the IDs of names; if absent, only IDs can be given. */
	readonly names?: NameReader;
}

/** The circumstances on which the request's form of an entered value may depend. */
export interface ValueContext extends Pick<
	Item,
	'version' | 'timezone' | 'dateOrder' | 'names' | 'saved'
> {
	/** Takes the errors of single parts of a value, the rest of which is read; they are thrown when absent. */
	readonly problems?: Problems<Field>;
	/** Whether the rows of a list are compared with the record's, which finds the ID of a row to remove. */
	readonly comparesRows?: boolean;
	/** Gets the references whose name differs from their ID, which is an error when absent. */
	readonly edits?: Edit[];
}

/**
 * The part of the request that a field's value goes to. `spread` merges an object into the body and
 * `spreadQuery` into the query; `group` belongs to the whole of a bulk request and not to its rows;
 * `condition` is not sent: the trigger looks for it in each record.
 */
export type RequestPart =
	'path' | 'query' | 'body' | 'spread' | 'spreadQuery' | 'group' | 'condition';

/**
 * `main`: Simplified keeps it. `required`: an operation that takes the whole form can't do without
 * it. `clearable`: it can be emptied, so that Fields to Clear offers it. `searchable`: the search
 * index holds it. `identifying`: its value tells one record from the others, so that Create or
 * Update may match by it; such a field is searchable. `unsortable`: a search compares it, but can't
 * sort by it (v2 §4.4: webUrl). `lasting`: nothing empties it (v2 §2.4: companyNum). `unlisted`: the service has no list of its choices, so that a column may name one that nobody knows. `computed`: the service works it out or copies it, so that it
 * changes without a change of the record.
 */
type Trait =
	| 'main'
	| 'required'
	| 'clearable'
	| 'searchable'
	| 'identifying'
	| 'unsortable'
	| 'lasting'
	| 'unlisted'
	| 'computed';

/** The further description of a field, beside its name, label and type. */
export interface FieldOptions {
	/** The property's name in the request; the parameter's own when absent. */
	readonly key?: string;
	/** The property in which the service returns it, where that is not the one it is sent in. */
	readonly shownAs?: string;
	/** Another field that sending this one sets, even if the value is the same as before (v2 §2.4), and the hint about that. */
	readonly sets?: { readonly key: string; readonly hint: string };
	readonly description?: string;
	readonly placeholder?: string;
	readonly in?: RequestPart;
	readonly traits?: readonly Trait[];
	/** The operations that take it: all when absent, none for a field that the service alone sets. */
	readonly writableIn?: ReadonlyArray<'create' | 'update'>;
	/** The only interface that knows it; both when absent. */
	readonly apiVersion?: ApiVersion;
	/** The record's own part of a value, where that is not the part that its type says. */
	readonly canonical?: Canonical;
	/** The value that empties a clearable field: null when absent, empty text where the service takes no null (S8). */
	readonly cleared?: '' | readonly [];
	/** The values with which n8n fills a row that somebody adds, in the form of a new record. */
	readonly initialRow?: INodeParameters;
	/** Other parameters of the form that must have one of these values for it to show. */
	readonly shownWhen?: Readonly<Record<string, Array<string | number | boolean>>>;
}

/**
 * One field: how it is entered, sent, compared and named comes from this single description, so
 * that the form, the request and the search can't drift apart.
 */
export interface Field<Value = unknown> extends Omit<FieldOptions, 'placeholder'> {
	/** The parameter's name in the form. */
	readonly name: string;
	readonly key: string;
	readonly shownAs: string;
	readonly label: string;
	readonly description: string;
	readonly traits: readonly Trait[];
	readonly type: ValueType;
	/** The record's own part of a value. */
	readonly canonical: Canonical;
	/** Its name in the search index, where that is not its key. */
	readonly searchName?: string;
	readonly form: ValueType['form'];
	/** The list of what it refers to, for a reference. */
	readonly lookup?: Lookup;
	/** The fields of its rows, for a list of them. */
	readonly columns?: readonly Field[];
	/**
	 * Turns what was entered into what is sent or what the node uses. `undefined` leaves it out,
	 * null empties what null can empty.
	 * @throws UsageError when the value can't be used.
	 */
	toRequest(entered: unknown, context: ValueContext): Value | null | undefined;
}

/** The same field, but not required. */
export const optional = (each: Field): Field => ({
	...each,
	traits: each.traits.filter((trait) => trait !== 'required'),
});

/**
 * The same field for a deletion, which nobody can undo (v2 §4.4): it takes a name only as By Name, and only a
 * record that has exactly this name.
 */
export const strictly = (each: Field): Field => ({
	...each,
	toRequest: (entered, context) => {
		const { names } = context;
		const idsOf: NameReader['idsOf'] = (asked) => {
			if (names && wayOf(entered) === 'name') return names.idsOf({ ...asked, means: 'exact' });
			throw new UsageError(
				`${asked.label} is ${quoted(asked.name)}, which is no ID. To delete by name, choose By Name.`,
			);
		};
		return each.toRequest(entered, { ...context, names: { ...names, idsOf } });
	},
});

/** Whether an interface knows the field. */
export const isKnownTo = (
	{ apiVersion }: Pick<Field, 'apiVersion'>,
	version: ApiVersion,
): boolean => apiVersion === undefined || apiVersion === version;

export const isRequired = ({ traits }: Pick<Field, 'traits'>): boolean =>
	traits.includes('required');

/** A field's type: how it is entered, sent and compared. */
export interface FieldType
	extends
		Pick<Field, 'form' | 'toRequest' | 'searchName' | 'cleared' | 'lookup' | 'columns'>,
		Partial<Pick<Field, 'type'>> {}

/** Joins a field's name and texts with its type. */
export function field(
	name: string,
	label: string,
	{ type = plainType, ...parts }: FieldType,
	{ placeholder, ...options }: FieldOptions = {},
): Field {
	const { traits = [], cleared = null } = options;
	const takesNull = traits.includes('clearable') && parts.cleared === undefined;
	return {
		key: name,
		shownAs: options.key ?? name,
		description: '',
		traits: [],
		...options,
		...parts,
		type,
		toRequest: (entered, context) => {
			if (entered !== null) return parts.toRequest(entered, context);
			if (takesNull) return parts.toRequest(cleared, context);
			throw new UsageError(
				`${label} is null, which can't be stored: give a value or leave it out.`,
			);
		},
		name,
		label,
		canonical: options.canonical ?? type.canonical,
		form: { placeholder, ...parts.form },
	};
}

/** Lets `undefined` (left out) and `null` (empty it) through, and converts the rest. */
export const whenSet =
	(convert: (entered: unknown, context: ValueContext) => unknown): Field['toRequest'] =>
	(entered, context) =>
		entered === undefined || entered === null ? entered : convert(entered, context);
