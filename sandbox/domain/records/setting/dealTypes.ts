import type { TimeFormat } from '../../../contract/time';
import { nameOf } from '../names';
import { ofDealType, productDetailTypes } from '../productDetailTypes';
import { readRecords } from '../reading';
import { fieldsOf } from '../../rules/customValues';
import { rowOf, rowsOf } from '../../rules/references';
import type { Scope } from '../../scope';
import type { Field, Row } from '../../properties/records';
import type { PartOfDealType } from '../../properties/settings';
import { sql } from '../../store/sql';

/** A deal type with everything that belongs to it (v1 §2.1). */
export function readDealType(scope: Scope, dealType: Row<'dealType'>, time: TimeFormat) {
	const { domainId } = scope.caller;
	const isOfType = ({ dealTypeId }: { dealTypeId: number }) => dealTypeId === dealType.id;
	const named = (name: PartOfDealType) => rowsOf(scope, name).filter(isOfType).map(nameOf);
	const options = { version: 'v1', time } as const;
	const phases = named('phase');
	const details = scope.service.store.tables.productDetailType.select({
		where: [sql`t.domainId = ${domainId}`, ofDealType(dealType.id)],
		orderBy: sql`t.id`,
	});
	return {
		...nameOf(dealType),
		phases,
		products: named('product'),
		probabilities: named('probability'),
		channels: named('channel'),
		endPhaseReasons: named('endPhaseReason'),
		actionsPurposes: rowsOf(scope, 'actionPurpose')
			.filter(isOfType)
			.map(({ id, name, patternId, orderNum }) => ({
				id,
				name,
				pattern: patternId,
				patternName: rowOf(scope, 'actionPattern', patternId).name,
				orderNum,
			})),
		dealCustomItems: fieldsOf(scope, 'deal').map(readField),
		dealProductDetailTypes: readRecords(scope, productDetailTypes, details, options),
		dealCustomerTypes: rowsOf(scope, 'dealCustomerType')
			.filter(isOfType)
			.map(({ id, name, orderNum }) => ({ id, name, orderNum })),
		// Nothing is required beyond what the create form asks for.
		dealRequiredFields: phases.map(({ id }) => ({
			phaseId: id,
			amount: false,
			dealProductDetail: false,
			dealCustomItemIds: [],
		})),
	};
}

/** A custom field of customers, contacts or deals (v1 §2.1, §2.9). */
export const readField = ({ id, itemKey, itemType, name, orderNum, options }: Field) => ({
	id,
	itemKey,
	itemType,
	name,
	orderNum,
	customItemOptions: options,
});

/** A custom field of actions (v1 §2.9). */
export const readActionField = ({ id, itemKey, itemType, name, options }: Field) => ({
	id,
	itemKey,
	itemType,
	name,
	actionCustomItemOptions: options,
});

/** The custom fields of product-detail settings; each is there for every deal type (v1 §2.8). */
export function readProductDetailFields(scope: Scope, dealTypeId?: number) {
	const dealTypeIds = rowsOf(scope, 'dealType').map(({ id }) => id);
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
