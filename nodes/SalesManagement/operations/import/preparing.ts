/** Rows of a file as items whose columns fill the form, read and looked up. */
import type { Client } from '../../api/types';
import { FileError, type FileRow } from '../../files';
import type { Item } from '../../fields';
import type { NameSources } from '../../lookups';
import { breath } from '../breath';
import { filledItems } from '../columns';
import { withNames, type SearchedNames } from '../names';
import { namesAsked } from '../names/asked';
import {
	notWritten,
	type Failed,
	type Loaded,
	type Prepared,
	type Reading,
	type Run,
} from '../operation';

/** An operation that can take the rows of a file. */
export type Importing = Loaded & Required<Pick<Loaded, 'prepare'>>;

/** As many names as are remembered from one part of a file to the next. */
const MOST_NAMES = 50_000;

/** Rows that are read; their names are known. */
export interface ReadRows {
	/** Whether a row can't be read, where that ends the import. */
	readonly isEnd: boolean;
	/** Looks up what they stand for. */
	readonly lookUp: () => Promise<Prepared>;
}

/** What is known of no row but its number. */
const NOTHING: Item['input'] = {};

/** Prepares the rows of one file, part by part; what one part looked up the next ones know. */
export class Preparing {
	private readonly names: SearchedNames = new Map();
	private readonly hints = new Set<string>();
	private readonly parameters = new Map<string, unknown>();
	/** Whether a row named something: then all that follow wait until their part's names are known. */
	private asks = false;

	constructor(
		private readonly run: Run,
		private readonly operation: Importing,
		private readonly sources: NameSources,
		private readonly item: Item,
	) {}

	/** @param client sends what this part asks. */
	begin(client: Client): PartReading {
		return new PartReading({ ...this.run, client, released: this.released }, this.operation, {
			itemOf: (row, columns) => this.rowItem(row, columns),
			filled: async (items) => await this.filled(items),
			asksNames: (items, naming) => (this.asks ||= asksNames(items, naming)),
			named: async (run, naming) => {
				if (this.names.size > MOST_NAMES) this.names.clear();
				return await withNames(run, naming, this.sources, this.names);
			},
		});
	}

	private async filled(given: readonly Item[]): Promise<readonly Item[]> {
		const { items, hint } = await filledItems(given, this.operation.form, this.sources);
		if (hint !== undefined) this.warn(hint);
		return items;
	}

	/** A row as an item whose columns are the input's. */
	private rowItem(index: number, input: Item['input']): Item {
		const { version, timezone } = this.item;
		return { index, isRow: true, input, version, timezone, get: this.get };
	}

	private readonly released = ({ index, names }: Item): Item => ({
		...this.rowItem(index, NOTHING),
		...(names && { names }),
	});

	/** What is not in the file is the same for all of its rows. */
	private readonly get = (name: string): unknown => {
		const { filling } = this.operation.form;
		if (name === 'fieldsFrom') return 'input';
		// All columns are taken that have the name of a field.
		if (name === filling?.mapper.name) return undefined;
		if (!this.parameters.has(name)) this.parameters.set(name, this.item.get(name));
		return this.parameters.get(name);
	};

	/** The same columns are named once. */
	private warn(message: string): void {
		if (this.hints.has(message) || this.hints.size >= 3) return;
		this.hints.add(message);
		this.run.hint(message, 'warning');
	}
}

type Naming = Pick<Importing, 'form' | 'alsoNames'>;

/** Whether items name something that has to be looked up before they can be read. */
function asksNames(items: readonly Item[], naming: Naming): boolean {
	const resources: unknown[] = [];
	const asked = namesAsked(naming, items, (resource) => {
		resources.push(resource);
		return undefined;
	});
	return resources.length + asked.length > 0;
}

/** What the parts of a file have in common. */
interface Common {
	itemOf(row: number, columns: Item['input']): Item;
	filled(items: readonly Item[]): Promise<readonly Item[]>;
	asksNames(items: readonly Item[], naming: Naming): boolean;
	named(run: Run, naming: Naming): Promise<readonly Item[]>;
}

/**
 * Reads the rows of one part, some at a time: nothing of their columns is kept, unless they name
 * something. Then they wait for the others of their part, so that their names are looked up together.
 */
export class PartReading {
	/** The numbers of the rows. */
	readonly numbers: number[] = [];
	/** Rows that can't be read. */
	private readonly unread: Failed[] = [];
	private waiting: Item[] = [];
	/** What an operation reads besides the columns is the same for all rows: one asks for all. */
	private first?: number;
	private reading?: Reading;

	constructor(
		private readonly run: Run,
		private readonly operation: Importing,
		private readonly common: Common,
	) {}

	async add(rows: readonly FileRow[]): Promise<void> {
		const items: Item[] = [];
		for (const { row, columns } of rows) {
			this.numbers.push(row);
			if (columns instanceof FileError) this.unread.push({ index: row, error: columns });
			else items.push(this.common.itemOf(row, columns));
		}
		this.first ??= items[0]?.index;
		const filled = await this.common.filled(items);
		if (this.common.asksNames(filled, this.naming)) this.waiting.push(...filled);
		else await this.read(filled);
		await breath();
	}

	/** Reads those that waited, when there are no others. */
	async end(): Promise<ReadRows> {
		const [first] = this.unread;
		if (first && !this.run.continueOnFail) {
			return { isEnd: true, lookUp: async () => await Promise.resolve(notWritten([first])) };
		}
		const items = this.waiting;
		this.waiting = [];
		await this.read(await this.common.named({ ...this.run, items }, this.naming));
		return { isEnd: false, lookUp: async () => await this.lookUp() };
	}

	private get naming(): Naming {
		const { form, alsoNames } = this.operation;
		return { form, alsoNames: (item) => item.index === this.first && alsoNames?.(item) };
	}

	private async read(items: readonly Item[]): Promise<void> {
		const [first] = items;
		if (!first) return;
		const { run, operation } = this;
		this.reading ??= operation.prepare({ ...run, items: [run.released?.(first) ?? first] });
		await this.reading.add(items);
	}

	private async lookUp(): Promise<Prepared> {
		const { unread } = this;
		if (!this.reading) return notWritten(unread);
		const { keys, write } = await this.reading.lookUp();
		return { keys, write: async () => [...unread, ...(await write())] };
	}
}
