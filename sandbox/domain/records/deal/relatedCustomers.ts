import type { RelatedCustomerItem } from './form';
import type { Scope } from '../../scope';
import type { DealRow } from '../../store/rows';
import { customerOf, settingOfDealType } from '../../rules/references';

type Related = DealRow['relatedCustomers'];

/** Links related customers; those with `delete` are unlinked (v2 §2.6). */
export function writeRelatedCustomers(
	scope: Scope,
	dealTypeId: number,
	before: Related,
	items: RelatedCustomerItem[] | undefined,
): Related {
	let related = before;
	for (const item of items ?? []) {
		const type = settingOfDealType(scope, 'dealCustomerType', item.dealCustomerTypeId, dealTypeId);
		const { id: customerId } = customerOf(scope, item.customerId);
		const others = related.filter((one) => one.typeId !== type.id || one.customerId !== customerId);
		related = item.delete ? others : [...others, { typeId: type.id, customerId }];
	}
	return related;
}
