import type { ContactRow } from '../../store/rows';
import type { ReadOptions } from '../customer/read';
import { customsReader } from '../customs';
import { namesFrom, objectsReader } from '../names';
import { timesReader } from '../times';
import type { Scope } from '../../scope';

/** Contacts in the record shape of v1 §2.5 and v2 §2.7, in the order of the rows. */
export function readContacts(scope: Scope, rows: ContactRow[], options: ReadOptions) {
	const { time } = options;
	const customers = namesFrom(
		scope.service.store.customers,
		rows.map((row) => row.customerId),
	);
	const times = timesReader(scope, time);
	const customs = customsReader(scope, 'contact', options.customs, time);
	const ids = rows.map((row) => row.id);
	const objects = options.relatedObjects ? objectsReader(scope, 'contact', ids) : undefined;
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		email: row.email,
		tel: row.tel,
		mobileTel: row.mobileTel,
		address: row.address,
		dept: row.dept,
		position: row.position,
		memo: row.memo,
		externalLeadScore: row.externalLeadScore,
		customer: customers(row.customerId),
		...times(row),
		contactCustoms: customs(row.id, row.customs),
		lifecycleStages: row.lifecycleStages.map(({ lifecycleStageTypeId, id, name }) => ({
			lifecycleStageTypeId,
			id,
			name,
		})),
		...(objects ? { customObjects: objects(row.id) } : {}),
	}));
}
