import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../api/errors';
import { pages } from '../../api/pages';
import type { Client } from '../../api/types';
import type { ComparisonKey, Item } from '../../fields';
import { routeOf, type RecordDescription } from '../../records/record';
import { distinctBy } from '../../values';
import { mapItems } from '../mapItems';
import type { Run } from '../operation';
import { filterTree, FILTER_NODES, type SearchField } from './filter';

/** A value that is looked for. */
export interface Sought {
	/** The item that asks for it. */
	readonly item: Item;
	/** The value as it was given. */
	readonly value: unknown;
	readonly key: ComparisonKey;
}

/** A record that a look-up found, and what it holds in the field. */
export interface Found {
	readonly record: IDataObject;
	readonly key?: ComparisonKey;
}

/** How the records that hold a value are found. */
export interface Finder<Each extends Found> {
	/** The most values that one request looks for. */
	readonly size: number;
	/** The records that hold one of the values, page by page. */
	find(sought: readonly Sought[]): AsyncIterable<readonly Each[]>;
	/**
	 * What a record means that holds none of the values asked for, although the service found it;
	 * absent where it means nothing.
	 */
	readonly stray?: (found: Each, sought: Sought, isAlone: boolean) => Error;
}

/** What came of looking for one value. */
export type Outcome = { readonly records: readonly IDataObject[] } | { readonly error: unknown };

/** Values for one search: as many as the service's limit on filters allows (v2 §4.4). */
export const VALUES_PER_SEARCH = FILTER_NODES - 1;

/** The pages of one search for the records in which a field equals one of the values. */
export async function* searchFor(
	client: Client,
	record: RecordDescription,
	field: SearchField,
	sought: readonly Sought[],
): AsyncGenerator<IDataObject[]> {
	const operation = routeOf(record, 'search');
	const [first] = sought;
	if (operation === undefined || !first) return;
	const conditions = sought.map(({ value }) => ({ field, operator: 'equals', value }));
	const body = { filter: filterTree({ match: 'any', conditions }, first.item) };
	for await (const page of pages(client, { operation, body })) yield page.records;
}

/** Requests that may be spent on finding the guilty values of one request: three among 299. */
const MOST_DIVIDING = 64;

/**
 * Looks for many values, as many in one request as the finder allows, several requests under way at
 * once. Values that the service may take for the same are asked in different requests, so that each
 * gets the service's own answer. A request that is refused, or that finds what can't be told apart,
 * is divided until the guilty value is known, within bounds.
 * @returns what came of each value, by its exact key. Without Continue On Fail values after the first
 * failure may have nothing: they were not looked for.
 */
export async function lookUp<Each extends Found>(
	run: Pick<Run, 'continueOnFail'>,
	finder: Finder<Each>,
	sought: readonly Sought[],
): Promise<ReadonlyMap<string, Outcome>> {
	const outcomes = new Map<string, Outcome>();
	const distinct = distinctBy(sought, ({ key }) => key.exact);
	const batches = new Map(batchesOf(distinct, finder.size).map((batch) => [batch[0]?.item, batch]));
	const items = [...batches.keys()].filter((item) => item !== undefined);
	await mapItems({ items, continueOnFail: run.continueOnFail }, async (item) => {
		const division = new Division(finder, outcomes, run.continueOnFail);
		const failure = await division.settle(batches.get(item) ?? []);
		if (failure) throw failure.error as Error;
		return [];
	});
	return outcomes;
}

/** Values in the order of their items, none in one batch with another of the same loose key. */
function batchesOf(sought: readonly Sought[], size: number): Sought[][] {
	const layers: Sought[][] = [];
	const times = new Map<string, number>();
	for (const each of sought) {
		const layer = times.get(each.key.loose) ?? 0;
		times.set(each.key.loose, layer + 1);
		(layers[layer] ??= []).push(each);
	}
	return layers.flatMap((layer) =>
		Array.from({ length: Math.ceil(layer.length / size) }, (_, part) =>
			layer.slice(part * size, (part + 1) * size),
		),
	);
}

/** Whether the service refused a look-up for its content, so that a part of it may pass. */
const isForContent = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.outcome === 'refused' &&
	error.status !== undefined &&
	([400, 404, 413, 414, 422].includes(error.status) || error.status >= 500);

interface Failure {
	readonly error: unknown;
}

type Answer =
	| { readonly found: ReadonlyMap<string, readonly Found[]> }
	| { readonly errorOf: (sought: Sought) => unknown; readonly isDivisible: boolean };

/** One request, divided where it must be. */
class Division<Each extends Found> {
	private left = MOST_DIVIDING;

	constructor(
		private readonly finder: Finder<Each>,
		private readonly outcomes: Map<string, Outcome>,
		private readonly continueOnFail: boolean,
	) {}

	/** Gives each value its outcome. Returns the first failure. */
	async settle(batch: readonly Sought[]): Promise<Failure | undefined> {
		const answer = await this.ask(batch);
		if ('found' in answer) {
			for (const each of batch) {
				const records = best(answer.found.get(each.key.loose), each);
				this.outcomes.set(each.key.exact, { records });
			}
			return undefined;
		}
		if (answer.isDivisible && batch.length > 1 && this.left >= 2) return await this.divide(batch);
		for (const each of batch) this.outcomes.set(each.key.exact, { error: answer.errorOf(each) });
		const [first] = batch;
		return first && { error: answer.errorOf(first) };
	}

	private async divide(batch: readonly Sought[]): Promise<Failure | undefined> {
		this.left -= 2;
		const middle = Math.ceil(batch.length / 2);
		const first = await this.settle(batch.slice(0, middle));
		if (first && !this.continueOnFail) return first;
		const second = await this.settle(batch.slice(middle));
		return first ?? second;
	}

	private async ask(batch: readonly Sought[]): Promise<Answer> {
		const found = new Map<string, Found[]>(batch.map(({ key }) => [key.loose, []]));
		try {
			for await (const page of this.finder.find(batch)) {
				for (const each of page) {
					const same = each.key && found.get(each.key.loose);
					if (same) same.push(each);
					else if (this.finder.stray) return this.strayed(each, batch);
				}
			}
			return { found };
		} catch (error) {
			const shared = batch.length > 1 ? notFoundOut(error, batch.length) : error;
			return { errorOf: () => shared, isDivisible: isForContent(error) };
		}
	}

	private strayed(found: Each, batch: readonly Sought[]): Answer {
		const isAlone = batch.length === 1;
		return {
			errorOf: (sought) => this.finder.stray?.(found, sought, isAlone),
			isDivisible: true,
		};
	}
}

/** The refusal of a request for several values, of which the guilty one was not found in bounds. */
const notFoundOut = (error: unknown, count: number): unknown =>
	error instanceof ServiceError && isForContent(error)
		? error.with({
				advice: `${count} values were looked up together, and which of them the service refuses was not found out; correct them, or look up fewer at once`,
			})
		: error;

/** Records that hold exactly the value; if there are none, those that the service takes for equal. */
function best(found: readonly Found[] = [], { key }: Sought): IDataObject[] {
	const exact = found.filter((each) => each.key?.exact === key.exact);
	const records = (exact.length > 0 ? exact : found).map(({ record }) => record);
	return distinctBy(records, ({ id }) => id);
}
