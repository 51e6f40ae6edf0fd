/** What a bulk result says of a row besides its ID, so that the next step needs no further request. */
import type { IDataObject } from 'n8n-workflow';
import { isRequired, type Field } from '../fields';
import type { RecordDescription } from '../records/record';
import { isBlank, isObject, own, setOwn } from '../values';
import type { ItemResult } from './operation';
import { idName, RESULT_NAMES } from './columns/ownNames';
import { NamesByFields } from './output/customNames';
import type { InputRow } from './rows';

/** What a result says of itself: no field of a record takes its place. */
const OF_RESULT = {
	taken: new Set(['id', ...RESULT_NAMES]),
	isLike: () => false,
};

/** The value that rows are matched by, and the key of its field. */
export interface MatchTold<Row> {
	readonly key: string;
	readonly valueOf: (row: Row) => unknown;
}

/** The fields that tell one record from the others; where it has none, those it can't be without. */
function tellingFields({ fields, bulk }: RecordDescription): Field[] {
	const inBody = [...bulk, ...fields].filter(({ place = 'body' }) => place === 'body');
	const identifying = inBody.filter(({ is }) => is.includes('identifying'));
	return identifying.length > 0 ? identifying : inBody.filter(isRequired);
}

/** A sent value as Simplified names it: of a reference only the ID is known. */
const sentAs = ({ key, shownAs = key }: Field, value: unknown): readonly [string, unknown] =>
	isObject(value) ? [idName(shownAs), value.id] : [shownAs, value];

/** The sent values of a record whose fields are all its users' own (v2 §2.8). */
function* ownFields(record: RecordDescription, body: IDataObject): Generator<[string, unknown]> {
	if (record.customs === undefined || record.customs.property !== undefined) return;
	const described = new Set(record.fields.map(({ key }) => key));
	for (const [key, value] of Object.entries(body)) if (!described.has(key)) yield [key, value];
}

/** Adds what identifies a row, without what the result says already. */
function add(
	result: IDataObject,
	told: Iterable<readonly [string, unknown]>,
	names: NamesByFields,
): IDataObject {
	// What was sent for a record that the service skipped is not what it holds.
	if (result.skipped === true) return result;
	const whole: IDataObject = { ...result };
	for (const [key, value] of told) {
		if (isBlank(value)) continue;
		const [name = key] = names.of([{ key, value }]);
		if (!Object.hasOwn(whole, name)) setOwn(whole, name, value);
	}
	return whole;
}

/**
 * The results of written rows, each with what was sent that tells it from the others. What the service
 * returned of a row stays as it is, such as the reason for which it skipped one; so do failures and
 * plans.
 */
export function identified<Row extends InputRow>(
	record: RecordDescription,
	results: readonly ItemResult[],
	rows: readonly Row[],
	match?: MatchTold<Row>,
): ItemResult[] {
	const telling = tellingFields(record);
	const names = new NamesByFields(OF_RESULT, 'field');
	const rowOf = new Map(rows.map((row) => [row.item.index, row]));
	function* toldOf(row: Row): Generator<readonly [string, unknown]> {
		const { body } = row.parts;
		for (const each of telling) yield sentAs(each, own(body, each.key));
		yield* ownFields(record, body);
		if (match) yield [match.key, match.valueOf(row)];
	}
	return results.map((result) => {
		const row = rowOf.get(result.index);
		if ('error' in result || result.isPlan || row === undefined) return result;
		return { ...result, records: result.records.map((each) => add(each, toldOf(row), names)) };
	});
}
