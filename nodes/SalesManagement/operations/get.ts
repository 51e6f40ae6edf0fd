import { comparisonKey, read, readOnce, type ComparisonKey } from '../fields';
import { BY_ID, byId, lookUp } from '../lookups/search/batchLookUp';
import { CONTROLS, routeOf, type RecordDescription } from '../records';
import { textOf, UsageError } from '../shared';
import { pathToOne } from './form/record';
import { mapItems } from './items/rows';
import { options, type InputRow, type ItemResult, type Maker, type Run } from './model';
import { sendEach } from './sending/sendEach';
import { shapeFor } from './telling/output';

/** Retrieves one record for each input item, or many with one search if the service has a search for them. */
export const get: Maker = (record, spec) => {
	const { options: extra = [] } = spec;
	const searchable = routeOf(record, 'search') !== undefined;
	const one = sendEach(record, {
		...spec,
		form: {
			fields: pathToOne(record),
			collections: [options(extra)],
			controls: searchable ? [CONTROLS.lookUp] : [],
		},
		writes: false,
		returns: 'record',
	});
	if (!searchable) return one;
	return {
		...one,
		read: (item, { query }) => {
			const asked = extra.find(({ key }) => ['true', 1].includes(query[key] as string | number));
			if (!asked || !read(CONTROLS.lookUp, item).batchLookup) return;
			throw new UsageError(
				`Look Up in Batches can't be combined with ${asked.label}, which a search does not return: turn off one of the two.`,
			);
		},
		carryOut: async (run, rows) =>
			readOnce(CONTROLS.lookUp, run.items)?.batchLookup
				? await lookUpRows(record, run, rows)
				: await one.carryOut(run, rows),
	};
};

/** Finds the records of rows by search, and returns them in input order. */
async function lookUpRows(
	record: RecordDescription,
	run: Run,
	rows: readonly InputRow[],
): Promise<ItemResult[]> {
	const sought = rows.map((row) => {
		const { id: value } = row.parts.path;
		return { ...row, value, key: comparisonKey(value, BY_ID.type) as ComparisonKey };
	});
	const outcomes = await lookUp(run, byId(record, run.client), sought);
	const answered = Array.from(outcomes, ([row, outcome]) => ({ ...row, outcome }));
	return await mapItems(run, answered, async ({ item, value, outcome }) => {
		if ('error' in outcome) throw outcome.error as Error;
		const [found] = outcome.value;
		if (!found) {
			throw new UsageError(
				`No ${record.one} with the ID ${textOf(value)} was found: check the ID, and that the credential has access to it.`,
			);
		}
		const shape = shapeFor(record, read(CONTROLS.output, item), { check: run.outputFields });
		return { records: await shape([found], run.customs) };
	});
}
