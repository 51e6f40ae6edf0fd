import { closingLeadtime, stayDays } from './phases';
import { subtotalOf, totalCostOf } from './productDetails';
import { valueIdOf, fieldsOf } from '../../rules/customValues';
import type { TimeFormat } from '../../../contract/time';
import type { DealRow, ProductDetail } from '../../store/rows';
import type { Setting } from '../../store/settings';
import { customsReader, detailsOf, shownValue } from '../customs';
import type { ReadOptions } from '../customer/read';
import { namesFrom, objectsReader, settingNames, type Naming } from '../names';
import { timesReader } from '../times';
import type { Scope } from '../../scope';

/** Deals in the record shape of v1 §2.7 and v2 §2.6, in the order of the rows. */
export function readDeals(scope: Scope, rows: DealRow[], options: ReadOptions) {
	const { time } = options;
	const { store, decimalFormat } = scope.service;
	const related = rows.flatMap((row) => row.relatedCustomers.map((one) => one.customerId));
	const customers = namesFrom(store.customers, [...rows.map((row) => row.customerId), ...related]);
	const users = namesFrom(
		store.users,
		rows.map((row) => row.userId),
	);
	const of = {
		dealType: settingNames(scope, 'dealType'),
		product: settingNames(scope, 'product'),
		probability: settingNames(scope, 'probability'),
		channel: settingNames(scope, 'channel'),
		endPhaseReason: settingNames(scope, 'endPhaseReason'),
		dealCustomerType: settingNames(scope, 'dealCustomerType'),
	};
	const phases = store.settings.list('phase', scope.caller.domainId);
	const times = timesReader(scope, time);
	const customs = customsReader(scope, 'deal', options.customs, time);
	const details = productDetailsReader(scope, time);
	const ids = rows.map((row) => row.id);
	const objects = options.relatedObjects ? objectsReader(scope, 'deal', ids) : undefined;
	return rows.map((row) => {
		const totalCost = totalCostOf(row.productDetails);
		const phase = phases.find(({ id }) => id === row.phaseId);
		return {
			id: row.id,
			name: row.name,
			amount: row.amount,
			closingLeadtime: closingLeadtime(scope, row),
			fromEmail: row.fromEmail,
			memo: row.memo,
			expectedContractDate: row.expectedContractDate,
			reason: row.reason,
			endPhaseReasons: row.endPhaseReasonIds.map(of.endPhaseReason).filter(Boolean),
			totalCost: decimalFormat(totalCost),
			totalProfit: decimalFormat((row.amount ?? 0) - totalCost),
			dealType: of.dealType(row.dealTypeId),
			customer: customers(row.customerId),
			phase: phase ? { id: phase.id, name: phase.name, status: phase.status } : null,
			product: of.product(row.productId),
			probability: of.probability(row.probabilityId),
			channel: of.channel(row.channelId),
			user: users(row.userId),
			phaseStayDays: phaseStayDays(phases, row),
			dealProductDetails: row.productDetails.map(details),
			dealCustomerTypes: relatedByType(row, of.dealCustomerType, customers),
			...times(row),
			dealCustoms: customs(row.id, row.customs, row.amount),
			...(objects ? { customObjects: objects(row.id) } : {}),
		};
	});
}

function phaseStayDays(phases: Array<Setting<'phase'>>, row: DealRow) {
	const days = stayDays(row);
	return phases
		.filter((phase) => phase.dealTypeId === row.dealTypeId)
		.map(({ id, name }) => ({
			id,
			name,
			phaseStayDays: days.get(id) ?? 0,
			isCurrentPhase: id === row.phaseId,
		}));
}

function relatedByType(row: DealRow, types: Naming, customers: Naming) {
	const typeIds = [...new Set(row.relatedCustomers.map(({ typeId }) => typeId))];
	return typeIds.map((typeId) => ({
		dealCustomerType: types(typeId),
		customers: row.relatedCustomers
			.filter((one) => one.typeId === typeId)
			.map((one) => customers(one.customerId)),
	}));
}

function productDetailsReader(scope: Scope, time: TimeFormat) {
	const { settings } = scope.service.store;
	const { decimalFormat } = scope.service;
	const { domainId } = scope.caller;
	const readCustoms = detailCustomsReader(scope, time);
	return (detail: ProductDetail) => {
		const setting = settings.find('productDetail', domainId, detail.dealProductDetailTypeId);
		const billing = settings.find('billingType', domainId, setting?.billingTypeId ?? null);
		return {
			id: detail.id,
			dealProductDetailTypeId: detail.dealProductDetailTypeId,
			name: setting?.name ?? null,
			billingType: billing ? { id: billing.id, key: billing.key, name: billing.name } : null,
			quantity: decimalFormat(detail.quantity),
			unit: setting?.unit ?? null,
			price: decimalFormat(detail.price),
			unitCost: decimalFormat(detail.unitCost),
			term: detail.term,
			subtotal: decimalFormat(subtotalOf(detail)),
			firstSales: detail.firstSales === null ? null : time(detail.firstSales),
			memo: detail.memo,
			dealProductDetailCustoms: readCustoms(detail),
		};
	};
}

/** Makes a reader of the custom values of product details and their settings (v1 §2.7, §2.8). */
export function detailCustomsReader(scope: Scope, time: TimeFormat) {
	const fields = fieldsOf(scope, 'productDetail');
	const { decimalFormat } = scope.service;
	return ({ id, customs }: Pick<ProductDetail, 'id' | 'customs'>): Record<string, unknown> => {
		const entries = fields.map((field) => {
			const value = shownValue(field, customs[field.id], decimalFormat);
			return [
				field.itemKey ?? String(field.id),
				{
					id: valueIdOf(id, field.id),
					dealProductDetailTypeCustomItemId: field.id,
					itemType: field.itemType,
					name: field.name,
					...detailsOf(field, value, new Map(), time),
				},
			];
		});
		return Object.fromEntries(entries) as Record<string, unknown>;
	};
}
