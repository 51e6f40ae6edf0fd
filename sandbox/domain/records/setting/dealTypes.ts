import type { TimeFormat } from '../../../contract/time';
import { nameOf, namesOf } from '../names';
import { ofDealType, productDetailTypes } from '../productDetailTypes';
import { readRecords } from '../reading';
import { fieldsOf } from '../../rules/customValues';
import type { Scope } from '../../scope';
import type { Field, PartOfDealType, Setting } from '../../store/settings';
import { sql } from '../../store/sql';

/** A deal type with everything that belongs to it (v1 §2.1). */
export function readDealType(scope: Scope, dealType: Setting<'dealType'>, time: TimeFormat) {
	const { settings } = scope.service.store;
	const { domainId } = scope.caller;
	const ofType = <Kind extends PartOfDealType>(kind: Kind) =>
		settings.list(kind, domainId).filter(({ dealTypeId }) => dealTypeId === dealType.id);
	const options = { version: 'v1', time } as const;
	const patterns = namesOf(scope, 'actionPattern');
	const phases = ofType('phase');
	const details = scope.service.store.productDetailTypes.select({
		where: [sql`t.domainId = ${domainId}`, ofDealType(dealType.id)],
		orderBy: sql`t.id`,
	});
	return {
		...nameOf(dealType),
		phases: phases.map(({ id, name, status }) => ({ id, name, status })),
		products: ofType('product').map(nameOf),
		probabilities: ofType('probability').map(nameOf),
		channels: ofType('channel').map(nameOf),
		endPhaseReasons: ofType('endPhaseReason').map(nameOf),
		actionsPurposes: ofType('actionPurpose').map(({ id, name, patternId, orderNum }) => ({
			...{ id, name },
			pattern: patternId,
			patternName: patterns(patternId)?.name ?? '',
			orderNum,
		})),
		dealCustomItems: fieldsOf(scope, 'deal').map(readField),
		dealProductDetailTypes: readRecords(scope, productDetailTypes, details, options),
		dealCustomerTypes: ofType('dealCustomerType').map(({ id, name, orderNum }) => {
			return { id, name, orderNum };
		}),
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
