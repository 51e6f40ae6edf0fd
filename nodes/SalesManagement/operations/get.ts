import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import { flag, optionControls, readOnce, type Field, type Item } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import {
	article,
	identityOf,
	options,
	type Form,
	type ItemResult,
	type Operation,
	type Run,
	type Spec,
} from './operation';
import { shaper } from './output';
import { pathToOne, perItem, withOutput } from './perItem';
import { partsOf } from './request';
import { recordsWith } from './search/lookup';

const batchControls = optionControls({
	batchLookup: flag('batchLookup', 'Look Up in Batches', {
		description:
			'Whether to find the records of all input items with one search for up to 299 IDs, instead of one request each. Search results carry custom values in compact form, and the search index may lag behind by a moment.',
	}),
});

const BY_ID = { field: { name: 'id' }, label: 'ID', type: 'integer' } as const;

/** Reads the id that an item asks for; an option that a search can't fulfil is an error. */
function idFor(form: Form, item: Item, extra: readonly Field[]): number {
	const { path, query } = partsOf(form, item);
	const unfulfilled = extra.find(({ key }) => ['true', 1].includes(query[key] as string | number));
	if (!unfulfilled) return path.id as number;
	throw new UsageError(
		`Look Up in Batches can't be combined with ${unfulfilled.label}, which a search does not return: switch one of the two off.`,
	);
}

/** Finds all items' records by search, and returns them in input order. */
async function lookUp(
	record: RecordDescription,
	run: Run,
	form: Form,
	extra: readonly Field[],
): Promise<ItemResult[]> {
	const asked: Array<{ item: Item; id: number }> = [];
	const results: Array<ItemResult | undefined> = [];
	for (const item of run.items) {
		try {
			asked.push({ item, id: idFor(form, item, extra) });
		} catch (error) {
			results[item.index] = { index: item.index, error };
			if (!run.continueOnFail) return [{ index: item.index, error }];
		}
	}
	const first = asked[0];
	const found = new Map<unknown, IDataObject>();
	if (first) {
		const ids = [...new Set(asked.map(({ id }) => id))];
		for await (const each of recordsWith(
			run.client,
			record,
			{ field: BY_ID, values: ids },
			first.item,
		)) {
			found.set(each.id, each);
		}
	}
	for (const { item, id } of asked) {
		const each = found.get(id);
		results[item.index] = each
			? { index: item.index, records: [shaper(record, item, run)(each)] }
			: { index: item.index, error: notFound(record, id) };
	}
	return results.filter((result) => result !== undefined);
}

const notFound = ({ one }: RecordDescription, id: number) =>
	new UsageError(
		`No ${one} with the ID ${id} was found: check the ID, and that the credential may read it.`,
	);

/** Retrieves one record for each input item; many at once by search, where the records have one. */
export function get(record: RecordDescription, spec: Spec): Operation {
	const { options: extra = [] } = spec;
	const searchable = routeOf(record, 'search') !== undefined;
	const form = withOutput({
		fields: pathToOne(record),
		collections: [options(extra)],
		controls: searchable ? [batchControls] : [],
	});
	const one = perItem(record, {
		...identityOf(spec),
		name: 'Get',
		action: `Get ${article(record.one)}`,
		description: `Retrieve ${article(record.one)}`,
		form,
		writes: false,
	});
	if (!searchable) return one;
	return {
		...one,
		run: async (run) =>
			readOnce(batchControls, run.items)?.batchLookup
				? await lookUp(record, run, form, extra)
				: await one.run(run),
	};
}
