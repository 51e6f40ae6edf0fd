import { flag, comparisonKey, optionControls, read, readOnce, type Field } from '../fields';
import { BY_ID, byId, lookUp } from '../lookups/search/batchLookUp';
import { routeOf, type RecordDescription } from '../records';
import { textOf, UsageError } from '../shared';
import { outputControls } from './form/output';
import { pathToOne } from './form/record';
import { mapItems } from './items/rows';
import {
	identityOf,
	options,
	type InputRow,
	type ItemResult,
	type Operation,
	type Run,
	type Spec,
} from './model';
import { sendEach } from './sending/sendEach';
import { shapeFor } from './telling/output';

const batchLookupControls = optionControls({
	batchLookup: flag('batchLookup', 'Look Up in Batches', {
		description:
			'Whether to find up to 299 records with one search. The search index may lag behind.',
	}),
});

/** Retrieves one record for each input item, or many with one search if the service has a search for them. */
export function get(record: RecordDescription, spec: Spec): Operation {
	const { options: extra = [] } = spec;
	const searchable = routeOf(record, 'search') !== undefined;
	const one = sendEach(record, {
		...identityOf(spec),
		name: 'Get',
		action: `Get ${record.one}`,
		description: 'Retrieve one record per item',
		form: {
			fields: pathToOne(record),
			collections: [options(extra)],
			controls: searchable ? [batchLookupControls] : [],
		},
		writes: false,
		returns: 'record',
	});
	if (!searchable) return one;
	return {
		...one,
		carryOut: async (run, rows) =>
			readOnce(batchLookupControls, run.items)?.batchLookup
				? await lookUpRows(record, run, rows, extra)
				: await one.carryOut(run, rows),
	};
}

/** The option of a row that a search can't fulfil, such as related objects; `undefined` if it has none. */
const unfulfilledOption = (
	{ parts: { query } }: InputRow,
	extra: readonly Field[],
): Field | undefined =>
	extra.find(({ key }) => ['true', 1].includes(query[key] as string | number));

/** Finds the records of rows by search, and returns them in input order. */
async function lookUpRows(
	record: RecordDescription,
	run: Run,
	rows: readonly InputRow[],
	extra: readonly Field[],
): Promise<ItemResult[]> {
	const sought = rows.flatMap((row) => {
		const { id: value } = row.parts.path;
		const key = comparisonKey(value, BY_ID.type);
		return key ? [{ ...row, value, key, ignored: unfulfilledOption(row, extra) }] : [];
	});
	const searched = sought.filter(({ ignored }) => !ignored);
	const outcomes = await lookUp(run, byId(record, run.client), searched);
	const answered = sought.filter((row) => row.ignored ?? outcomes.has(row));
	return await mapItems(run, answered, async (row) => {
		if (row.ignored) {
			throw new UsageError(
				`Look Up in Batches can't be combined with ${row.ignored.label}, which a search does not return: turn off one of the two.`,
			);
		}
		const outcome = outcomes.get(row);
		if (outcome && 'error' in outcome) throw outcome.error as Error;
		const [found] = outcome?.value ?? [];
		if (!found) {
			throw new UsageError(
				`No ${record.one} with the ID ${textOf(row.value)} was found: check the ID, and that the credential has access to it.`,
			);
		}
		const shape = shapeFor(record, read(outputControls, row.item), { check: run.outputFields });
		return { records: await shape([found], run.customs) };
	});
}
