/** Names in lists that are too long to be read whole: the service is searched for them. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { pages } from '../../api/lists/pages';
import { contact } from '../../records/contact';
import { routeOf, type RecordDescription } from '../../records/record';
import type { ComparisonKey } from '../../fields';
import type { NamedEntry } from '../../lists';
import { distinctBy, textOf } from '../../values';
import { idIn } from '../rowsRead';
import { anyCondition, type Condition } from '../search/filter';
import { lookUp, VALUES_PER_SEARCH, type Finder, type Found, type Sought } from '../search/lookup';
import type { Asked, Names, NamingRun } from './asked';

/** Pages that are read of what ends as some names do. */
const MOST_PAGES = 3;

/** As many names as are remembered from one chunk of a file to the next. */
const MOST_NAMES = 50_000;

/** Names are told apart as they are, and else by what the service sees when it compares parts of them (S3). */
const keyOf = (name: string): ComparisonKey => ({
	exact: name,
	loose: name.trim().normalize('NFC').toLowerCase(),
});

const entryOf = (record: IDataObject): NamedEntry => ({
	...{ id: record.id as number, name: textOf(record.name), dealTypes: [] },
	...(typeof record.email === 'string' && { also: record.email }),
});

/** The names of one kind of records that were searched for so far, each once. */
export class SearchedList {
	private readonly known = new Map<string, Names>();

	constructor(private readonly record: RecordDescription) {}

	/** Whether another list is to remember what is searched from now on. */
	get isFull(): boolean {
		return this.known.size > MOST_NAMES;
	}

	/** @returns `undefined` for a name that was not searched for. */
	namesFor(name: string): Names | undefined {
		return this.known.get(name);
	}

	/**
	 * Searches for those that are new: for what equals them, then for what ends as they do, in any case
	 * (S3), of which the names themselves are told apart here.
	 */
	async search(run: NamingRun, asked: readonly Asked[]): Promise<void> {
		const isNew = ({ name }: Asked) => {
			const before = this.known.get(name);
			// What failed may go better now.
			return !before || 'error' in before;
		};
		const isMissed = ({ name }: Asked) => {
			const names = this.known.get(name);
			return names && 'entries' in names && names.entries.length === 0;
		};
		const names = distinctBy(asked, ({ name }) => name).filter(isNew);
		await this.look(run, names, 'equals');
		await this.look(run, names.filter(isMissed), 'endsWith');
	}

	private async look(
		run: NamingRun,
		names: readonly Asked[],
		operator: 'equals' | 'endsWith',
	): Promise<void> {
		const sought = names.map(({ item, name }) => ({ item, value: name, key: keyOf(name) }));
		const finder: Finder = {
			size: VALUES_PER_SEARCH,
			find: (some) => this.read(run, some, operator),
		};
		const outcomes = await lookUp({ ...run, continueOnFail: true }, finder, sought);
		for (const [name, outcome] of outcomes) {
			if ('error' in outcome) this.known.set(name, outcome);
			else {
				const entries = outcome.records.map(entryOf);
				this.known.set(name, { entries, isComplete: true, searched: this.record.one });
			}
		}
	}

	/** The records that one search finds, by their names. */
	private async *read(
		{ client }: NamingRun,
		sought: readonly Sought[],
		operator: 'equals' | 'endsWith',
	): AsyncGenerator<Found[]> {
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
			if (--left === 0 && page.nextCursor !== undefined) throw this.tooMany();
			yield page.records
				.filter(idIn)
				.flatMap((record) =>
					[record.name, record.email].map((name) => ({ record, key: keyOf(textOf(name)) })),
				);
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
