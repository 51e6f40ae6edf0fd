/** The fields of a record that a summary can use, and which of them a user means. */
import { UsageError } from '../../api/errors/errors';
import type { ApiVersion } from '../../api/types';
import {
	customFieldValue,
	customValueOf,
	isItemId,
	isKnownTo,
	TYPES,
	type Called,
	type CustomFields,
	type Field,
	type NameReader,
} from '../../fields';
import { perDealType } from '../../lists';
import { hasOwnNames, type RecordDescription } from '../../records/record';
import { own, quoted } from '../../values';
import { customNames } from '../output';
import { calledAlso, fieldMeantBy, type CustomMeant } from '../recordFields';
import { customType, type SummaryField } from './field';

/** What a request alone gives, such as the parent of a new customer, no record shows. */
const isShown = ({ is, on }: Field): boolean =>
	is.includes('main') || on === undefined || on.length === 0 || on.includes('update');

interface StandardField extends SummaryField {
	readonly called: Called;
}

/** The standard fields of a record that a summary can use; two that one property shows are one. */
export const summaryFields = (record: RecordDescription, version: ApiVersion): StandardField[] =>
	record.fields
		.filter(
			(each) => isKnownTo(each, version) && isShown(each) && TYPES[each.type].holds !== undefined,
		)
		.map((each) => {
			const { key, shownAs: name = key, label, type, lookup } = each;
			return {
				...{ value: name, label, name, type, isCustom: false, property: name },
				isPerDealType: lookup !== undefined && perDealType(lookup) !== undefined,
				called: calledAlso(each, record, [name]),
				valueIn: (raw) => raw[name],
			};
		});

export const COUNT = 'count';
export const DEAL_TYPE = 'dealType';

function customField(
	{ key, name, itemType = '', ...rest }: CustomMeant,
	record: RecordDescription,
	customs: CustomFields,
): SummaryField {
	const { property } = customs;
	const label = name ?? (isItemId(key) ? `Field ${key}` : key);
	const [shown = key] = customNames(record, [COUNT]).of([{ key, label, value: undefined }]);
	return {
		...{ value: customFieldValue(key, itemType), label, name: shown, isCustom: true, property },
		type: customType(itemType, customs),
		valueIn: (raw) =>
			customValueOf(property === undefined ? raw : own(raw, property), key, own(rest, 'itemId')),
	};
}

/**
 * The field that a text means.
 * @param fieldsOf knows the names of custom fields.
 * @throws UsageError for what no field is called, and for what several are.
 */
export function summaryField(
	text: string,
	record: RecordDescription,
	standard: readonly StandardField[],
	fieldsOf: NameReader['fieldsOf'],
): SummaryField {
	const { customs } = record;
	const who = `The summary field ${quoted(text)}`;
	const found = fieldMeantBy(text, record, { standard, fieldsOf, who });
	if (found && 'standard' in found) return found.standard;
	if (customs && found) return customField(found.custom, record, customs);
	// The fields of custom objects are properties with any name.
	if (customs && hasOwnNames(record)) {
		return customField({ key: text }, record, customs);
	}
	const names = standard.map(({ name }) => name).join(', ');
	const others = customs ? ' and custom fields, by their labels or as custom:itemKey' : '';
	throw new UsageError(
		`${capital(record.many)} have no field ${quoted(text)} for a summary; they have ${names}${others}.`,
	);
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
