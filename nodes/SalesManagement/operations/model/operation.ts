import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { SplittingBudget } from '../../api/bulk/sendAndSplit';
import { ServiceError } from '../../api/errors/errors';
import type { Client, OperationId, ResourceId } from '../../api/routes';
import type { Edit, Item } from '../../fields';
import type { CustomsLookup } from '../../lookups/customsLookup';
import type { NameSources } from '../../lookups/source';
import type { OperationSpec, OperationTexts, RecordDescription } from '../../records';
import type { ColumnNotes } from './columnNotes';
import type { FileInParts } from './fileInParts';
import type { Form } from './form';
import type { Host } from './host';
import type { OutputFieldCheck } from './outputFieldCheck';
import type { WrittenRows } from './writtenRows';

/** One execution of the node. */
export interface Run extends Host {
	/** Whether it is a dry run, which writes nothing and reports all problems. */
	readonly isDryRun: boolean;
	/** The Changes File, if somebody wants it. */
	readonly changes?: FileInParts;
	readonly client: Client;
	readonly items: readonly Item[];
	readonly splitting: SplittingBudget;
	/** Notes which of the selected fields each record has. */
	readonly outputFields: OutputFieldCheck;
	readonly columns: ColumnNotes;
	/** Looks up the labels and names that compact custom values leave out. */
	readonly customs: CustomsLookup;
	/** The sources of names and custom fields. */
	readonly sources: NameSources;
	/** The chunks of a file before these rows; absent for items that are no rows of a file. */
	readonly chunk?: Chunk;
}

/** The view of one chunk of a file on those before it, which may still be under way. */
interface Chunk {
	/** The rows that earlier chunks wrote. */
	readonly written: WrittenRows;
	/** Resolves when the chunk before is written. */
	turn(): Promise<void>;
}

/** The parts of a request. They are kept apart, since a bulk request joins rows that differ in their bodies alone. */
export interface RequestParts {
	readonly path: Record<string, string | number>;
	readonly query: IDataObject;
	readonly body: IDataObject;
	/** The properties of a bulk request besides its rows. */
	readonly group: IDataObject;
	/** The IDs that the trigger wants in a record, by property. */
	readonly condition: IDataObject;
	/** The value by which Create or Update matches the record, by the name of the field. */
	readonly match: IDataObject;
	/** The references whose name differs from their ID; the body has the record with the name. */
	readonly edits: Edit[];
}

/** One input item, read into its row and the request that it belongs to. */
export interface InputRow<Settings = unknown> {
	/** The index of the input item. */
	readonly index: number;
	readonly item: Item;
	readonly parts: RequestParts;
	/** The settings that the operation itself reads from the item. */
	readonly settings: Settings;
	/** The record, if it was read already. */
	readonly record?: IDataObject;
}

/** The output of one item. */
export interface ItemOutput {
	/** The records that become output items. */
	readonly records: IDataObject[];
	/** The files of each record, in the same order; absent if no record has any. */
	readonly files?: readonly IBinaryKeyData[];
	/** The IDs of the written records, if the output may lack them. */
	readonly ids?: readonly unknown[];
}

interface Numbered {
	readonly index: number;
	/** The given values that tell the row's record from others. */
	readonly identity?: IDataObject;
}

export interface Done extends ItemOutput, Numbered {}

export interface Failed extends Numbered {
	readonly error: unknown;
	/** Further sentences for the user: what was done before the failure, and how to go on. */
	readonly advice?: string;
}

/** The result of one input item. Every input item has exactly one. */
export type ItemResult = Done | Failed;

export const isFailure = (result: ItemResult): result is Failed => 'error' in result;

/** Whether the record may or may not have been written, since no clear answer came. */
export const isInDoubt = (result: ItemResult): result is Failed =>
	isFailure(result) && result.error instanceof ServiceError && result.error.isInDoubt;

/** Whether the service left the record as it was, and said so. */
export const wasSkipped = (result: ItemResult): boolean =>
	!isFailure(result) && result.records[0]?.skipped === true;

/** Whether the changes of a row were certainly not written. */
export const isUnwritten = (result: ItemResult): boolean =>
	wasSkipped(result) || (isFailure(result) && !isInDoubt(result));

/** Sorts results by the order of the input items. */
export const sortedByIndex = (results: ItemResult[]): ItemResult[] =>
	results.sort((a, b) => a.index - b.index);

/** The steps that carry out an operation. */
export interface Steps<Settings = unknown> {
	/** Reads the settings that are no fields of a request. Names may stand for IDs in them, too. */
	readonly read?: (item: Item, parts: RequestParts) => Settings;
	/**
	 * @param rows the items that could be read. Without Continue On Fail nothing is carried out unless all could.
	 * @returns the result of each row that was begun.
	 */
	carryOut(run: Run, rows: ReadonlyArray<InputRow<Settings>>): Promise<readonly ItemResult[]>;
	/** The same by a comparison with the records, for a dry run and a Changes File; absent if there is none. */
	readonly compare?: Steps<Settings>['carryOut'];
}

/** An operation that the node offers, of the service or of its own: its form and its steps. */
export interface NodeOperation extends Steps, OperationTexts {
	/** The second part of an operation id (S1): `getMany`. */
	readonly id: string;
	readonly form: Form;
	/**
	 * The route that it calls: it is offered in each interface that has the route. Absent for an operation of the
	 * node's own, which both interfaces offer.
	 */
	readonly route?: OperationId;
	/** Whether it changes records: a failure halfway must then say what was done. */
	readonly writes: boolean;
}

/** An operation of the service. */
export interface Operation extends NodeOperation {
	readonly route: OperationId;
}

/** Makes an operation from its data, which it has besides its form and its steps. */
export type Maker = (record: RecordDescription, spec: OperationSpec) => Operation;

/** A record, or the account itself, with its operations. */
export interface Resource {
	readonly id: ResourceId | 'account';
	readonly name: string;
	readonly operations: readonly NodeOperation[];
}

/** `a deal`, `an action`, `a user`. */
export const article = (noun: string): string =>
	`${/^(?!user)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
