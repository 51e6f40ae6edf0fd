/** v2 §2.6, §4.6. */
import type { IDataObject } from 'n8n-workflow';
import { byId } from '../nodeFixture';
import { customsOf } from './customFields';
import { linked, plain, refers, refersToMany, type Chapter, type LifeOf } from './recordScenario';
import { dealTypes, idIs, linkable, userIds, type DealType } from './prerequisites';

const by = (property: string, first: number, second: number): Chapter => ({
	...refers(property, first, second),
	created: { enter: byId(first), shows: { [property]: { id: first } } },
});

/** What the service works out from the amount: the profit, and custom fields that calculate. */
const OF_AMOUNT = ['totalProfit', 'dealCustoms'];

/** On update, an item with id changes, one marked deleted goes, one without id comes (v2 §2.6). */
function productDetails({ dealProductDetailTypes }: DealType): Chapter {
	const [first, second, third] = dealProductDetailTypes;
	const text = Object.values(first!.dealProductDetailTypeCustoms).find(
		({ itemType }) => itemType === 'text',
	)!.dealProductDetailTypeCustomItemId;
	const whole = {
		dealProductDetailTypeId: first!.id,
		quantity: 3,
		price: 1500.5,
		unitCost: 700,
		term: 2,
		firstSales: '2026-10-01T00:00:00Z',
		memo: 'Three of them',
	};
	const shown = {
		dealProductDetailTypeId: first!.id,
		quantity: '3',
		price: '1500.5',
		unitCost: '700',
		term: 2,
		firstSales: '2026-10-01T00:00:00.000Z',
		memo: 'Three of them',
	};
	return {
		created: {
			enter: [
				{
					...whole,
					dealProductDetailCustoms: JSON.stringify([
						{ dealProductDetailTypeCustomItemId: text, value: 'Blue' },
					]),
				},
				{ dealProductDetailTypeId: second!.id },
			],
			shows: {
				dealProductDetails: [
					{ ...shown, dealProductDetailCustoms: { detail_text: { text: 'Blue' } } },
					{ dealProductDetailTypeId: second!.id },
				],
			},
		},
		updated: ({ dealProductDetails }) => {
			const [kept, removed] = dealProductDetails as Array<{ id: number }>;
			return {
				enter: [
					{ id: kept!.id, quantity: 4 },
					{ id: removed!.id, deleted: true },
					{ dealProductDetailTypeId: third!.id, quantity: 1 },
				],
				shows: {
					dealProductDetails: [
						{ ...shown, id: kept!.id, quantity: '4' },
						{ dealProductDetailTypeId: third!.id, quantity: '1' },
					],
				},
			};
		},
		changes: ['dealProductDetails', 'totalCost', 'totalProfit'],
	};
}

/** On update one customer is unlinked and another linked; the one left out stays (v2 §2.6). */
function relatedCustomers(
	{ dealCustomerTypes }: DealType,
	[a = 0, b = 0, c = 0]: number[],
): Chapter {
	const [agency, endCustomer] = dealCustomerTypes.map(({ id }) => id);
	const related = (typeId: number | undefined, ids: number[]): IDataObject => ({
		dealCustomerType: { id: typeId },
		customers: ids.map((id) => ({ id })),
	});
	return {
		created: {
			enter: [
				{ dealCustomerTypeId: agency, customerId: byId(a) },
				{ dealCustomerTypeId: endCustomer, customerId: b },
			],
			shows: { dealCustomerTypes: [related(agency, [a]), related(endCustomer, [b])] },
		},
		updated: {
			enter: [
				{ dealCustomerTypeId: agency, customerId: c },
				{ dealCustomerTypeId: endCustomer, customerId: b, delete: true },
			],
			shows: { dealCustomerTypes: [related(agency, [a, c])] },
		},
		changes: ['dealCustomerTypes'],
	};
}

export const dealLife: LifeOf = async (kit) => {
	const [type] = await dealTypes(kit);
	const users = await userIds(kit);
	const customers = await kit.write(
		'customer',
		['Buyer', 'Heir', 'Agency', 'End', 'Other'].map((name) => ({ name })),
	);
	const two = (list: Array<{ id: number }>): [number, number] => [list[0]!.id, list[1]!.id];
	const open = type.phases.filter(({ status }) => status === 1);
	const reasons = type.endPhaseReasons.map(({ id }) => id);
	return {
		resource: 'deal',
		owner: {},
		idName: 'dealId',
		reference: 'customer',
		readOptions: { includeRelatedObjects: true },
		story: {
			name: plain('name', 'Life insurance', 'Life assurance'),
			expectedContractDate: plain('expectedContractDate', '2026-02-28', '2026-12-31'),
			customer: by('customer', customers[0]!, customers[1]!),
			dealType: { created: refers('dealType', type.id, type.id).created, changes: [] },
			phase: { ...refers('phase', ...two(open)), changes: ['phase', 'phaseStayDays'] },
			product: refers('product', ...two(type.products)),
			probability: refers('probability', ...two(type.probabilities)),
			channel: refers('channel', ...two(type.channels)),
			user: by('user', users[0]!, users[1]!),
			amount: { ...plain('amount', 0, 250_000), changes: ['amount', ...OF_AMOUNT] },
			// The sandbox works it out from the phases; the wire test sees that it is sent.
			closingLeadtime: {
				created: { enter: 5, shows: {} },
				updated: { enter: 6, shows: {} },
				changes: [],
			},
			fromEmail: plain('fromEmail', true, false),
			memo: plain('memo', 'Line one\nline two', ''),
			reason: plain('reason', 'Asked for', 'Not asked for'),
			endPhaseReasonIds: refersToMany('endPhaseReasons', reasons.slice(0, 2), reasons.slice(2)),
			dealProductDetails: productDetails(type),
			dealCustomers: relatedCustomers(type, customers.slice(2)),
			customObjects: linked('customObjects', await linkable(kit)),
		},
		customs: await customsOf(kit, 'dealCustoms', type.dealCustomItems),
		customsIn: ['dealCustoms'],
		found: ({ id, name }) => [
			{ operation: 'deal.search', parameters: idIs(id as number) },
			{
				operation: 'deal.getMany',
				parameters: { filters: { searchWord: name, dealTypeId: type.id } },
			},
		],
	};
};
