/** Get of many records by one search, where that is wanted. */
import { UsageError } from '../api/errors/errors';
import { keyOf, readOnce, type Field } from '../fields';
import type { RecordDescription } from '../records/record';
import { textOf } from '../values';
import { batchControls } from './get';
import { mapItems } from './mapItems';
import type { Form, ItemResult, Operation, Run, Steps } from './operation';
import { shapeAll, shaper } from './output';
import { ofAllRows, type InputRow } from './rows';
import { BY_ID, byId, lookUp } from './search/lookup';

/** An option that a search can't fulfil is an error, since it would be ignored. */
const fulfilled =
	(extra: readonly Field[]) =>
	(row: InputRow): InputRow => {
		const { query } = row.parts;
		const ignored = extra.find(({ key }) => ['true', 1].includes(query[key] as string | number));
		if (!ignored) return row;
		throw new UsageError(
			`Look Up in Batches can't be combined with ${ignored.label}, which a search does not return: turn off one of the two.`,
		);
	};

/** Finds the records of rows by search, and returns them in input order. */
async function lookUpRows(
	record: RecordDescription,
	run: Run,
	rows: readonly InputRow[],
): Promise<ItemResult[]> {
	const sought = rows.flatMap(({ index, item, parts: { path } }) => {
		const key = keyOf(path.id, BY_ID.type);
		return key ? [{ index, item, value: path.id, key }] : [];
	});
	const outcomes = await lookUp(run, byId(record, run), sought);
	const lookedFor = sought.filter(({ key }) => outcomes.has(key.exact));
	return await mapItems(run, lookedFor, async ({ item, value, key }) => {
		const outcome = outcomes.get(key.exact);
		if (outcome && 'error' in outcome) throw outcome.error as Error;
		const [found] = outcome?.records ?? [];
		if (!found) {
			throw new UsageError(
				`No ${record.one} with the ID ${textOf(value)} was found: check the ID, and that the credential has access to it.`,
			);
		}
		const shape = shaper(record, item, { check: run.outputFields });
		return { records: await shapeAll([found], shape, run.customs) };
	});
}

interface Get {
	readonly form: Form;
	/** Options that only a get can fulfil. */
	readonly extra: readonly Field[];
	/** The same, one by one. */
	readonly one: Operation;
}

export async function getSteps(
	record: RecordDescription,
	{ form, extra, one }: Get,
): Promise<Steps> {
	const alone = await one.load();
	return {
		run: async (run) => {
			if (!readOnce(batchControls, run.items)?.batchLookup) return await alone.run(run);
			const reading = { form, completed: fulfilled(extra) };
			return await ofAllRows(run, reading, async (rows) => await lookUpRows(record, run, rows));
		},
	};
}
