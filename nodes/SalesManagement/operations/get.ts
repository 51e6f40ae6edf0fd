import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import { flag, optionControls, readOnce, type Field } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import {
	article,
	identityOf,
	inOrder,
	options,
	type ItemResult,
	type Operation,
	type Run,
	type Spec,
} from './operation';
import { shaper } from './output';
import { pathToOne, perItem, withOutput } from './perItem';
import type { Parts } from './request';
import { readRows, type RowsOfRun } from './rows';
import { recordsWith } from './search/lookup';

const batchControls = optionControls({
	batchLookup: flag('batchLookup', 'Look Up in Batches', {
		description:
			'Whether to find the records of all input items with one search for up to 299 IDs, instead of one request each. Search results have custom values in compact form, and the search index may lag slightly behind.',
	}),
});

const BY_ID = { field: { name: 'id' }, label: 'ID', type: 'integer' } as const;

/** An option that a search can't fulfil is an error, since it would be ignored. */
const assertFulfilled =
	(extra: readonly Field[]) =>
	({ query }: Parts): void => {
		const ignored = extra.find(({ key }) => ['true', 1].includes(query[key] as string | number));
		if (!ignored) return;
		throw new UsageError(
			`Look Up in Batches can't be combined with ${ignored.label}, which a search does not return: turn off one of the two.`,
		);
	};

/** Finds the records of all rows by search, and returns them in input order. */
async function lookUp(
	record: RecordDescription,
	run: Run,
	{ rows, failed }: RowsOfRun,
): Promise<ItemResult[]> {
	const [first] = rows;
	if (!first || (failed.length > 0 && !run.continueOnFail)) return failed;
	const values = [...new Set(rows.map(({ parts }) => parts.path.id))];
	const found = new Map<unknown, IDataObject>();
	for await (const each of recordsWith(run.client, record, { field: BY_ID, values }, first.item)) {
		found.set(each.id, each);
	}
	const results = rows.map(({ item, parts: { path } }): ItemResult => {
		const each = found.get(path.id);
		return each
			? { index: item.index, records: [shaper(record, item, run)(each)] }
			: { index: item.index, error: notFound(record, path.id) };
	});
	return inOrder([...failed, ...results]);
}

const notFound = ({ one }: RecordDescription, id: string | number = '') =>
	new UsageError(
		`No ${one} with the ID ${id} was found: check the ID, and that the credential has access to it.`,
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
		returnsRecord: true,
	});
	if (!searchable) return one;
	return {
		...one,
		run: async (run) =>
			readOnce(batchControls, run.items)?.batchLookup
				? await lookUp(record, run, readRows(run, form, assertFulfilled(extra)))
				: await one.run(run),
	};
}
