import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/types';
import type { Field, Place, WireContext } from './fields';

/** A group of optional fields behind one "Add …" button of the form. */
export interface Collection {
	readonly name: 'filters' | 'options' | 'additionalFields' | 'updateFields';
	readonly label: string;
	readonly button: string;
	/** Where its fields go unless they say otherwise. */
	readonly place: Place;
	readonly fields: readonly Field[];
}

/** What an operation asks: some fields at the top, the rest in collections. */
export interface Form {
	readonly fields: readonly Field[];
	readonly collections: readonly Collection[];
}

/** One input item, as an operation sees it. */
export interface Scope extends WireContext {
	/** Its position among the node's input items. */
	readonly index: number;
	/** A parameter as this item resolves it; `undefined` when it is not part of the form. */
	get(name: string): unknown;
}

/** One execution of the node. */
export interface Run {
	readonly client: Client;
	readonly scopes: readonly Scope[];
	readonly continueOnFail: boolean;
	/** Whether an AI agent called: its results are kept small. */
	readonly forAgent: boolean;
	/** Shows a message beside the node's output. */
	hint(message: string): void;
}

/** What became of one input item. Every input item has exactly one result. */
export type ItemResult =
	| { readonly index: number; readonly records: IDataObject[] }
	| { readonly index: number; readonly error: unknown };

export interface Operation {
	/** As in the operation ids of S1: `getMany`. */
	readonly id: string;
	readonly name: string;
	/** How the editor's list of actions reads: `Get many deals`. */
	readonly action: string;
	readonly description: string;
	readonly form: Form;
	/** The route whose presence in an interface makes this operation available there. */
	readonly route: string;
	/** A warning that the form shows for a choice with costly consequences. */
	readonly notice?: string;
	/** Whether it changes records, so that a failure half way must name what was done. */
	readonly writes: boolean;
	readonly run: (run: Run) => Promise<ItemResult[]>;
}

export interface Resource {
	readonly id: string;
	readonly name: string;
	readonly operations: readonly Operation[];
}

/** How a resource is called in texts and where its operations stand in the route table. */
export interface Naming {
	readonly id: string;
	/** `deal` */
	readonly one: string;
	/** `deals` */
	readonly many: string;
	/** The main fields, which Simplify keeps. All when absent. */
	readonly summary?: readonly string[];
	/** The property that holds its custom values, such as `dealCustoms`. */
	readonly customs?: string;
}

/** An operation before it knows its resource. */
export type OperationOf = (naming: Naming) => Operation;

export const resource = (
	id: string,
	name: string,
	{ operations, ...naming }: Omit<Naming, 'id'> & { operations: readonly OperationOf[] },
): Resource => ({
	id,
	name,
	operations: operations.map((define) => define({ id, ...naming })),
});

/** `a deal`, `an action`. */
export const article = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const collection =
	(name: Collection['name'], label: string, button: string, place: Place) =>
	(fields: readonly Field[]): Collection => ({ name, label, button, place, fields });

export const filters = collection('filters', 'Filters', 'Add Filter', 'query');
export const options = collection('options', 'Options', 'Add Option', 'query');
export const additionalFields = collection(
	'additionalFields',
	'Additional Fields',
	'Add Field',
	'body',
);
export const updateFields = collection('updateFields', 'Update Fields', 'Add Field', 'body');
