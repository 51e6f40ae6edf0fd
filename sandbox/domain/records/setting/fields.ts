import { fieldsOf } from '../../rules/customValues';
import type { Field } from '../../store/settings';
import type { Scope } from '../../scope';

/** A custom field of customers, contacts or deals (v1 §2.1, §2.9). */
export const readField = ({ id, itemKey, itemType, name, orderNum, options }: Field) => ({
	id,
	itemKey,
	itemType,
	name,
	orderNum,
	customItemOptions: options.map(optionOf),
});

/** A custom field of actions (v1 §2.9). */
export const readActionField = ({ id, itemKey, itemType, name, options }: Field) => ({
	id,
	itemKey,
	itemType,
	name,
	actionCustomItemOptions: options.map(optionOf),
});

const optionOf = ({ id, value, label }: Field['options'][number]) => ({
	id,
	value,
	label,
});

/** The custom fields of product-detail settings; each is there for every deal type (v1 §2.8). */
export function readProductDetailFields(scope: Scope, dealTypeId?: number) {
	const dealTypeIds = scope.service.store.settings
		.list('dealType', scope.caller.domainId)
		.map(({ id }) => id);
	return fieldsOf(scope, 'productDetail').map((field) => ({
		id: field.id,
		dealTypeId: dealTypeId ?? dealTypeIds[0] ?? null,
		dealTypeIds,
		name: field.name,
		itemType: field.itemType,
		orderNum: field.orderNum,
		itemKey: field.itemKey,
		dealProductDetailTypeCustomItemOptions: field.options.map(({ id, label }) => ({ id, label })),
	}));
}
