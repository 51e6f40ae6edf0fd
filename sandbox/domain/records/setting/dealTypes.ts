import type { TimeFormat } from '../../../contract/time';
import { nameOf, settingNames } from '../names';
import { readProductDetailTypes } from './productDetails';
import { fieldsOf } from '../../rules/customValues';
import type { Scope } from '../../scope';
import type { Field, Setting } from '../../store/settings';

/** A deal type with everything that belongs to it (v1 §2.1). */
export function readDealType(scope: Scope, dealType: Setting<'dealType'>, time: TimeFormat) {
	const { settings } = scope.service.store;
	const { domainId } = scope.caller;
	const ofType = (setting: { dealTypeId: number }) => setting.dealTypeId === dealType.id;
	const patterns = settingNames(scope, 'actionPattern');
	const phases = settings.list('phase', domainId).filter(ofType);
	const details = settings
		.list('productDetail', domainId)
		.filter(({ dealTypeIds }) => dealTypeIds.includes(dealType.id));
	return {
		...nameOf(dealType),
		phases: phases.map(({ id, name, status }) => ({ id, name, status })),
		products: settings.list('product', domainId).filter(ofType).map(nameOf),
		probabilities: settings.list('probability', domainId).filter(ofType).map(nameOf),
		channels: settings.list('channel', domainId).filter(ofType).map(nameOf),
		endPhaseReasons: settings.list('endPhaseReason', domainId).filter(ofType).map(nameOf),
		actionsPurposes: settings
			.list('actionPurpose', domainId)
			.filter(ofType)
			.map(({ id, name, patternId, orderNum }) => ({
				...{ id, name },
				pattern: patternId,
				patternName: patterns(patternId)?.name ?? '',
				orderNum,
			})),
		dealCustomItems: fieldsOf(scope, 'deal').map(readField),
		dealProductDetailTypes: readProductDetailTypes(scope, details, { version: 'v1', time }),
		dealCustomerTypes: settings
			.list('dealCustomerType', domainId)
			.filter(ofType)
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
