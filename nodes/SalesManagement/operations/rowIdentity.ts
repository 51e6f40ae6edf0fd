/** What a bulk result says of a row besides its ID, so that the next step needs no further request. */
import type { IDataObject } from 'n8n-workflow';
import { isRequired, unwrap, type Field, type Item } from '../fields';
import { hasOwnNames, type RecordDescription } from '../records/record';
import { isBlank, isObject, own, setOwn } from '../values';
import { CUSTOM_FIELDS } from './columns/form';
import { idName, RESULT_NAMES } from './columns/reservedNames';
import { isFailure, type Form, type InputRow, type ItemResult } from './operation';
import type { RecordField } from './recordFields';
import { givenValue } from './search/valueInRecord';

/** The fields that tell one record from the others; where it has none, those it can't be without. */
function tellingFields({ fields, bulk }: RecordDescription): Field[] {
	const inBody = [...bulk, ...fields].filter(({ place = 'body' }) => place === 'body');
	const identifying = inBody.filter(({ is }) => is.includes('identifying'));
	return identifying.length > 0 ? identifying : inBody.filter(isRequired);
}

/** A sent value as Simplified names it: of a reference only the ID is known. */
const sentAs = ({ key, shownAs = key }: Field, value: unknown): [string, unknown] =>
	isObject(value) ? [idName(shownAs), value.id] : [shownAs, value];

/**
 * The results of rows, each with what was sent that tells it from the others, and the value that it was
 * matched by. What the service returned of a row stays as it is, such as the reason for which it skipped
 * one; so do plans.
 */
export function identified(
	record: RecordDescription,
	results: readonly ItemResult[],
	rows: readonly InputRow[],
	match?: RecordField,
): ItemResult[] {
	const telling = tellingFields(record);
	const described = new Set(record.fields.map(({ key }) => key));
	const rowOf = new Map(rows.map((row) => [row.index, row]));
	const toldOf = ({ parts: { body } }: InputRow): Array<[string, unknown]> => [
		...telling.map((each) => sentAs(each, own(body, each.key))),
		// Fields that are all its users' own (v2 §2.8).
		...(hasOwnNames(record) ? Object.entries(body).filter(([key]) => !described.has(key)) : []),
		...(match ? [[match.name, givenValue(body, match)] as [string, unknown]] : []),
	];
	return results.map((result) => {
		const row = rowOf.get(result.index);
		if (row === undefined || isFailure(result)) return result;
		return { ...result, records: result.records.map((each) => withTold(each, toldOf(row))) };
	});
}

function withTold(result: IDataObject, told: ReadonlyArray<[string, unknown]>): IDataObject {
	// What was sent for a record that the service skipped is not what it holds.
	if (result.skipped === true || result.dryRun === true) return result;
	const whole: IDataObject = { ...result };
	for (const [key, value] of told) {
		// What a result says of itself no field takes the place of.
		const name = RESULT_NAMES.includes(key) ? `field.${key}` : key;
		if (!isBlank(value) && !Object.hasOwn(whole, name)) setOwn(whole, name, value);
	}
	return whole;
}

/** What an item gives that tells its record from the others; `undefined` where the form is no record's. */
export function whoIs({ fields, collections, filling }: Form, item: Item): IDataObject | undefined {
	if (!filling) return undefined;
	const { record } = filling;
	const get: Item['get'] = (name) => (item.entered ? item.entered(name) : item.get(name));
	const telling = new Set(['id', ...tellingFields(record).map(({ key }) => key)]);
	const who: IDataObject = {};
	const add = (all: readonly Field[], valueOf: (name: string) => unknown) => {
		for (const each of all.filter(({ key }) => telling.has(key))) {
			const [name, shown] = sentAs(each, unwrap(valueOf(each.name)));
			if (!isBlank(shown)) setOwn(who, name, shown);
		}
	};
	try {
		add(fields, get);
		for (const { name, fields: inner } of collections) {
			const entered = get(name);
			if (isObject(entered)) add(inner, (each) => own(entered, each));
		}
		const mapper = hasOwnNames(record) ? get(CUSTOM_FIELDS) : undefined;
		if (isObject(mapper) && isObject(mapper.value)) Object.assign(who, mapper.value);
	} catch {
		// An expression that fails tells nothing here; the row's own error is about it.
	}
	return who;
}
