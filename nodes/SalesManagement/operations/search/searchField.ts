import type { IDataObject } from 'n8n-workflow';
import type { Lookup, Type } from '../../fields';

/** A field that a search can compare: a standard one, one of a related record, or a custom one. */
export interface SearchField {
	readonly field: IDataObject;
	readonly label: string;
	/** Absent where nobody tells the type. */
	readonly type?: Type;
	/** The list of what it refers to, for a reference. */
	readonly lookup?: Lookup;
	/** The property of a request and the one of a record that hold a standard field. */
	readonly properties?: { readonly sent: string; readonly shown: string };
	/** Whether one record may hold several values in it. */
	readonly holdsSeveral?: boolean;
}
