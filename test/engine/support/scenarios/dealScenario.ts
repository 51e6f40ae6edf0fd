/** v2 §2.6, §4.6. */
import type { IDataObject } from 'n8n-workflow';
import { byId } from '../nodeFixture';
import { customFieldScenarios } from './customFields';
import {
	associationField,
	valueField,
	referenceField,
	referenceListField,
	type FieldScenario,
	type ScenarioBuilder,
} from './recordScenario';
import {
	dealTypes,
	searchById,
	linkableCustomObjects,
	userIds,
	type DealType,
} from './prerequisites';

/** A decimal as text, with or without zeros at its end (S5). */
function decimal(text: string): unknown {
	const zeros = text.includes('.') ? '0*' : String.raw`(\.0+)?`;
	return expect.stringMatching(new RegExp(`^${text.replace('.', String.raw`\.`)}${zeros}$`));
}

const by = (property: string, first: number, second: number): FieldScenario => ({
	...referenceField(property, first, second),
	created: { input: byId(first), expected: { [property]: { id: first } } },
});

/** What the service works out from the amount: the profit, and custom fields that calculate. */
const OF_AMOUNT = ['totalProfit', 'dealCustoms'];

/** On update, an item with id changes, one marked deleted goes, one without id comes (v2 §2.6). */
function productDetails({ dealProductDetailTypes }: DealType): FieldScenario {
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
		quantity: decimal('3'),
		price: decimal('1500.5'),
		unitCost: decimal('700'),
		term: 2,
		firstSales: '2026-10-01T00:00:00.000Z',
		memo: 'Three of them',
	};
	return {
		created: {
			input: [
				{
					...whole,
					dealProductDetailCustoms: JSON.stringify([
						{ dealProductDetailTypeCustomItemId: text, value: 'Blue' },
					]),
				},
				{ dealProductDetailTypeId: second!.id },
			],
			expected: {
				dealProductDetails: [
					{ ...shown, dealProductDetailCustoms: { detail_text: { text: 'Blue' } } },
					{ dealProductDetailTypeId: second!.id },
				],
			},
		},
		updated: ({ dealProductDetails }) => {
			const [kept, removed] = dealProductDetails as Array<{ id: number }>;
			return {
				input: [
					{ id: kept!.id, quantity: 4 },
					{ id: removed!.id, deleted: true },
					{ dealProductDetailTypeId: third!.id, quantity: 1 },
				],
				expected: {
					dealProductDetails: [
						{ ...shown, id: kept!.id, quantity: decimal('4') },
						{ dealProductDetailTypeId: third!.id, quantity: decimal('1') },
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
): FieldScenario {
	const [agency, endCustomer] = dealCustomerTypes.map(({ id }) => id);
	const related = (typeId: number | undefined, ids: number[]): IDataObject => ({
		dealCustomerType: { id: typeId },
		customers: ids.map((id) => ({ id })),
	});
	return {
		created: {
			input: [
				{ dealCustomerTypeId: agency, customerId: byId(a) },
				{ dealCustomerTypeId: endCustomer, customerId: b },
			],
			expected: { dealCustomerTypes: [related(agency, [a]), related(endCustomer, [b])] },
		},
		updated: {
			input: [
				{ dealCustomerTypeId: agency, customerId: c },
				{ dealCustomerTypeId: endCustomer, customerId: b, delete: true },
			],
			expected: { dealCustomerTypes: [related(agency, [a, c])] },
		},
		changes: ['dealCustomerTypes'],
	};
}

/** On update a custom value can be named by its own id too (v2 §4.6). */
const customValuesById: FieldScenario = {
	updated: ({ dealCustoms }) => {
		const { id } = (dealCustoms as IDataObject[]).find(({ itemType }) => itemType === 'text')!;
		const text = 'By its id';
		return { input: [{ id, value: text }], expected: containing({ id, text }) };
	},
	changes: ['dealCustoms'],
};

/** Matches a deal with this custom value among others. */
const containing = (value: IDataObject) =>
	({
		dealCustoms: expect.arrayContaining([expect.objectContaining(value)]) as unknown,
	}) as IDataObject;

export const dealScenario: ScenarioBuilder = async (fixture) => {
	const [type] = await dealTypes(fixture);
	const users = await userIds(fixture);
	const customers = await fixture.write(
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
		fields: {
			name: valueField('name', 'Life insurance', 'Life assurance'),
			expectedContractDate: valueField('expectedContractDate', '2026-02-28', '2026-12-31'),
			customer: by('customer', customers[0]!, customers[1]!),
			dealType: { created: referenceField('dealType', type.id, type.id).created, changes: [] },
			phase: { ...referenceField('phase', ...two(open)), changes: ['phase', 'phaseStayDays'] },
			product: referenceField('product', ...two(type.products)),
			probability: referenceField('probability', ...two(type.probabilities)),
			channel: referenceField('channel', ...two(type.channels)),
			user: by('user', users[0]!, users[1]!),
			amount: { ...valueField('amount', 0, 250_000), changes: ['amount', ...OF_AMOUNT] },
			closingLeadtime: valueField('closingLeadtime', 5, 6),
			fromEmail: valueField('fromEmail', true, false),
			memo: valueField('memo', 'Line one\nline two', ''),
			reason: valueField('reason', 'Asked for', 'Not asked for'),
			endPhaseReasonIds: referenceListField(
				'endPhaseReasons',
				reasons.slice(0, 2),
				reasons.slice(2),
			),
			dealProductDetails: productDetails(type),
			dealCustoms: customValuesById,
			dealCustomers: relatedCustomers(type, customers.slice(2)),
			customObjects: associationField('customObjects', await linkableCustomObjects(fixture)),
		},
		customFields: await customFieldScenarios(fixture, 'dealCustoms', type.dealCustomItems),
		customFieldsProperty: ['dealCustoms'],
		findings: ({ id, name }) => [
			{ operation: 'deal.search', parameters: searchById(id as number) },
			{
				operation: 'deal.getMany',
				parameters: { filters: { searchWord: name, dealTypeId: type.id } },
			},
		],
	};
};
