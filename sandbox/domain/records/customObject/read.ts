import type { TimeFormat } from '../../../contract/time';
import type { CustomObjectRow } from '../../store/rows';
import { namesFrom } from '../names';
import { timesReader } from '../times';
import type { Scope } from '../../scope';
import type { ObjectItem, Setting } from '../../store/settings';

/** Custom objects with a property for every item key, null where empty (v2 §2.8). */
export function readCustomObjects(
	scope: Scope,
	definition: Setting<'customObjectDef'>,
	rows: CustomObjectRow[],
	options: { time: TimeFormat; relatedObjects?: boolean },
) {
	const { time } = options;
	const { decimalFormat } = scope.service;
	const times = timesReader(scope, time);
	/** How the values of a type are shown where that is not as they are stored. */
	const shown: Partial<Record<ObjectItem['itemType'], (value: string) => string>> = {
		date: (value) => time(Date.parse(value)),
		decimal_number: decimalFormat,
	};
	return rows.map((row) => {
		const fields: Record<string, unknown> = {};
		for (const { itemKey, itemType } of definition.items) {
			const value = row.fields[itemKey] ?? null;
			fields[itemKey] = typeof value === 'string' ? (shown[itemType]?.(value) ?? value) : value;
		}
		return {
			id: row.id,
			...fields,
			...times(row),
			...(options.relatedObjects ? associationsOf(scope, row.id) : {}),
		};
	});
}

function associationsOf({ service: { store } }: Scope, id: number) {
	const ids = {
		deals: store.associatesOf(id, 'deal'),
		customers: store.associatesOf(id, 'customer'),
		contacts: store.associatesOf(id, 'contact'),
	};
	return {
		deals: ids.deals.map(namesFrom(store.deals, ids.deals)).filter(Boolean),
		customers: ids.customers.map(namesFrom(store.customers, ids.customers)).filter(Boolean),
		contacts: ids.contacts.map(namesFrom(store.contacts, ids.contacts)).filter(Boolean),
	};
}
