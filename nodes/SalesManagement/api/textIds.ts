/** Ids that a service writes as text, `"123"`, as what the documents call them: integers (v2 §2). */
import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';

/** The properties besides `id` that the documents give as integers of records (v2 §2, v1 §2). */
const ID_NAME =
	/^(domain|industry|ownerRole|parent|phase|customer|user|\w*[cC]ustomItem|\w*CustomItemOption|\w*Type)Ids?$/;

/** Ids of the fields of custom values, under names of the documents, not those of their fields (v2 §2.1). */
const isCustoms = (name: string, value: unknown) => name.endsWith('Customs') && isObject(value);

/** The number that a text is, where it is exactly that number. */
function numberOf(value: unknown): number | undefined {
	if (typeof value !== 'string' || !/^(0|[1-9]\d{0,15})$/.test(value)) return undefined;
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : undefined;
}

const isTextId = (value: unknown): boolean => numberOf(value) !== undefined;

/** Whether a record, or a record that it refers to, has an id that is text. */
const showsTextIds = (record: unknown): boolean =>
	isObject(record) &&
	(isTextId(record.id) ||
		Object.values(record).some((value) => isObject(value) && isTextId(value.id)));

/**
 * Makes numbers of the ids of records, in place, and of those they refer to. Only the first record is
 * looked at where its ids are numbers already; a text that is no safe integer stays what it is.
 * @param operation the one that returned them: a user named the properties of custom objects (v2 §2.8).
 */
export function numberIds(records: readonly unknown[], operation: string): void {
	if (!showsTextIds(records[0])) return;
	const ownNames = operation.startsWith('customObject.');
	for (const record of records) {
		if (!isObject(record)) continue;
		if (ownNames) idsOfOwn(record);
		else idsWithin(record);
	}
}

/** Of a custom object, `id` and the associations are the service's own. */
function idsOfOwn(record: IDataObject): void {
	record.id = numberOf(record.id) ?? record.id;
	for (const name of ['deals', 'customers', 'contacts']) walk(record[name]);
}

function idsWithin(record: IDataObject): void {
	for (const [name, value] of Object.entries(record)) {
		if (isCustoms(name, value)) Object.values(value as IDataObject).forEach(walk);
		else if (typeof value === 'object') walkNamed(record, name, value);
		else if (name === 'id' || ID_NAME.test(name)) record[name] = numberOf(value) ?? value;
	}
}

function walkNamed(record: IDataObject, name: string, value: unknown): void {
	if (Array.isArray(value) && ID_NAME.test(name)) {
		record[name] = value.map((each: unknown) => numberOf(each) ?? each);
	} else walk(value);
}

function walk(value: unknown): void {
	if (Array.isArray(value)) value.forEach(walk);
	else if (isObject(value)) idsWithin(value);
}
