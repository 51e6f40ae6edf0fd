import type { IDataObject } from 'n8n-workflow';
import { customEntries } from '../fields';
import { customObject } from '../records/customObject';
import { customsIn } from '../records/record';
import { textOf, timeOf } from '../shared';
import { itemTypeOf } from './customFields';
import { named, textAt, withRest } from './namedEntry';

/** What records are called in dropdowns. */

export const plainName = (record: IDataObject): string => named(record)?.name ?? '';

/** Of a person or a deal: the name with that of its customer, since many share names. */
export const nameWithCustomer = (record: IDataObject): string =>
	withRest(plainName(record), textAt(record, 'customer.name'));

/** The name of an object: its first text, else its id. */
export function nameOfObject(object: IDataObject): string {
	const first = customEntries(customsIn(object, customObject)).find(
		([, value]) => itemTypeOf(value) === 'text',
	);
	return first ? textOf(first[1]) : plainName({ id: object.id });
}

/** An action: when it starts in the workflow's time zone, what it is, and what it belongs to. */
export function actionName(record: IDataObject, timezone: string): string {
	const start = startOf(record.startDatetime, timezone);
	const what = textAt(record, 'purpose.name') ?? textAt(record, 'pattern.name');
	const whose = textAt(record, 'deal.name');
	const name = [start, what].filter((part) => part !== undefined).join(' ');
	return withRest(name === '' ? plainName({ id: record.id }) : name, whose);
}

/** `2026-11-30 09:30`. */
function startOf(value: unknown, timeZone: string): string | undefined {
	const time = timeOf(value);
	if (Number.isNaN(time)) return undefined;
	// Swedish writes dates as ISO 8601 does.
	const format = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
	return new Intl.DateTimeFormat('sv-SE', format).format(time);
}
