import type { TimeFormat } from '../../../contract/time';
import type { CustomerRow } from '../../store/rows';
import { customsReader, type CustomsForm } from '../customs';
import { namesFrom, objectsReader, settingNames } from '../names';
import { timesReader } from '../times';
import type { Scope } from '../../scope';

export interface ReadOptions {
	time: TimeFormat;
	customs: CustomsForm;
	/** Adds `customObjects` (include_related_objects=1). */
	relatedObjects?: boolean;
}

/** Customers in the record shape of v1 §2.4, in the order of the rows. */
export function readCustomers(scope: Scope, rows: CustomerRow[], options: ReadOptions) {
	const { time } = options;
	const roles = namesFrom(
		scope.service.store.roles,
		rows.map((row) => row.ownerRoleId),
	);
	const times = timesReader(scope, time);
	const customs = customsReader(scope, 'customer', options.customs, time);
	const ids = rows.map((row) => row.id);
	const objects = options.relatedObjects ? objectsReader(scope, 'customer', ids) : undefined;
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		address: row.address,
		telNo: row.telNo,
		webUrl: row.webUrl,
		employee: row.employee,
		capital: row.capital,
		company: { name: row.companyName, companyNum: row.companyNum },
		closingMonth: row.closingMonth,
		ownerRole: roles(row.ownerRoleId),
		...times(row),
		customerCustoms: customs(row.id, row.customs),
		...(objects ? { customObjects: objects(row.id) } : {}),
	}));
}

/** The same with what v2 adds (v2 §2.4). */
export function readCustomersOfV2(scope: Scope, rows: CustomerRow[], options: ReadOptions) {
	const industries = settingNames(scope, 'industry');
	return readCustomers(scope, rows, options).map((record, index) => ({
		...record,
		companyNum: rows[index]?.companyNum ?? null,
		establishYear: rows[index]?.establishYear ?? null,
		industry: industries(rows[index]?.industryId ?? null),
	}));
}
