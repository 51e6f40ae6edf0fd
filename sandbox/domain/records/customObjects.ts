import { most } from '../../contract/limits';
import { invalid, notFound } from '../../contract/refusal';
import { inUtc } from '../../contract/time';
import * as records from '../properties/records';
import type { CustomObjectRow } from '../properties/records';
import { associateRecords } from '../rules/associations';
import { settingOf } from '../rules/references';
import { removeCustomObjects } from '../rules/removal';
import type { Scope } from '../scope';
import type { ObjectItem, Setting } from '../store/settings';
import { recordKind } from './kind';
import { namesOf, timeShown } from './reading';
import { writeObjectValues } from './objectValues';

/** The definition of that key; NOT_FOUND when the domain has none. */
export function definitionOf({ service, caller }: Scope, key: string): Setting<'customObjectDef'> {
	const definition = service.store.settings
		.list('customObjectDef', caller.domainId)
		.find((one) => one.key === key);
	if (!definition) throw notFound('custom object definition', key);
	return definition;
}

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
	filters: {},
	remove: removeCustomObjects,
});

/** Custom objects with a property for every item key, null where empty. */
export function readCustomObjects(
	scope: Scope,
	{ items }: Setting<'customObjectDef'>,
	rows: CustomObjectRow[],
	relatedObjects = false,
) {
	const time = timeShown(scope, inUtc);
	/** How the values of a type are shown where that is not as they are stored. */
	const shown: Partial<Record<ObjectItem['itemType'], (value: string) => string>> = {
		date: (value) => inUtc(Date.parse(value)),
		decimal_number: scope.service.decimalFormat,
	};
	return rows.map(({ id, fields, createdAt, updatedAt }) => {
		const values = items.map(({ itemKey, itemType }) => {
			const value = fields[itemKey] ?? null;
			return [itemKey, typeof value === 'string' ? (shown[itemType]?.(value) ?? value) : value];
		});
		return {
			...{ id, ...(Object.fromEntries(values) as object) },
			...{ createdAt: time(createdAt), updatedAt: time(updatedAt) },
			...(relatedObjects ? associatesOf(scope, id) : {}),
		};
	});
}

function associatesOf(scope: Scope, id: number) {
	const named = (kind: records.AssociatedKind) => {
		const ids = scope.service.store.associatesOf(id, kind);
		return ids.map(namesOf(scope, kind, ids)).filter(Boolean);
	};
	return { deals: named('deal'), customers: named('customer'), contacts: named('contact') };
}
