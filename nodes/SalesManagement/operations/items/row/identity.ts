/** What a bulk result says of a row besides its ID, so that the next step needs no further request. */
import type { IDataObject } from 'n8n-workflow';
import { isRequired, type Field, type Item } from '../../../fields';
import {
	customsIn,
	hasOwnNames,
	idName,
	RESULT_NAMES,
	type RecordDescription,
} from '../../../records';
import { isBlank, isObject, own, quoted, setOwn, textOf } from '../../../shared';
import { isFailure, type InputRow, type ItemResult, type RequestParts } from '../../model';

/** The fields that tell one record from the others; where it has none, those it can't be without. */
function identifyingFields({ fields, bulk }: RecordDescription): Field[] {
	const inBody = [...bulk, ...fields].filter((each) => (each.in ?? 'body') === 'body');
	const identifying = inBody.filter(({ traits }) => traits.includes('identifying'));
	return identifying.length > 0 ? identifying : inBody.filter(isRequired);
}

/** A sent value as Simplified names it: of a reference only the ID is known. */
const sentEntry = ({ key, shownAs = key }: Field, value: unknown): [string, unknown] =>
	isObject(value) ? [idName(shownAs), value.id] : [shownAs, value];

/** Reads what of a row is sent that tells its record from the others, and what that is matched by. */
export function identifyingValues(record: RecordDescription): (parts: RequestParts) => IDataObject {
	const fields = identifyingFields(record);
	return ({ path, body, match }) => {
		const values: ReadonlyArray<[string, unknown]> = [
			['id', path.id ?? body.id],
			...fields.map((each) => sentEntry(each, own(body, each.key))),
			// Fields that are all its users' own (v2 §2.8).
			...(hasOwnNames(record) ? Object.entries(customsIn(body, record) ?? {}) : []),
			...Object.entries(match),
		];
		return Object.fromEntries(values.filter(([, value]) => !isBlank(value))) as IDataObject;
	};
}

/**
 * The results of rows, each with what was sent that tells it from the others. What the service returned of a row
 * stays as it is, such as the reason for which it skipped one; so do plans.
 */
export function withIdentities(
	record: RecordDescription,
	results: readonly ItemResult[],
	rows: readonly InputRow[],
): ItemResult[] {
	const identify = identifyingValues(record);
	const rowOf = new Map(rows.map((row) => [row.index, row]));
	return results.map((result) => {
		const parts = rowOf.get(result.index)?.parts;
		if (parts === undefined || isFailure(result)) return result;
		const identity = identify(parts);
		return { ...result, records: result.records.map((each) => withIdentity(each, identity)) };
	});
}

function withIdentity(result: IDataObject, identity: IDataObject): IDataObject {
	// What was sent for a record that the service skipped is not what it holds.
	if (result.skipped === true || result.dryRun === true) return result;
	const whole: IDataObject = { ...result };
	for (const [key, value] of Object.entries(identity)) {
		// What a result says of itself no field takes the place of.
		const name = RESULT_NAMES.includes(key) ? `field.${key}` : key;
		if (!Object.hasOwn(whole, name)) setOwn(whole, name, value);
	}
	return whole;
}

/** How messages call what an item is. */
export const kindOfItem = (item: Pick<Item, 'rowOf'> | undefined): 'item' | 'row' =>
	item?.rowOf === undefined ? 'item' : 'row';

type Numbered = Pick<Item, 'index' | 'rowOf'>;

/** `item 3`, or `row 7 of rows.csv`. */
export const itemName = ({ index, rowOf }: Numbered): string =>
	rowOf === undefined ? `item ${index}` : `row ${index} of ${rowOf}`;

/** Values that a sentence shows of who a row is. */
const MOST_SHOWN = 3;

/** `Row 1,007 ("Acme", "03-7000-0200")`, or `Item 7` where nothing is known of it. */
export function rowName({ index, rowOf }: Numbered, who: IDataObject = {}): string {
	const values = Object.entries(who)
		.slice(0, MOST_SHOWN)
		.map(([name, value]) => (name === 'id' ? `ID ${textOf(value)}` : quoted(value)))
		.join(', ');
	const name = rowOf === undefined ? `Item ${index}` : `Row ${index.toLocaleString('en-US')}`;
	return values === '' ? name : `${name} (${values})`;
}
