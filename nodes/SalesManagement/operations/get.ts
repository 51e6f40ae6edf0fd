import { UsageError } from '../api/errors';
import { flag, keyOf, optionControls, readOnce, type Field } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import { mapItems } from './mapItems';
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
import { textOf } from '../values';
import { shapeAll, shaper } from './output';
import { pathToOne, perItem, withOutput } from './perItem';
import type { Parts } from './request';
import { readRows, type RowsOfRun } from './rows';
import { BY_ID, byId } from './search/byId';
import { lookUp } from './search/lookup';

const batchControls = optionControls({
	batchLookup: flag('batchLookup', 'Look Up in Batches', {
		description:
			'Whether to find the records of all input items with one search for up to 299 IDs, instead of one request each. The search index may lag slightly behind, and raw records have their custom values in compact form.',
	}),
});

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
async function lookUpRows(
	record: RecordDescription,
	run: Run,
	{ rows, failed }: RowsOfRun,
): Promise<ItemResult[]> {
	if (failed.length > 0 && !run.continueOnFail) return failed;
	const sought = new Map(
		rows.flatMap(({ item, parts: { path } }) => {
			const key = keyOf(path.id, BY_ID.type);
			return key ? [[item, { item, value: path.id, key }] as const] : [];
		}),
	);
	const outcomes = await lookUp(run, byId(record, run), [...sought.values()]);
	const results = await mapItems({ ...run, items: [...sought.keys()] }, async (item) => {
		const { value, key } = sought.get(item) ?? {};
		const outcome = outcomes.get(key?.exact ?? '');
		if (outcome && 'error' in outcome) throw outcome.error as Error;
		const [found] = outcome?.records ?? [];
		if (!found) throw notFound(record, value);
		const shape = shaper(record, item, { check: run.outputFields });
		return await shapeAll([found], shape, run.customs);
	});
	return inOrder([...failed, ...results]);
}

const notFound = ({ one }: RecordDescription, id: unknown) =>
	new UsageError(
		`No ${one} with the ID ${textOf(id)} was found: check the ID, and that the credential has access to it.`,
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
		action: `Get ${record.one}`,
		description: `Retrieve ${article(record.one)}`,
		form,
		writes: false,
		returns: 'record',
	});
	if (!searchable) return one;
	return {
		...one,
		run: async (run) =>
			readOnce(batchControls, run.items)?.batchLookup
				? await lookUpRows(record, run, readRows(run, form, { check: assertFulfilled(extra) }))
				: await one.run(run),
	};
}
