import { most } from '../../contract/limits';
import { badRequest, invalid, notFound } from '../../contract/refusal';
import { inUtc, isDateTime, readDateTime } from '../../contract/time';
import { isDecimal, isText } from '../../contract/values';
import * as records from '../properties/records';
import type { CustomObjectRow, ObjectValue } from '../properties/records';
import { recordKind } from './kind';
import { namesOf } from './names';
import type { Page } from './reading';
import { associateRecords } from '../rules/associations';
import { settingOf, userOf } from '../rules/references';
import { removeCustomObjects } from '../rules/removal';
import type { Scope } from '../scope';
import type { ObjectItem, Setting } from '../store/settings';

/** The definition of that key; NOT_FOUND when the domain has none. */
export function definitionOf({ service, caller }: Scope, key: string): Setting<'customObjectDef'> {
	const definition = service.store.settings
		.list('customObjectDef', caller.domainId)
		.find((one) => one.key === key);
	if (!definition) throw notFound('custom object definition', key);
	return definition;
}

/** The records of a kind that a custom object is associated with, where they are asked for. */
const associates =
	(kind: records.AssociatedKind) =>
	({ scope, rows, options }: Page<CustomObjectRow>) => {
		if (!options.relatedObjects) return () => undefined;
		const ids = rows.map(({ id }) => id);
		const linked = scope.service.store.linked(kind, 'fromId', ids);
		const name = namesOf(scope, kind, ids.flatMap(linked));
		return ({ id }: CustomObjectRow) => linked(id).map(name).filter(Boolean);
	};

/** v2 §2.8, §4.11. Forms hold item-key properties beside the associations. */
export const customObjects = recordKind<CustomObjectRow, typeof records.customObject>({
	...{ name: 'customObject', plural: 'customObjects', table: ({ customObjects }) => customObjects },
	...{ properties: records.customObject, schemas: records.customObjectSchemas },
	settle(scope, draft, form, before) {
		const { deals, customers, contacts } = form;
		const associated = [deals, customers, contacts].flatMap((list) => list ?? []);
		if (!before && associated.length > most.associations) {
			throw invalid(`a custom object is created with at most ${most.associations} associations`);
		}
		const definition = settingOf(scope, 'customObjectDef', draft.defId);
		return { ...draft, fields: writeObjectValues(scope, definition, draft.fields, form) };
	},
	follow: (scope, { id }, { deals, customers, contacts }) =>
		associateRecords(scope, id, { deal: deals, customer: customers, contact: contacts }),
	readers: {
		deals: associates('deal'),
		customers: associates('customer'),
		contacts: associates('contact'),
	},
	more: valuesShown,
	filters: {},
	remove: removeCustomObjects,
});

/** A property for every item key of the definition, null where empty. */
function valuesShown({ scope }: Page<CustomObjectRow>) {
	const { decimalFormat } = scope.service;
	return ({ defId, fields }: CustomObjectRow) => {
		const { items } = settingOf(scope, 'customObjectDef', defId);
		const values = items.map(({ itemKey, itemType }) => {
			const value = fields[itemKey] ?? null;
			const isDecimal = itemType === 'decimal_number' && typeof value === 'string';
			return [itemKey, isDecimal ? decimalFormat(value) : value];
		});
		return Object.fromEntries(values) as Record<string, unknown>;
	};
}

type Values = CustomObjectRow['fields'];

/** Properties of a custom object that are no fields of its own (v2 §2.8). */
const otherProperties = new Set(['id', 'createdAt', 'updatedAt', 'deals', 'customers', 'contacts']);

/** The JSON values that a type of field takes on write, and returns on read too (v2 §2.8, S3). */
interface ValueType {
	/** What is wanted, in words: `an integer`. */
	wanted: string;
	/** A value of another type is a BAD_REQUEST. */
	accepts(value: unknown): boolean;
	/** What is stored of an accepted value; NOT_FOUND or VALIDATION_FAILED if it refers to nothing. */
	stored?(value: never, item: ObjectItem, scope: Scope): ObjectValue;
}

const listOf = (accepts: (value: unknown) => boolean) => (value: unknown) =>
	Array.isArray(value) && value.every(accepts);

const valueTypes: Record<ObjectItem['itemType'], ValueType> = {
	text: { wanted: 'a string', accepts: isText },
	url: { wanted: 'a string', accepts: isText },
	number: { wanted: 'an integer', accepts: Number.isInteger },
	decimal_number: {
		wanted: 'a decimal number as a string',
		accepts: (value) => isText(value) && isDecimal(value),
	},
	date: {
		wanted: 'an ISO 8601 date-time',
		accepts: (value) => isText(value) && isDateTime(value),
		stored: (text: string) => inUtc(readDateTime(text)),
	},
	single_select: {
		wanted: 'a string',
		accepts: isText,
		stored: (key: string, item) => optionOf(item, key),
	},
	multi_select: {
		wanted: 'an array of option keys',
		accepts: listOf(isText),
		stored: (keys: string[], item) => keys.map((key) => optionOf(item, key)),
	},
	user: {
		wanted: 'an array of user ids',
		accepts: listOf(Number.isInteger),
		stored: (ids: number[], _, scope) => ids.map((id) => userOf(scope, id).id),
	},
};

/**
 * The values after the request's item-key properties are applied: null and empty text delete one
 * (v2 §4.11). An unknown item key is a VALIDATION_FAILED.
 */
function writeObjectValues(
	scope: Scope,
	{ key, items }: Setting<'customObjectDef'>,
	before: Values,
	properties: Record<string, unknown>,
): Values {
	const values = { ...before };
	for (const [itemKey, value] of Object.entries(properties)) {
		if (otherProperties.has(itemKey)) continue;
		const item = items.find((one) => one.itemKey === itemKey);
		if (!item) throw invalid(`${key} has no item ${itemKey}`);
		if (value === null || value === '') delete values[itemKey];
		else values[itemKey] = storedValue(scope, item, value);
	}
	return values;
}

function storedValue(scope: Scope, item: ObjectItem, value: unknown): ObjectValue {
	const type = valueTypes[item.itemType];
	if (!type.accepts(value)) throw badRequest(`${item.itemKey} must be ${type.wanted}`);
	// The line above has checked its type.
	return type.stored?.(value as never, item, scope) ?? (value as ObjectValue);
}

function optionOf({ itemKey, options }: ObjectItem, key: string): string {
	if (!options.some((option) => option.key === key))
		throw invalid(`${itemKey} has no option ${key}`);
	return key;
}
