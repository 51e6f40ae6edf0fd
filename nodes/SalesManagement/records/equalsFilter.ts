import type { IDataObject } from 'n8n-workflow';
import {
	asLine,
	field,
	filled,
	plainType,
	whenSet,
	type Field,
	type FieldOptions,
} from '../fields';
import { isBlank, isObject, quoted, setOwn, trimmed, UsageError } from '../shared';
import listParameters from './listParameters.json';

/**
 * Words that a list reads as its own parameters, or may (v2 §4, §4.11). A field with such a key can't be a
 * filter, since the service would not filter by it.
 */
export const LIST_PARAMETERS: readonly string[] = listParameters;

/** The filter of custom objects by the values of their fields, which the service takes as query parameters (v2 §4.11). */
export const equalsFilter = (name: string, label: string, options?: FieldOptions): Field =>
	field(name, label, { form: plainType.form, toRequest: whenSet(equalsQuery(label)) }, options);

/**
 * Turns the form's rows into query parameters. A row without a field or a value is an error, since it would
 * not filter the list.
 */
const equalsQuery =
	(label: string) =>
	(entered: unknown): IDataObject => {
		const query: IDataObject = {};
		const rows: unknown = isObject(entered) ? entered.values : entered;
		for (const row of filled([rows ?? []].flat(), label)) {
			const { itemKey, value } = isObject(row) ? row : {};
			const key = asLine(itemKey ?? '', `${label}: the field`);
			if (key === '' || isBlank(trimmed(value))) {
				throw new UsageError(`${label} is ${quoted(row)}; each row needs a field and its value.`);
			}
			if (LIST_PARAMETERS.includes(key)) {
				throw new UsageError(
					`${label} can't filter by "${key}": the service reads this word as one of its own, so the list would not be filtered.`,
				);
			}
			setOwn(query, key, asLine(value, `${label}: ${key}`));
		}
		return query;
	};
