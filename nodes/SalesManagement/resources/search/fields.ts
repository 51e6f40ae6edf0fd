import { UsageError } from '../../api/errors';
import type { SearchField, SearchType } from './filter';

/** A standard field of the search index. */
export interface StandardField {
	readonly name: string;
	readonly label: string;
	readonly type: SearchType;
	/** False where it can be compared but not sorted by (v2 §4.4: webUrl). */
	readonly sortable?: boolean;
}

const standard =
	(type: SearchType) =>
	(name: string, label: string, sortable = true): StandardField => ({
		name,
		label,
		type,
		sortable,
	});
const text = standard('text');
const integer = standard('integer');
const dateTime = standard('dateTime');

const times = [dateTime('createdAt', 'Created At'), dateTime('updatedAt', 'Updated At')];

/** v2 §4.4. */
const customer: readonly StandardField[] = [
	integer('id', 'ID'),
	text('name', 'Name'),
	text('address', 'Address'),
	text('telNo', 'Phone Number'),
	text('memo', 'Memo'),
	text('webUrl', 'Website', false),
	integer('industryId', 'Industry ID'),
	integer('capital', 'Capital'),
	integer('employee', 'Employees'),
	integer('establishYear', 'Year Established'),
	integer('closingMonth', 'Closing Month'),
	integer('ownerRoleId', 'Owner Role ID'),
	...times,
];

/** v1 §4, search body: v2 does not show its list. */
const deal: readonly StandardField[] = [
	integer('id', 'ID'),
	text('name', 'Name'),
	integer('amount', 'Amount'),
	dateTime('expectedContractDate', 'Expected Contract Date'),
	text('memo', 'Memo'),
	text('reason', 'Reason'),
	integer('customerId', 'Customer ID'),
	integer('userId', 'User ID'),
	integer('phaseId', 'Phase ID'),
	integer('productId', 'Product ID'),
	integer('channelId', 'Channel ID'),
	integer('probabilityId', 'Probability ID'),
	integer('dealTypeId', 'Deal Type ID'),
	...times,
];

/** The documents show none for contacts: these are the contact's own scalar fields. */
const contact: readonly StandardField[] = [
	integer('id', 'ID'),
	text('name', 'Name'),
	text('email', 'Email'),
	text('tel', 'Phone Number'),
	text('mobileTel', 'Mobile Number'),
	text('address', 'Address'),
	text('dept', 'Department'),
	text('position', 'Position'),
	text('memo', 'Memo'),
	integer('customerId', 'Customer ID'),
	...times,
];

const STANDARD: Readonly<Record<string, readonly StandardField[]>> = { customer, deal, contact };

export const standardFields = (resource: string): readonly StandardField[] =>
	STANDARD[resource] ?? [];

/** The related records whose fields a search can compare too (v2 §4.9, S3). */
export const RELATED: Readonly<Record<string, readonly string[]>> = { contact: ['customer'] };

/** The types of custom fields, as the search compares them. */
const CUSTOM_TYPES: Readonly<Record<string, SearchType>> = {
	text: 'text',
	url: 'text',
	date: 'dateTime',
	number: 'integer',
	decimal_number: 'decimal',
	calculation: 'decimal',
	single_select: 'integer',
	multi_select: 'integer',
	user: 'integer',
};

/** The value that a custom field has in the dropdown of fields: `custom:<itemKey or id>:<itemType>`. */
export const customFieldValue = (key: string | number, itemType: string): string =>
	`custom:${key}:${itemType}`;

/**
 * Reads the value of the dropdown of fields.
 * @throws UsageError for a field that the search index does not hold, before the service says so.
 */
export function toSearchField(value: string, fields: readonly StandardField[]): SearchField {
	const [kind, key = '', itemType = ''] = value.split(':');
	if (kind === 'custom' && key !== '') {
		const field = /^\d+$/.test(key) ? { customItemId: Number(key) } : { itemKey: key };
		return { field, label: key, type: CUSTOM_TYPES[itemType] };
	}
	const [reference = '', related] = value.split('.');
	if (related !== undefined) {
		const field = standardFields(reference).find(({ name }) => name === related);
		if (field) {
			return { field: { reference, name: related }, label: value, type: field.type };
		}
	}
	const field = fields.find(({ name }) => name === value);
	if (!field) {
		throw new UsageError(
			value === ''
				? 'A search condition has no field; choose one.'
				: `The search can't compare "${value}"; it compares ${fields.map(({ name }) => name).join(', ')} and custom fields (custom:itemKey).`,
		);
	}
	return { field: { name: field.name }, label: field.label, type: field.type };
}
