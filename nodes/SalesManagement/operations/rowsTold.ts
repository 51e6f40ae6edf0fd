/** What a bulk result says of a row besides its ID, so that the next step needs no further request. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError, UsageError } from '../api/errors/errors';
import { isRequired, type Field, type Item } from '../fields';
import type { RecordDescription } from '../records/record';
import { isBlank, isObject, own, quoted, setOwn, textOf } from '../values';
import type { Form, ItemResult } from './operation';
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
 * The results of rows, each with what was sent that tells it from the others. What the service returned
 * of a row stays as it is, such as the reason for which it skipped one; so do plans.
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
	const whoOf = (row: Row | undefined): IDataObject =>
		row ? add(idOf(row), toldOf(row), names) : {};
	const errors = new Map<unknown, unknown>();
	return results.map((result) => {
		const row = rowOf.get(result.index);
		if (row === undefined) return result;
		if ('error' in result) {
			const { error } = result;
			// The rows of a batch share its error, also afterwards.
			const told = errors.get(error) ?? named(error, (index) => whoOf(rowOf.get(index)));
			errors.set(error, told);
			return { ...result, error: told, who: whoOf(row) };
		}
		if (result.isPlan) return result;
		return { ...result, records: result.records.map((each) => add(each, toldOf(row), names)) };
	});
}

const idOf = ({ parts: { body } }: InputRow): IDataObject =>
	isBlank(body.id) ? {} : { id: body.id };

/** What an item that can't be read as a row gives of who it is. */
export function whoIs(record: RecordDescription, form: Form, item: Item): IDataObject {
	const get: Item['get'] = (name) => (item.entered ? item.entered(name) : item.get(name));
	const places: Array<[Field[], (name: string) => unknown]> = [
		[[...form.fields], get],
		...form.collections.map(({ name, fields }): (typeof places)[number] => {
			const entered = get(name);
			return [[...fields], (each) => own(isObject(entered) ? entered : {}, each)];
		}),
	];
	const telling = new Set(['id', ...tellingFields(record).map(({ key }) => key)]);
	const who: IDataObject = {};
	try {
		for (const [fields, valueOf] of places) {
			for (const each of fields.filter(({ key }) => telling.has(key))) {
				const value = valueOf(each.name);
				const [name, shown] = sentAs(each, value);
				if (!isBlank(shown)) setOwn(who, name, shown);
			}
		}
	} catch {
		// An expression that fails tells nothing here; the row's own error is about it.
	}
	return who;
}

/** How messages call what an item is. */
export const kindOfItem = (item: Pick<Item, 'rowOf'> | undefined): 'item' | 'row' =>
	item?.rowOf === undefined ? 'item' : 'row';

type Numbered = Pick<Item, 'index' | 'rowOf'>;

/** `item 3`, `row 7`, and beside an item of another file `row 7 of rows.csv`. */
export const itemName = (item: Numbered, beside: Numbered): string =>
	`${kindOfItem(item)} ${item.index}${item.rowOf === beside.rowOf ? '' : ` of ${item.rowOf}`}`;

/** Values that a sentence shows of who a row is. */
const MOST_SHOWN = 3;

/** `Row 7 ("Acme", "03-7000-0200")`, or `Row 7` where nothing is known of it. */
export function rowName(which: string, who: IDataObject = {}): string {
	const values = Object.entries(who)
		.slice(0, MOST_SHOWN)
		.map(([name, value]) => (name === 'id' ? `ID ${textOf(value)}` : quoted(value)))
		.join(', ');
	return values === '' ? which : `${which} (${values})`;
}

/** The error of one row, beginning with who that is; what tells of its rows itself stays as it is. */
export function ofRow(error: unknown, name: string): unknown {
	if (error instanceof UsageError) {
		return new UsageError(`${name}: ${error.message}`, error.description);
	}
	if (!(error instanceof ServiceError) || error.bulkErrors.length > 0) return error;
	return error.with({ serviceMessage: `${name}: ${error.serviceMessage}` });
}

/** What the service says of single rows, each with who it is. */
function named(error: unknown, whoOf: (index: number) => IDataObject): unknown {
	if (!(error instanceof ServiceError) || error.bulkErrors.length === 0) return error;
	const bulkErrors = error.bulkErrors.map((each) => ({
		...each,
		who: rowName('', whoOf(each.index)),
	}));
	return error.with({ bulkErrors });
}
