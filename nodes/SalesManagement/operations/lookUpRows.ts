/** Get of many records by one search, where that is wanted. */
import { UsageError } from '../api/errors/errors';
import { keyOf, readOnce, type Field } from '../fields';
import type { RecordDescription } from '../records/record';
import { textOf } from '../shared/values';
import { batchControls } from './get';
import { mapItems } from './items/mapItems';
import type { InputRow, ItemResult, Run, Steps } from './model/operation';
import { shapeAll, shaper } from './telling/output';
import { BY_ID, byId, lookUp } from '../lookups/search/batchLookUp';

/** An option that a search can't fulfil. */
const unfulfilled = ({ parts: { query } }: InputRow, extra: readonly Field[]): Field | undefined =>
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
		const key = keyOf(value, BY_ID.type);
		return key ? [{ ...row, value, key, ignored: unfulfilled(row, extra) }] : [];
	});
	const asked = sought.filter(({ ignored }) => !ignored);
	const outcomes = await lookUp(run, byId(record, run.client), asked);
	const told = sought.filter(({ key, ignored }) => ignored ?? outcomes.has(key.exact));
	return await mapItems(run, told, async ({ item, value, key, ignored }) => {
		if (ignored) {
			throw new UsageError(
				`Look Up in Batches can't be combined with ${ignored.label}, which a search does not return: turn off one of the two.`,
			);
		}
		const outcome = outcomes.get(key.exact);
		if (outcome && 'error' in outcome) throw outcome.error as Error;
		const [found] = outcome?.value ?? [];
		if (!found) {
			throw new UsageError(
				`No ${record.one} with the ID ${textOf(value)} was found: check the ID, and that the credential has access to it.`,
			);
		}
		const shape = shaper(record, item, { check: run.outputFields });
		return { records: await shapeAll([found], shape, run.customs) };
	});
}

/**
 * @param alone the same, one by one.
 * @param extra options that only a get can fulfil.
 */
export const getSteps = (
	record: RecordDescription,
	alone: Steps,
	extra: readonly Field[],
): Steps => ({
	carryOut: async (run, rows) =>
		readOnce(batchControls, run.items)?.batchLookup
			? await lookUpRows(record, run, rows, extra)
			: await alone.carryOut(run, rows),
});
