import { invalid } from '../../../contract/refusal';
import { definedOnly, mapDefined } from '../../../contract/values';
import { associateObjects } from '../../rules/associations';
import { writeCustoms } from '../../rules/customValues';
import { requireReason } from './phases';
import { writeProductDetails } from './productDetails';
import { customerOf, settingOf, settingOfDealType, userOf } from '../../rules/references';
import { writeRelatedCustomers } from './relatedCustomers';
import { isCalendarDate } from '../../../contract/time';
import type { DealRow } from '../../store/rows';
import { newTimes, nextTimes, type Overrides, type Scope } from '../../scope';
import type { DealChanges, DealForm } from './form';

/** Adds a deal and returns its id. */
export function createDeal(scope: Scope, form: DealForm, overrides: Overrides = {}): number {
	const { store } = scope.service;
	const dealTypeId = settingOf(scope, 'dealType', form.dealType.id).id;
	const times = newTimes(scope, overrides);
	const deal: Omit<DealRow, 'id'> = {
		name: form.name,
		amount: form.amount ?? null,
		closingLeadtime: form.closingLeadtime ?? null,
		expectedContractDate: calendarDate(form.expectedContractDate),
		memo: form.memo ?? '',
		reason: form.reason ?? null,
		fromEmail: form.fromEmail ?? false,
		dealTypeId,
		endPhaseReasonIds: endPhaseReasons(scope, form.endPhaseReasonIds ?? [], dealTypeId),
		phaseHistory: [{ phaseId: form.phase.id, at: times.createdAt }],
		productDetails: writeProductDetails(scope, dealTypeId, [], form.dealProductDetails),
		relatedCustomers: writeRelatedCustomers(scope, dealTypeId, [], form.dealCustomers),
		customs: writeCustoms(scope, 'deal', {}, form.dealCustoms),
		// Last: an object that begins with them takes 40 times as long to make.
		...times,
		...referencesOf(scope, form, dealTypeId),
	};
	requireReason(scope, deal);
	const id = store.deals.insert(deal, overrides.id);
	associateObjects(scope, 'deal', id, form.customObjects);
	return id;
}

/** Changes the properties that the form holds, and no other (v2 §2.1 rule 4). */
export function updateDeal(
	scope: Scope,
	row: DealRow,
	changes: DealChanges,
	overrides: Overrides = {},
): DealRow {
	const { dealTypeId } = row;
	const times = nextTimes(scope, row, overrides);
	const changed: DealRow = {
		...row,
		...times,
		...referencesOf(scope, changes, dealTypeId),
		...definedOnly({
			name: mapDefined(changes.name, (name) => requiredText('name', name)),
			amount: changes.amount,
			closingLeadtime: changes.closingLeadtime,
			expectedContractDate: mapDefined(changes.expectedContractDate, calendarDate),
			memo: mapDefined(changes.memo, (memo) => memo ?? ''),
			reason: changes.reason,
			fromEmail: changes.fromEmail,
			endPhaseReasonIds: mapDefined(changes.endPhaseReasonIds, (ids) =>
				endPhaseReasons(scope, ids, dealTypeId),
			),
		}),
		productDetails: writeProductDetails(
			scope,
			dealTypeId,
			row.productDetails,
			changes.dealProductDetails,
		),
		relatedCustomers: writeRelatedCustomers(
			scope,
			dealTypeId,
			row.relatedCustomers,
			changes.dealCustomers,
		),
		customs: writeCustoms(scope, 'deal', row.customs, changes.dealCustoms),
	};
	if (changed.phaseId !== row.phaseId) {
		const entered = { phaseId: changed.phaseId, at: times.updatedAt };
		changed.phaseHistory = [...row.phaseHistory, entered];
	}
	requireReason(scope, changed);
	scope.service.store.deals.update(changed, scope.service.clock.now());
	associateObjects(scope, 'deal', row.id, changes.customObjects);
	return changed;
}

type Referenced = Pick<
	DealRow,
	'customerId' | 'userId' | 'phaseId' | 'productId' | 'probabilityId' | 'channelId'
>;

/** The ids that the form refers to; each must exist (v2 §4.6). */
function referencesOf<Form extends DealChanges>(
	scope: Scope,
	form: Form,
	dealTypeId: number,
): Form extends DealForm ? Referenced : Partial<Referenced> {
	const ids: Partial<Referenced> = {};
	if (form.customer) ids.customerId = customerOf(scope, form.customer.id).id;
	if (form.user) ids.userId = userOf(scope, form.user.id).id;
	for (const kind of ['phase', 'product', 'probability', 'channel'] as const) {
		const asked = form[kind];
		if (asked) ids[`${kind}Id`] = settingOfDealType(scope, kind, asked.id, dealTypeId).id;
	}
	// A create form has all of them; its schema requires them.
	return ids as Referenced;
}

function endPhaseReasons(scope: Scope, ids: number[], dealTypeId: number): number[] {
	return ids.map((id) => settingOfDealType(scope, 'endPhaseReason', id, dealTypeId).id);
}

function calendarDate(text: string): string {
	if (!isCalendarDate(text)) throw invalid(`expectedContractDate ${text} is not a date`);
	return text;
}

function requiredText(name: string, text: string): string {
	if (text === '') throw invalid(`${name} must not be empty`);
	return text;
}
