/** Names in lists that are too long to be read whole: the service is searched for them. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { pages } from '../../api/lists/pages';
import { contact } from '../../records/contact';
import { routeOf, type RecordDescription } from '../../records/record';
import type { NamedEntry } from '../../lists';
import { distinctBy, textOf } from '../../values';
import { idIn } from '../rowsRead';
import { anyCondition, type Condition } from '../search/filter';
import { lookUp, VALUES_PER_SEARCH, type Finder, type Sought } from '../search/lookup';
import type { Asked, Names, NamingRun } from './asked';

/** Pages that are read of what ends as some names do. */
const MOST_PAGES = 3;

/** What the service does not tell apart when it compares parts of names (S3). */
const lower = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** The names of one kind of records that were searched for so far, each once. */
export class SearchedList {
	/** Those that were found, by their names. */
	private readonly found = new Map<string, NamedEntry[]>();
	/** The names, with what kept one from being found. */
	private readonly asked = new Map<string, unknown>();

	constructor(private readonly record: RecordDescription) {}

	get size(): number {
		return this.asked.size;
	}

	/** @returns `undefined` for a name that was not searched for. */
	namesFor(name: string): Names | undefined {
		if (!this.asked.has(name)) return undefined;
		const error = this.asked.get(name);
		if (error !== undefined) return { error };
		const entries = this.found.get(lower(name)) ?? [];
		return { entries, isComplete: true, searched: this.record.one };
	}

	/**
	 * Searches for those that are new: for what equals them, then for what ends as they do, in any case
	 * (S3), of which the names themselves are told apart here.
	 */
	async search(run: NamingRun, asked: readonly Asked[]): Promise<void> {
		// What failed may go better now.
		const isNew = ({ name }: Asked) => !this.asked.has(name) || this.asked.get(name) !== undefined;
		const names = distinctBy(asked, ({ name }) => name).filter(isNew);
		const errors = await this.look(run, names, 'equals');
		const missed = names.filter(({ name }) => !errors.has(name) && !this.isFound(name));
		for (const each of await this.look(run, missed, 'endsWith')) errors.set(...each);
		for (const { name } of names) this.asked.set(name, errors.get(name));
	}

	/** Whether a record has exactly the name. */
	private isFound(name: string): boolean {
		const same = this.found.get(lower(name)) ?? [];
		return same.some((each) => each.name === name || each.also === name);
	}

	private keep(record: IDataObject): void {
		const id = idIn(record);
		if (id === undefined) return;
		const also = typeof record.email === 'string' ? { also: record.email } : {};
		const entry = { id, name: textOf(record.name), dealTypes: [], ...also };
		for (const key of new Set([entry.name, also.also ?? ''].map(lower))) {
			const same = this.found.get(key) ?? [];
			// A list is matched by what it held when it was matched first.
			if (!same.some((each) => each.id === id)) this.found.set(key, [...same, entry]);
		}
	}

	/** @returns what kept names from being found. */
	private async look(
		run: NamingRun,
		names: readonly Asked[],
		operator: 'equals' | 'endsWith',
	): Promise<Map<string, unknown>> {
		const sought = names.map(({ item, name }) => {
			return { item, value: name, key: { exact: name, loose: name } };
		});
		const finder: Finder = {
			size: VALUES_PER_SEARCH,
			find: (some) => this.read(run, some, operator),
		};
		const outcomes = await lookUp({ ...run, continueOnFail: true }, finder, sought);
		return new Map(
			[...outcomes].flatMap(([name, each]) => ('error' in each ? [[name, each.error]] : [])),
		);
	}

	/** Keeps the records that one search finds. */
	private async *read(
		{ client }: NamingRun,
		sought: readonly Sought[],
		operator: 'equals' | 'endsWith',
	): AsyncGenerator<[]> {
		const operation = routeOf(this.record, 'search');
		const [first] = sought;
		if (operation === undefined || !first) return;
		const conditions = sought.map(({ value }): Condition => {
			const property = this.propertyFor(textOf(value));
			return {
				field: { field: { name: property }, label: property, type: 'text' },
				operator,
				value,
			};
		});
		const body = { filter: anyCondition(conditions, first.item) };
		let left = operator === 'equals' ? Infinity : MOST_PAGES;
		for await (const page of pages(client, { operation, body }, { isLookUp: true })) {
			for (const each of page.records) this.keep(each);
			if (--left === 0 && page.nextCursor !== undefined) throw this.tooMany();
			yield [];
		}
	}

	/** A person goes by an email address as well, and only by it where the name looks like one. */
	private propertyFor(name: string): 'email' | 'name' {
		return this.record === contact && name.includes('@') ? 'email' : 'name';
	}

	private tooMany(): UsageError {
		return new UsageError(
			`No ${this.record.one} has exactly the name that was given, and too many end with it to look for other capital letters: correct it, or give an ID.`,
		);
	}
}
