/** What messages call an item, or a row of a file. */
import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../../../fields';
import { quoted, textOf } from '../../../shared';

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
