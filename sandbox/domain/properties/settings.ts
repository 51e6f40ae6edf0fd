import { property, type FieldOwner } from './property';

/*
 * The settings of a domain, by kind: tables in which each domain has a few rows. No call writes
 * them, except for the custom fields of actions.
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

const namedSetting = { name: property.text() };
const keyedSetting = { ...namedSetting, key: property.text() };
const partOfDealType = {
	...namedSetting,
	dealTypeId: property.integer(),
	orderNum: property.integer(),
};

export const settings = {
	dealType: namedSetting,
	/** status: 1 = in progress, 2 = won, 3 = lost (S3). */
	phase: { ...partOfDealType, status: property.integer() },
	product: partOfDealType,
	probability: partOfDealType,
	channel: partOfDealType,
	endPhaseReason: partOfDealType,
	dealCustomerType: partOfDealType,
	actionPurpose: { ...partOfDealType, patternId: property.integer() },
	actionPattern: namedSetting,
	industry: namedSetting,
	lifecycleStageType: {
		...namedSetting,
		stages: property.json<Array<{ id: number; name: string }>>()({}),
	},
	field: {
		...namedSetting,
		owner: property.text(),
		itemKey: property.text({ null: true }),
		itemType: property.text(),
		orderNum: property.integer(),
		options: property.json<FieldOption[]>()({}),
		/** The times in ms at which the options of an action's field were added, by option id (v1 §2.9, labels). */
		optionTimes: property.json<Record<string, number>>()({}),
		/** The percentage of the deal's amount that a calculation shows; null for all other fields. */
		percent: property.integer({ null: true }),
	},
	customObjectDef: { ...keyedSetting, items: property.json<ObjectItem[]>()({}) },
	billingType: keyedSetting,
	roundType: keyedSetting,
};
export type SettingName = keyof typeof settings;
/** The settings that belong to a deal type. */
export type PartOfDealType = {
	[Name in SettingName]: (typeof settings)[Name] extends { dealTypeId: unknown } ? Name : never;
}[SettingName];

/** Columns whose values are of a narrower type than their property says. */
export interface FieldTypes {
	owner: FieldOwner;
	itemType: ItemType;
}
