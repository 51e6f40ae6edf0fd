import { property, type FieldOwner } from './property';

/*
 * What a domain is set up with, by kind: as properties of tables, of which each domain has a few rows.
 * Calls do not write them, but for the custom fields of actions.
 */

export const itemTypes = [
	'text',
	'date',
	'number',
	'decimal_number',
	'url',
	'single_select',
	'multi_select',
	'user',
] as const;
/** Types of custom fields; deals know `calculation` too (S3). */
export type ItemType = (typeof itemTypes)[number] | 'calculation';

export interface FieldOption {
	id: number;
	value: number;
	label: string;
}

/** A field of a custom object. */
export interface ObjectItem {
	itemKey: string;
	name: string;
	itemType: (typeof itemTypes)[number];
	options: Array<{ key: string; label: string }>;
}

const named = { name: property.text() };
const keyed = { ...named, key: property.text() };
const partOfDealType = { ...named, dealTypeId: property.integer(), orderNum: property.integer() };

export const settings = {
	dealType: named,
	/** status: 1 = in progress, 2 = won, 3 = lost (S3). */
	phase: { ...partOfDealType, status: property.integer() },
	product: partOfDealType,
	probability: partOfDealType,
	channel: partOfDealType,
	endPhaseReason: partOfDealType,
	dealCustomerType: partOfDealType,
	actionPurpose: { ...partOfDealType, patternId: property.integer() },
	actionPattern: named,
	industry: named,
	lifecycleStageType: {
		...named,
		stages: property.json<Array<{ id: number; name: string }>>()({}),
	},
	field: {
		...named,
		owner: property.text(),
		itemKey: property.text({ null: true }),
		itemType: property.text(),
		orderNum: property.integer(),
		options: property.json<FieldOption[]>()({}),
		/** When each option of an action's field was added, in ms, by its id (v1 §2.9, labels). */
		optionTimes: property.json<Record<string, number>>()({}),
		/** Of a calculation: this part of the deal's amount. */
		percent: property.integer({ null: true }),
	},
	customObjectDef: { ...keyed, items: property.json<ObjectItem[]>()({}) },
	billingType: keyed,
	roundType: keyed,
};
export type SettingName = keyof typeof settings;
/** What belongs to a deal type. */
export type PartOfDealType = {
	[Name in SettingName]: (typeof settings)[Name] extends { dealTypeId: unknown } ? Name : never;
}[SettingName];

/** What the types of columns do not say. */
export interface FieldTypes {
	owner: FieldOwner;
	itemType: ItemType;
}
