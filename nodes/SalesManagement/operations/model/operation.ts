import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { SplittingBudget } from '../../api/bulk/sendAndSplit';
import { ServiceError } from '../../api/errors/errors';
import type { Client, OperationId, ResourceId } from '../../api/routes';
import { read, type Controls, type Field, type Item, type RequestPart } from '../../fields';
import type { CustomsLookup } from '../../lookups/customsLookup';
import type { NameSources } from '../../lookups/source';
import type { OperationParts, RecordDescription } from '../../records';
import type { Host } from './host';
import type { OutputFieldCheck } from './outputFieldCheck';
import type { WrittenRows } from './writtenRows';

/** A group of optional fields behind one "Add …" button of the form. */
export interface Collection {
	readonly name:
		'filters' | 'options' | 'fileOptions' | 'sort' | 'additionalFields' | 'updateFields';
	readonly label: string;
	readonly button: string;
	/** Where its fields go unless they say otherwise. */
	readonly in: RequestPart;
	readonly fields: readonly Field[];
	/** Of which values of another parameter it depends whether it shows. */
	readonly shownWhen?: Field['shownWhen'];
}

/** What an operation asks for: fields at the top and in collections, and the node's controls. */
export interface Form {
	readonly fields: readonly Field[];
	readonly collections: readonly Collection[];
	readonly controls: readonly Controls[];
	/** What it is a change of, which needs something to change: `deal`. */
	readonly changes?: string;
	/** How columns of the input can stand for the fields of the record; absent where they can't. */
	readonly filling?: Filling;
}

/** The form of a record whose fields can come from the columns of the input. */
export interface Filling {
	readonly record: RecordDescription;
	/** Chooses between the form and the input. */
	readonly from: Controls<{ readonly fieldsFrom: Field<string> }>;
	/** The mapper of the columns. */
	readonly mapper: Field;
	/** The parameters that decide which fields there are: they stay in the form. */
	readonly definition: readonly string[];
	/** The collection whose fields are columns too. */
	readonly collection: 'additionalFields' | 'updateFields';
}

/** Whether the fields of items come from the columns of the input, or from those of a file. */
export const isFrom = (source: 'input' | 'file', { filling }: Form, item?: Item): boolean =>
	filling !== undefined && item !== undefined && read(filling.from, item).fieldsFrom === source;

/** One execution of the node. */
export interface Run extends Host {
	/** Whether it is a dry run, which shows what it would do and tells all that is wrong. */
	readonly isDryRun: boolean;
	readonly client: Client;
	readonly items: readonly Item[];
	readonly splitting: SplittingBudget;
	/** Told which fields are selected of each record. */
	readonly outputFields: OutputFieldCheck;
	/** Looks up what compact custom values leave out. */
	readonly customs: CustomsLookup;
	/** Where names and custom fields are looked up. */
	readonly sources: NameSources;
	/** What the rows of a file that come in chunks have to know of each other; absent for other items. */
	readonly chunk?: Chunk;
}

/** Some rows of a file, while those before them are still being written. */
interface Chunk {
	/** What the chunks before it wrote. */
	readonly written: WrittenRows;
	/** Resolves when they are written. */
	turn(): Promise<void>;
}

/** A request's parts, still separate: bulk operations group rows by all but the body. */
export interface RequestParts {
	readonly path: Record<string, string | number>;
	readonly query: IDataObject;
	readonly body: IDataObject;
	/** Properties of a bulk request alongside its rows. */
	readonly group: IDataObject;
	/** The trigger's: which IDs a record must have, by property. */
	readonly condition: IDataObject;
	/** What the record is matched by: the value of a field, by its name. */
	readonly match: IDataObject;
}

/** One input item, read into its row and the request that it belongs to. */
export interface InputRow<Settings = unknown> {
	/** The number of the item. */
	readonly index: number;
	readonly item: Item;
	readonly parts: RequestParts;
	/** What the item says besides, as its operation reads that. */
	readonly settings: Settings;
}

