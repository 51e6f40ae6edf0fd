/** Rows of a file as items whose columns fill the form, read and looked up. */
import type { Client } from '../../api/types';
import { FileError } from '../../files/problem';
import type { FileRow } from '../../files/rows';
import type { Item } from '../../fields';
import type { NameSources } from '../../lookups';
import { breath, inBreaths } from '../breath';
import { filledItems } from '../columns';
import { withNames, type SearchedNames } from '../names';
import {
	notLookedUp,
	type Failed,
	type Offered,
	type Prepared,
	type ReadItems,
	type Run,
} from '../operation';

/** An operation that can take the rows of a file. */
export type Importing = Offered & Required<Pick<Offered, 'prepare'>>;

/** As many names as are remembered from one part of a file to the next. */
const MOST_NAMES = 50_000;

/** Rows that are read; their names are known. */
export interface ReadRows extends ReadItems {
	/** Whether a row can't be read, where that ends the import. */
	readonly isEnd: boolean;
}

/** What is known of no row but its number. */
const NOTHING: Item['input'] = {};

/** Prepares the rows of one file, part by part; what one part looked up the next ones know. */
export class Preparing {
	private readonly names: SearchedNames = new Map();
	private readonly hints = new Set<string>();
	private readonly parameters = new Map<string, unknown>();

	constructor(
		private readonly run: Run,
		private readonly operation: Importing,
		private readonly sources: NameSources,
		private readonly item: Item,
	) {}

	/**
	 * What is returned keeps nothing of the columns: while rows are looked up, others are read.
	 * @param rows are taken out of this list.
	 * @param client sends what this part asks.
	 */
	async read(rows: FileRow[], client: Client): Promise<ReadRows> {
		const { operation, sources, names, released } = this;
		const run = { ...this.run, client, released };
		const unread: Failed[] = [];
		const items: Item[] = [];
		for (const { row, columns } of rows.splice(0)) {
			if (columns instanceof FileError) unread.push({ index: row, error: columns });
			else items.push(this.rowItem(row, columns));
		}
		const { filled, failures } = await this.filled(items);
		const [first] = [...unread, ...failures].sort((one, other) => one.index - other.index);
		if (first && !run.continueOnFail) {
			return { isEnd: true, ...notLookedUp([first]) };
		}
		if (names.size > MOST_NAMES) names.clear();
		const part = { ...run, items: filled };
		const named = await withNames(part, this.naming(items[0]?.index), sources, names);
		await breath();
		const read = await operation.prepare({ ...part, items: named });
		return { isEnd: false, ...withUnread(unread, read) };
	}

	/** What an operation reads besides the columns is the same for all rows: one asks for all. */
	private naming(first: number | undefined): Pick<Importing, 'form' | 'alsoNames'> {
		const { form, alsoNames } = this.operation;
		return { form, alsoNames: (item) => item.index === first && alsoNames?.(item) };
	}

	/** The items with their columns read, some at a time, so that requests begin when they are due. */
	private async filled(items: readonly Item[]): Promise<{ filled: Item[]; failures: Failed[] }> {
		const filled: Item[] = [];
		const failures: Failed[] = [];
		for await (const some of inBreaths(items)) {
			const {
				items: read,
				failure,
				hint,
			} = await filledItems(some, this.operation.form, this.sources);
			filled.push(...read);
			if (failure) failures.push(failure);
			if (hint !== undefined) this.hint(hint);
		}
		return { filled, failures };
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
		if (name === filling?.from.name) return 'input';
		// All columns are taken that have the name of a field.
		if (name === filling?.mapper.name) return undefined;
		if (!this.parameters.has(name)) this.parameters.set(name, this.item.get(name));
		return this.parameters.get(name);
	};

	/** The same columns are named once. */
	private hint(message: string): void {
		if (this.hints.has(message) || this.hints.size >= 3) return;
		this.hints.add(message);
		this.run.hint(message);
	}
}

/** Beside the function that read them: what a function is made in, it may keep. */
const withUnread = (unread: readonly Failed[], { lookUp }: ReadItems): ReadItems => ({
	lookUp: async () => writing(unread, await lookUp()),
});

const writing = (unread: readonly Failed[], { keys, write }: Prepared): Prepared => ({
	keys,
	write: async () => [...unread, ...(await write())],
});
