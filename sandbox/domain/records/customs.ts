import type { VersionName } from '../../contract/operation';
import { itemIdNames } from '../properties/customs';
import type { CustomValue, CustomValues, FieldOwner } from '../properties/property';
import type { Field } from '../properties/recordFields';
import { fieldsOf, valueIdOf } from '../rules/customValues';
import type { TimeFormat } from '../../contract/time';
import { memberOf } from './names';
import type { Scope } from '../scope';
import type { DecimalFormat } from '../service';

/** How a record's custom values are shown. */
export interface CustomsOptions {
	version: VersionName;
	time: TimeFormat;
	/** Whole values, the compact form of searches (S3), or none at all (v1 §4); whole without it. */
	customs?: 'full' | 'compact' | 'none' | undefined;
	/** As an object keyed by itemKey instead of an array (v2 §2.1 rule 5). */
	keyed?: boolean;
}

/** Whose values are shown, and what for. */
interface Shown {
	scope: Scope;
	options: CustomsOptions;
	owner: FieldOwner;
	row: { id: number; amount?: number | null };
}

/** Those of actions and product details are whole always, and those of contacts as v2 §2.7 says. */
function formOf(owner: FieldOwner, { version, customs = 'full' }: CustomsOptions) {
	if (owner === 'contact') return version === 'v2' ? 'compact' : 'full';
	return owner === 'customer' || owner === 'deal' ? customs : 'full';
}

/**
 * The custom values of a record. Those of product details are always keyed, and have their typed property
 * only (v1 §2.7, §2.8).
 */
export function readCustoms(
	{ scope, owner, row, options: asked }: Shown,
	stored: CustomValues,
): unknown {
	const { version, keyed } = asked;
	const fields = fieldsOf(scope, owner);
	const idName = itemIdNames[owner];
	const form = formOf(owner, asked);
	const { decimalFormat, options } = scope.service;
	const isDetail = owner === 'productDetail';
	// v1 §2.3, S5.
	const itemKeys =
		owner === 'customer' ||
		owner === 'deal' ||
		(!isDetail && version === 'v2' && options.itemKeysOnContactsAndActions);
	// A page holds ten thousand values: each is one object, filled property by property.
	const readValue = (id: number, field: Field, value: CustomValue | undefined) => {
		const read: Record<string, unknown> = { id, [idName]: field.id };
		if (itemKeys) read.itemKey = field.itemKey;
		if (form === 'full') {
			read.itemType = field.itemType;
			read.name = field.name;
		}
		const shown = shownValue(field, value, decimalFormat);
		if (!isDetail) read.value = asText(shown);
		return form === 'full' ? Object.assign(read, detailsOf(scope, field, shown, asked.time)) : read;
	};
	if (form === 'none') return undefined;
	const values = fields.map((field) => {
		const value = field.factor === null ? stored[field.id] : (row.amount ?? 0) * field.factor;
		return readValue(valueIdOf(row.id, field.id), field, value);
	});
	if (!isDetail && !keyed) return values;
	// A field without itemKey is keyed by its item id as text (v1 §2.7).
	return Object.fromEntries(
		fields.map((field, index) => [field.itemKey ?? String(field.id), values[index]]),
	);
}

/** A stored value as it is shown: a decimal in the service's form, and an action's choices by their values. */
function shownValue(
	{ itemType, owner, options }: Field,
	value: CustomValue | undefined,
	decimalFormat: DecimalFormat,
): CustomValue | undefined {
	if (value === undefined) return value;
	if (owner === 'action' && itemType.endsWith('_select')) {
		const ids = [value].flat();
		const chosen = ids.flatMap((id) => options.find((one) => one.id === id)?.value ?? []);
		return Array.isArray(value) && chosen.length > 0 ? chosen : chosen[0];
	}
	const isDecimal = itemType === 'decimal_number' || itemType === 'calculation';
	return isDecimal && !Array.isArray(value) ? decimalFormat(value) : value;
}

/** A value as text: lists with commas, an empty field as null. */
const asText = (value: CustomValue | undefined): string | null =>
	value === undefined ? null : Array.isArray(value) ? value.join(',') : String(value);

/** The typed property of a whole value, null where the field is empty (v1 §2.3). */
function detailsOf(
	{ service }: Scope,
	field: Field,
	value: CustomValue | undefined,
	time: TimeFormat,
): Record<string, unknown> {
	const { owner } = field;
	// customerCustomItemOptionId
	const optionIdName = itemIdNames[owner].replace(/Id$/, 'OptionId');
	const list = Array.isArray(value) ? value : [];
	switch (field.itemType) {
		case 'date':
			return { datetime: value === undefined ? null : time(Date.parse(String(value))) };
		case 'number':
			// Action values have no `number` (v1 §2.3).
			return owner === 'action' ? {} : { number: value ?? null };
		case 'decimal_number':
			return { decimalNumber: value ?? null };
		case 'calculation':
			return { calculationResult: Number(value) };
		case 'single_select': {
			const option = field.options.find((one) => one.value === value);
			const { id, label } = option ?? {};
			const named = { label, [optionIdName]: id };
			// A product detail knows its choices by id and label only (v1 §2.7, §2.8).
			if (owner === 'productDetail') return { selectedOption: option ? named : null };
			const selected = { selectedValue: value ?? null };
			if (owner !== 'deal') return selected;
			return { ...selected, selectedOption: option ? { value, ...named } : null };
		}
		case 'multi_select': {
			const options = field.options.filter((option) => list.includes(option.value));
			const selectedOptions = options.map((option) => ({
				...option,
				[optionIdName]: option.id,
			}));
			return { selectedValues: list, selectedOptions };
		}
		case 'user': {
			// Action values have no `selectedUsers` (v1 §2.3).
			if (owner === 'action') return {};
			const { user: users } = service.store.tables;
			return { selectedUsers: list.flatMap((id) => users.find(id) ?? []).map(memberOf) };
		}
		default:
			return { text: value ?? null };
	}
}
