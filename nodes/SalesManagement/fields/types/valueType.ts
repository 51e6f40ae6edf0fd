import type { INodeProperties, INodePropertyOptions, ResourceMapperField } from 'n8n-workflow';
import {
	asItIs,
	asLine,
	lookKey,
	momentCell,
	type Canonical,
	type Compare,
	type DateContext,
	type Dropdown,
	type NameReader,
	type WriteCell,
} from '../values';

/** The knowledge that reading a value may need. */
interface ParseContext extends DateContext {
	/** Knows the IDs of names. */
	readonly names?: NameReader;
	/** The choices of a custom field. */
	readonly options?: readonly INodePropertyOptions[];
}

/**
 * Turns a value that a user gave into the value that is sent.
 * @throws UsageError that names the field, for a value of another type.
 */
export type Parse = (entered: unknown, label: string, context: ParseContext) => unknown;

/** A type of field: one object for all that depends on what its values are. */
export interface ValueType {
	/** The operators and computations that fit its values; none when absent. */
	readonly valueKind?: 'text' | 'number' | 'date' | 'choice' | 'flag' | 'anything';
	/** Whether a value is a list. */
	readonly isList?: true;
	/** Whether a value is chosen from the options of a custom field. */
	readonly hasOptions?: true;
	/** Whether a value of a custom field can tell one record from the others, so that Create or Update matches by it. */
	readonly isMatchable?: true;
	/** The records that a custom field refers to. */
	readonly lookup?: Dropdown;
	/** The parameter that it is entered in. */
	readonly form: Omit<Partial<INodeProperties>, 'name' | 'description'> &
		Pick<INodeProperties, 'type' | 'default'>;
	readonly parse: Parse;
	/** The property of a search's value (v1 §4); absent for a type that no search compares, or only by the look of a value. */
	readonly searchProperty?: `${'string' | 'integer' | 'decimal' | 'datetime'}Value`;
	/** Reads a value that a search compares, if not as `parse` does. */
	readonly parseSearched?: Parse;
	readonly compare: Compare;
	/** Its column in n8n's mapper. Lists, names, and decimals with all their digits are text there. */
	readonly column: NonNullable<ResourceMapperField['type']>;
	/** Writes a text in a cell of a table. */
	readonly cell: WriteCell;
	/** The record's own part of a value. */
	readonly canonical: Canonical;
	/** The forms in which answers show it, the documented one first, in the words of `check/answerShape.ts`. */
	readonly shapes: readonly string[];
	/** The value of a custom field as a person reads it. */
	readonly readable: (value: unknown) => unknown;
}

/** The type on which all others build, and that of fields without another: rows, JSON, controls of the node itself. */
export const plainType: ValueType = {
	form: { type: 'string', default: '' },
	parse: asLine,
	compare: lookKey,
	column: 'string',
	cell: momentCell,
	canonical: asItIs,
	shapes: ['object', 'list'],
	readable: asItIs,
};
