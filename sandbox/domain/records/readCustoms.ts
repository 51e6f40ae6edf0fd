import BigNumber from 'bignumber.js';
import type { VersionName } from '../../contract/operationContract';
import { decimalOf, type Decimal } from '../../contract/values';
import { itemIdNames } from '../properties/customValueSchemas';
import type { CustomValue, CustomValues, FieldOwner } from '../properties/property';
import type { Field } from '../properties/recordFields';
import { fieldsOf, valueIdOf } from '../rules/customValues';
import type { TimeFormat } from '../../contract/time';
import { memberOf } from './names';
import type { Scope } from '../scope';

/** How a record's custom values are shown. */
export interface CustomsOptions {
	version: VersionName;
	time: TimeFormat;
	/** `full`: whole values, the default; `compact`: the short form of searches (S3); `none`: no values (v1 §4). */
	customs?: 'full' | 'compact' | 'none' | undefined;
	/** As an object keyed by itemKey instead of an array (v2 §2.1 rule 5). */
	keyed?: boolean;
}

/** The record whose values are shown, and how they are shown. */
interface CustomsContext {
	scope: Scope;
	options: CustomsOptions;
	owner: FieldOwner;
	row: { id: number; amount?: number | null };
}

/**
 * The form in which values are shown: customers and deals as asked for, contacts always compact in
 * v2 (v2 §2.7), and everything else full.
 */
function shownForm(owner: FieldOwner, { version, customs = 'full' }: CustomsOptions) {
	if (owner === 'contact') return version === 'v2' ? 'compact' : 'full';
	return owner === 'customer' || owner === 'deal' ? customs : 'full';
}

/**
 * The custom values of a record as a response shows them; undefined if it shows none. Values of
 * product details are always keyed, and have only the property of their type, without `value`
 * (v1 §2.7, §2.8).
 */
export function readCustoms(
	{ scope, owner, row, options: showing }: CustomsContext,
	stored: CustomValues,
): unknown {
	const { version, keyed } = showing;
	const fields = fieldsOf(scope, owner);
	const idName = itemIdNames[owner];
	const form = shownForm(owner, showing);
	const isDetail = owner === 'productDetail';
	// Not all owners' values carry their itemKey (v1 §2.3, S5).
	const itemKeys =
		owner === 'customer' ||
		owner === 'deal' ||
		(!isDetail && version === 'v2' && scope.service.options.itemKeysOnContactsAndActions);
	if (form === 'none') return undefined;
	// A page can hold ten thousand values, so each object is filled in place instead of being copied.
	const values = fields.map((field) => {
		const read: Record<string, unknown> = {
			id: valueIdOf(row.id, field.id),
			[idName]: field.id,
		};
		if (itemKeys) read.itemKey = field.itemKey;
		if (form === 'full') {
			read.itemType = field.itemType;
			read.name = field.name;
		}
		const shown = shownValue(scope, field, valueOf(field, row, stored));
		if (!isDetail) read.value = asText(shown);
		return form === 'full'
			? Object.assign(read, detailsOf(scope, field, shown, showing.time))
			: read;
	});
	if (!isDetail && !keyed) return values;
	// A field without itemKey is keyed by its item id as text (v1 §2.7).
	return Object.fromEntries(
		fields.map((field, index) => [field.itemKey ?? String(field.id), values[index]]),
	);
}

/** A field's value in a record: the stored one, or the calculated one. */
const valueOf = (
	{ id, percent }: Field,
	{ amount }: CustomsContext['row'],
	stored: CustomValues,
) => (percent === null ? stored[id] : decimalOf(new BigNumber(amount ?? 0).times(percent / 100)));

/** A value as a response shows it. */
type ShownValue = Exclude<CustomValue, Decimal> | undefined;

/**
 * A stored value as it is shown: a decimal in the format of the option, and an action's choices,
 * which are stored as ids, by their values.
 */
function shownValue(
	{ service }: Scope,
	{ itemType, owner, options }: Field,
	value: CustomValue | undefined,
): ShownValue {
	if (typeof value === 'object' && 'text' in value) return service.decimalFormat(value.text);
	if (owner === 'action' && itemType.endsWith('_select')) {
		const ids = [value].flat();
		const chosen = ids.flatMap((id) => options.find((one) => one.id === id)?.value ?? []);
		return Array.isArray(value) && chosen.length > 0 ? chosen : chosen[0];
	}
	return value;
}

/** The text of a value: a list with commas, an empty field as null. */
const asText = (value: ShownValue): string | null => (value === undefined ? null : String(value));

/** The typed property of a whole value, null where the field is empty (v1 §2.3). */
function detailsOf(
	{ service }: Scope,
	field: Field,
	value: ShownValue,
	time: TimeFormat,
): Record<string, unknown> {
	const { owner } = field;
	// Such as customerCustomItemOptionId.
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
