import type { IDataObject } from 'n8n-workflow';
import { named, objectsAt, withRest } from './namedEntry';

/** What records are called in dropdowns. */

const relatedName = (record: IDataObject, property: string): string | undefined =>
	named(objectsAt(record, property)[0])?.name;

export const plainName = (record: IDataObject): string => named(record)?.name ?? '';

/** Of a person or a deal: the name with that of its customer, since many share names. */
export const nameWithCustomer = (record: IDataObject): string =>
	withRest(plainName(record), relatedName(record, 'customer'));

/** An action: when it starts in the workflow's time zone, what it is, and what it belongs to. */
export function actionName(record: IDataObject, timezone: string): string {
	const start = startOf(record.startDatetime, timezone);
	const what = relatedName(record, 'purpose') ?? relatedName(record, 'pattern');
	const whose = relatedName(record, 'deal');
	const name = [start, what].filter((part) => part !== undefined).join(' ');
	return withRest(name === '' ? plainName({ id: record.id }) : name, whose);
}

/** `2026-11-30 09:30`. */
function startOf(value: unknown, timeZone: string): string | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	if (Number.isNaN(time)) return undefined;
	// Swedish writes dates as ISO 8601 does.
	const format = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
	return new Intl.DateTimeFormat('sv-SE', format).format(time);
}
