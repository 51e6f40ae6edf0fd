/** The fields of a record that a summary can use, and which of them a user means. */
import { UsageError } from '../../api/errors/errors';
import type { ApiVersion } from '../../api/types';
import {
	customFieldIn,
	customFieldValue,
	customValueOf,
	isItemId,
	isKnownTo,
	namesOf,
	standardOrCustom,
	TYPES,
	withNumber,
	type Called,
	type CustomFields,
	type Field,
	type Lookup,
	type NamedField,
	type NameReader,
} from '../../fields';
import type { RecordDescription } from '../../records/record';
import { distinctBy, isObject, own, quoted, textOf } from '../../values';
import { takenNames } from '../output/simplified';
import { customType, type SummaryField } from './field';

/** What a request alone gives, such as the parent of a new customer, no record shows. */
const isShown = ({ is, on }: Field): boolean =>
	is.includes('main') || on === undefined || on.length === 0 || on.includes('update');

interface StandardField extends SummaryField {
	readonly called: Called;
}

/** The standard fields of a record that a summary can use. */
export function summaryFields(record: RecordDescription, version: ApiVersion): StandardField[] {
	const fields = record.fields
		.filter((each) => isKnownTo(each, version) && isShown(each))
		.flatMap((each): StandardField[] => {
			const { key, shownAs: name = key, label, type } = each;
			if (TYPES[type].holds === undefined) return [];
			const isOfDealType = each.lookup !== undefined && hasOwnEntries(each.lookup);
			return [
				{
					...{ value: name, label, name, type, isCustom: false, property: name },
					called: calledOf(each, record),
					...(isOfDealType && { toldApartBy: DEAL_TYPE }),
					valueIn: isOfDealType
						? (raw) => ofDealType(raw[name], raw[DEAL_TYPE])
						: (raw) => raw[name],
				},
			];
		});
	return distinctBy(fields, ({ name }) => name);
}

/** What a property goes by: also by the names of another field that is shown in it. */
function calledOf({ shownAs, key }: Field, { fields }: RecordDescription): Called {
	const name = shownAs ?? key;
	const called = fields
		.filter((each) => (each.shownAs ?? each.key) === name)
		.map((each) => namesOf(each, fields));
	return {
		exact: [name, ...called.flatMap(({ exact }) => exact)],
		names: called.flatMap(({ names }) => names),
	};
}

const DEAL_TYPE = 'dealType';

/** Whether each deal type has entries of its own, such as phases. */
const hasOwnEntries = (lookup: Lookup): boolean =>
	lookup.kind === 'dropdown' && 'records' in lookup.names && lookup.names.ofDealType;

/** An entry with the deal type that has it, as in lists of entries. */
const ofDealType = (entry: unknown, dealType: unknown): unknown =>
	isObject(entry) && isObject(dealType) ? { ...entry, dealTypes: [dealType] } : entry;

/** A custom field by its key. */
function customField(
	{ key, name: label, itemType = '', ...rest }: NamedField,
	record: RecordDescription,
	customs: CustomFields,
): SummaryField {
	const { property } = customs;
	const value = customFieldValue(key, itemType);
	const isFree = property === undefined ? true : !takenNames(record).has(label);
	const type = customType(itemType, customs);
	return {
		...{ value, label, type, isCustom: true, property },
		name: isFree && label !== COUNT ? label : `${property ?? 'field'}.${key}`,
		options: optionsIn(rest),
		valueIn: (raw) =>
			customValueOf(property === undefined ? raw : own(raw, property), key, own(rest, 'itemId')),
	};
}

export const COUNT = 'count';

/** The labels of options, where the list of fields has them; two of one label with their numbers. */
function optionsIn(field: object): ReadonlyMap<string, string> {
	const options: unknown[] =
		'options' in field && Array.isArray(field.options) ? field.options : [];
	const named = options
		.filter(isObject)
		.filter(({ name, value }) => textOf(name) !== textOf(value));
	const isTwice = (label: unknown) => named.filter(({ name }) => name === label).length > 1;
	return new Map(
		named.map(({ name, value }) => {
			const [label, number] = [textOf(name), textOf(value)];
			return [number, isTwice(name) ? withNumber(label, number) : label];
		}),
	);
}

/** Where the custom fields of a record are known; `undefined` while it is noted that they are needed. */
type FieldsOf = NameReader['fieldsOf'];

/** Knows the fields of one record by whatever a user calls them. */
export class FieldChoice {
	readonly standard: readonly StandardField[];

	constructor(
		private readonly record: RecordDescription,
		version: ApiVersion,
		private readonly fieldsOf?: FieldsOf,
	) {
		this.standard = summaryFields(record, version);
	}

	/** @throws UsageError for what no field is called, and for what several are. */
	field(text: string): SummaryField {
		const { record, standard } = this;
		const { customs } = record;
		const byKey = customs && customFieldIn(text);
		if (byKey) return this.byKey(byKey.key, byKey.itemType, customs);
		const property = customs?.property;
		const known = () => (property === undefined ? [] : (this.fieldsOf?.(record.id) ?? []));
		const who = `The summary field ${quoted(text)}`;
		const found = standardOrCustom(text, { standard, customs: known, property }, who);
		if (found && 'standard' in found) return found.standard;
		if (found && customs) return customField(found.custom, record, customs);
		// The fields of custom objects are bare properties, and some lists are not described.
		if (customs ? property === undefined : standard.length === 0) {
			return customField({ key: text, name: text }, record, customs ?? BARE);
		}
		throw this.noneCalled(text);
	}

	private byKey(key: string, itemType: string, customs: CustomFields): SummaryField {
		const known = this.customsOrNone().find((each) => each.key === key);
		const name = known?.name ?? (isItemId(key) ? `Field ${key}` : key);
		return customField(
			{ ...known, key, name, itemType: known?.itemType ?? itemType },
			this.record,
			customs,
		);
	}

	/** Where they can't be looked up, a key says enough by itself. */
	private customsOrNone(): readonly NamedField[] {
		try {
			return this.fieldsOf?.(this.record.id) ?? [];
		} catch {
			return [];
		}
	}

	private noneCalled(text: string): UsageError {
		const names = this.standard.map(({ name }) => name).join(', ');
		const others = this.record.customs
			? ' and custom fields, by their labels or as custom:itemKey'
			: '';
		return new UsageError(
			`${capital(this.record.many)} have no field ${quoted(text)} for a summary; they have ${names}${others}.`,
		);
	}
}

/** A record without custom fields whose own fields nobody describes. */
const BARE: CustomFields = { called: '', records: [] };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