/** What an item came to. */
export interface ItemOutput {
	/** Its output. */
	readonly records: IDataObject[];
	/** The files beside each of them, in their order; absent where none has any. */
	readonly files?: readonly IBinaryKeyData[];
	/** The IDs of what it wrote, where the output may be without them. */
	readonly ids?: readonly unknown[];
}

export interface Done extends ItemOutput {
	readonly index: number;
}

export interface Failed {
	readonly index: number;
	readonly error: unknown;
	/** Of a row: what was given that tells its record from the others. */
	readonly identity?: IDataObject;
	/** What to say besides: what was done before it, and how to go on. */
	readonly advice?: string;
}

/** What became of one input item. Every input item has exactly one result. */
export type ItemResult = Done | Failed;

export const isFailure = (result: ItemResult): result is Failed => 'error' in result;

/** Whether nobody knows if it was written, since no clear answer came. */
export const isInDoubt = (result: ItemResult): result is Failed =>
	isFailure(result) && result.error instanceof ServiceError && result.error.isInDoubt;

/** Results in the order of the input items. */
export const sortedByIndex = (results: ItemResult[]): ItemResult[] =>
	results.sort((a, b) => a.index - b.index);

/** How an operation is carried out. */
export interface Steps<Settings = unknown> {
	/** Reads what is not part of its fields, where names may stand for IDs as well. */
	readonly read?: (item: Item, parts: RequestParts) => Settings;
	/**
	 * @param rows what was read of the items: without Continue On Fail of all of them.
	 * @returns what became of each row, as far as it was begun.
	 */
	carryOut(run: Run, rows: ReadonlyArray<InputRow<Settings>>): Promise<readonly ItemResult[]>;
}

/** Whatever the node offers, be it an operation of the service or of its own: its form, and how it runs. */
export interface NodeOperation extends Steps {
	/** As in the operation ids of S1: `getMany`. */
	readonly id: string;
	readonly name: string;
	/** How the editor's list of actions reads: `Get many deals`. */
	readonly action: string;
	readonly description: string;
	readonly form: Form;
	/**
	 * The route whose presence in an interface makes this operation available there; absent for what is
	 * no operation of the service, and available in both.
	 */
	readonly route?: OperationId;
	/** A warning that the form shows for a choice with costly consequences. */
	readonly notice?: string;
	/** Whether it changes records, so that a failure halfway must name what was done. */
	readonly writes: boolean;
}

/** An operation of the service. */
export interface Operation extends NodeOperation {
	readonly route: OperationId;
}

/** An operation's data as its maker gets it. */
export type Spec<Parts = OperationParts> = Parts & Pick<Operation, 'id' | 'route'>;

/** What an operation takes over from its data unchanged. */
export const identityOf = ({ id, route, notice }: Spec) => ({ id, route, notice });

/** A record with its operations made, or the account itself. */
export interface Resource<Each extends NodeOperation = Operation> {
	readonly id: ResourceId | 'account';
	readonly name: string;
	readonly operations: readonly Each[];
}

/** `a deal`, `an action`, `a user`. */
export const article = (noun: string): string =>
	`${/^(?!user)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const collection =
	(name: Collection['name'], label: string, button: string, target: RequestPart) =>
	(fields: readonly Field[] = []): Collection => ({ name, label, button, in: target, fields });

export const filters = collection('filters', 'Filters', 'Add Filter', 'query');
export const options = collection('options', 'Options', 'Add Option', 'query');
/** What is asked of a file that is read or written; shown where there is one. */
export const fileOptions = (shownWhen: Collection['shownWhen']): Collection => ({
	...collection('fileOptions', 'File Options', 'Add Option', 'query')(),
	shownWhen,
});
/** The order of a list, by n8n's guidelines in a collection of its own below Options. */
export const sorting = collection('sort', 'Sort', 'Add Sort Rule', 'query');
export const additionalFields = collection(
	'additionalFields',
	'Additional Fields',
	'Add Field',
	'body',
);
export const updateFields = collection('updateFields', 'Update Fields', 'Add Field', 'body');
