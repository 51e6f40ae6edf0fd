/** The sent values that identify a row in its result, so that the next node needs no further request. */
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
import type { RequestParts } from '../../model';

/** The fields that identify a record; if it has none, its required fields. */
export function identifyingFields({ fields, bulk }: RecordDescription): Field[] {
	const inBody = [...bulk, ...fields].filter((each) => (each.in ?? 'body') === 'body');
	const identifying = inBody.filter(({ traits }) => traits.includes('identifying'));
	return identifying.length > 0 ? identifying : inBody.filter(isRequired);
}

/**
 * Makes a reader of the values that identify a row: its ID, its identifying fields and the value that it is
 * matched by.
 */
export function identifyingValues(record: RecordDescription): (parts: RequestParts) => IDataObject {
	const fields = identifyingFields(record);
	return ({ path, body, match }) => {
		const values: ReadonlyArray<[string, unknown]> = [
			['id', path.id ?? body.id],
			// A reference is sent as its ID.
			...fields.map(({ key, shownAs }): [string, unknown] => {
				const value = own(body, key);
				return isObject(value) ? [idName(shownAs), value.id] : [shownAs, value];
			}),
			// Custom objects have fields with any names (v2 §2.8), so all of them are shown.
			...(hasOwnNames(record) ? Object.entries(customsIn(body, record) ?? {}) : []),
			...Object.entries(match),
		];
		return Object.fromEntries(values.filter(([, value]) => !isBlank(value))) as IDataObject;
	};
}

/**
 * The result of a row with the values that identify it. Properties that the service returned stay as they are, such
 * as the reason for a skipped row; so does the result of a dry run.
 */
export function withIdentity(result: IDataObject, identity: IDataObject = {}): IDataObject {
	// A skipped record does not hold the sent values.
	if (result.skipped === true || result.dryRun === true) return result;
	const whole: IDataObject = { ...result };
	for (const [key, value] of Object.entries(identity)) {
		// The result's own properties, such as `error`, are not replaced by a field of the same name.
		const name = RESULT_NAMES.includes(key) ? `field.${key}` : key;
		if (!Object.hasOwn(whole, name)) setOwn(whole, name, value);
	}
	return whole;
}

/** The word for an item in messages. */
export const kindOfItem = (item: Pick<Item, 'rowOf'> | undefined): 'item' | 'row' =>
	item?.rowOf === undefined ? 'item' : 'row';

type Numbered = Pick<Item, 'index' | 'rowOf'>;

/** `item 3`, or `row 7 of rows.csv`. */
export const itemName = ({ index, rowOf }: Numbered): string =>
	rowOf === undefined ? `item ${index}` : `row ${index} of ${rowOf}`;

/** `Row 1,007 ("Acme", "03-7000-0200")`, or `Item 7` if it has no identifying values. */
export function rowName({ index, rowOf }: Numbered, who: IDataObject = {}): string {
	const values = Object.entries(who)
		.slice(0, 3)
		.map(([name, value]) => (name === 'id' ? `ID ${textOf(value)}` : quoted(value)))
		.join(', ');
	const name = rowOf === undefined ? `Item ${index}` : `Row ${index.toLocaleString('en-US')}`;
	return values === '' ? name : `${name} (${values})`;
}
