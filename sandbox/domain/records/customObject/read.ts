import type { TimeFormat } from '../../../contract/time';
import type { CustomObjectRow } from '../../store/rows';
import { namesFrom } from '../names';
import type { Scope } from '../../scope';
import type { Setting } from '../../store/settings';

/** Custom objects with a property for every item key, null where empty (v2 §2.8). */
export function readCustomObjects(
	scope: Scope,
	definition: Setting<'customObjectDef'>,
	rows: CustomObjectRow[],
	options: { time: TimeFormat; relatedObjects?: boolean },
) {
	const { time } = options;
	const dates = definition.items.filter(({ itemType }) => itemType === 'date');
	return rows.map((row) => {
		const fields: Record<string, unknown> = {};
		for (const { itemKey } of definition.items) fields[itemKey] = row.fields[itemKey] ?? null;
		for (const { itemKey } of dates) {
			const value = row.fields[itemKey];
			if (typeof value === 'string') fields[itemKey] = time(Date.parse(value));
		}
		return {
			id: row.id,
			...fields,
			createdAt: time(row.createdAt),
			updatedAt: time(row.updatedAt),
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
