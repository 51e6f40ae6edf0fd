import { fieldsOf } from '../../rules/customValues';
import type { TimeFormat } from '../../../contract/time';
import type { Setting } from '../../store/settings';
import { nameOf, settingNames } from '../names';
import type { Scope } from '../../scope';
import { readField } from './fields';
import { readProductDetailTypes } from './productDetails';

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
