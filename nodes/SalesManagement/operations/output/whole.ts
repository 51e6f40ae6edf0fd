/** Short custom values, made what they are in whole records (S3, v1 §2.3). */
import type { IDataObject } from 'n8n-workflow';
import type { CustomField, KnownFields } from '../../lists';
import { itemIdOf, type CustomValue } from '../../fields';
import { isBlank, isObject, own, setOwn, textOf } from '../../values';

/** What is known of values that don't say it themselves. */
export interface Known {
	readonly fields: KnownFields;
	/** Names by the IDs of users; absent where they are not known. */
	readonly users?: ReadonlyMap<number, string>;
}

/** Whether a value comes without the name and type of its field; an empty one does, too, or is left out. */
export const isCompact = (custom: unknown): custom is CustomValue =>
	isObject(custom) &&
	(Object.hasOwn(custom, 'value') || itemIdOf(custom) !== undefined) &&
	!Object.hasOwn(custom, 'name') &&
	!Object.hasOwn(custom, 'itemType');

/** Whether a value has its type, a user's, but not the users themselves: so it is in actions. */
const isWithoutUsers = (custom: unknown): boolean =>
	isObject(custom) &&
	custom.itemType === 'user' &&
	!isBlank(custom.value) &&
	!Object.hasOwn(custom, 'selectedUsers');

/** Whether a value has the number of its one choice, but no label: so it is but in deals (v1 §2.3). */
export const isWithoutLabel = (custom: unknown): boolean =>
	isObject(custom) &&
	custom.itemType === 'single_select' &&
	!isBlank(choiceIn(custom)) &&
	!Object.hasOwn(custom, 'selectedOption');

const choiceIn = ({ selectedValue, value }: CustomValue): unknown => selectedValue ?? value;

/** Whether something of a value has to be looked up before a person can read it. */
const isShort = (custom: unknown): custom is CustomValue =>
	isCompact(custom) || isWithoutUsers(custom) || isWithoutLabel(custom);

/** The short ones among custom values of either form, the list and the object by key. */
export function shortIn(customs: unknown): CustomValue[] {
	if (Array.isArray(customs)) return customs.filter(isShort);
	return isObject(customs) ? Object.values(customs).filter(isShort) : [];
}

/** A record with its short custom values made whole, as far as what they mean is known. */
export function whole(record: IDataObject, property: string, known: Known): IDataObject {
	const customs = own(record, property);
	const zone = zoneOf(record.updatedAt);
	const made = (custom: unknown) => (isShort(custom) ? wholeValue(custom, known, zone) : custom);
	if (Array.isArray(customs)) return { ...record, [property]: customs.map(made) };
	if (!isObject(customs)) return record;
	const byKey: IDataObject = {};
	for (const [key, custom] of Object.entries(customs)) setOwn(byKey, key, made(custom));
	return { ...record, [property]: byKey };
}

function wholeValue(custom: CustomValue, { fields, users }: Known, zone?: string): CustomValue {
	if (isWithoutUsers(custom)) return { ...custom, ...usersIn(textOf(custom.value), users) };
	const field = fields.of(custom);
	if (!field) return custom;
	if (isWithoutLabel(custom)) {
		return { ...custom, ...detailsOf(textOf(choiceIn(custom)), field, {}) };
	}
	const { name, itemType } = field;
	const value = textOf(custom.value);
	const details = value === '' ? {} : detailsOf(value, field, { users, zone });
	return { ...custom, name, ...(itemType !== undefined && { itemType }), ...details };
}

/** Several choices or people, as text with commas. */
const listed = (text: string): string[] => text.split(',').map((each) => each.trim());

/** What a whole value has beside its text; nothing where the text says it all. */
function detailsOf(
	value: string,
	{ itemType, options }: CustomField,
	{ users, zone }: Pick<Known, 'users'> & { readonly zone?: string },
): IDataObject {
	switch (itemType) {
		case 'date':
			return { datetime: inZone(value, zone) };
		case 'number':
			return numeric('number', value);
		case 'calculation':
			return numeric('calculationResult', value);
		case 'single_select': {
			const option = options.find((each) => String(each.value) === value);
			return option ? { selectedOption: { value: option.value, label: option.name } } : {};
		}
		case 'multi_select':
			return { selectedOptions: chosen(listed(value), options) };
		case 'user':
			return usersIn(value, users);
		default:
			return {};
	}
}

const usersIn = (value: string, users: Known['users']): IDataObject =>
	users ? { selectedUsers: listed(value).map((id) => named(id, users)) } : {};

/** A number as JSON would have brought it; what is none stays text. */
const numeric = (property: string, value: string): IDataObject =>
	Number.isFinite(Number(value)) ? { [property]: Number(value) } : {};

/** In the order of the field's options, as in whole values; unknown ones follow by their numbers. */
function chosen(values: string[], options: CustomField['options']): IDataObject[] {
	const known = options.filter((each) => values.includes(String(each.value)));
	const unknown = values.filter((value) => !known.some((each) => String(each.value) === value));
	return [
		...known.map(({ value, name }) => ({ value, label: name })),
		...unknown.map((value) => ({ value })),
	];
}

const named = (id: string, users: ReadonlyMap<number, string>): IDataObject => {
	const name = users.get(Number(id));
	return { id: isBlank(name) ? id : Number(id), ...(name !== undefined && { name }) };
};

const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/;

const zoneOf = (time: unknown): string | undefined => ZONE.exec(textOf(time))?.[0];

/** A moment in the time zone in which the service writes the record's own times. */
function inZone(value: string, zone: string | undefined): string {
	if (zone === undefined || zoneOf(value) === undefined || value.endsWith(zone)) return value;
	// Midnight there is as far from midnight in UTC as the two zones are apart.
	const moment = new Date(Date.parse(value) - Date.parse(`1970-01-01T00:00:00${zone}`));
	return Number.isNaN(moment.getTime()) ? value : moment.toISOString().replace('Z', zone);
}
