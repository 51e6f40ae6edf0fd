import {
	customsCanonical,
	customValueRows,
	date,
	dateTime,
	decimal,
	flag,
	idIn,
	integer,
	jsonList,
	longText,
	pathId,
	productValueRows,
	reference,
	referenceId,
	referenceIds,
	rows,
	text,
	unordered,
	type Canonical,
} from '../fields';
import { isObject } from '../shared';
import {
	customObjectLinks,
	itemKeyAsPropertyKey,
	itemKeyInBoth,
	listedByTime,
	ownName,
	recordId,
	recordTimes,
	searchWord,
	skipNotice,
	v1SearchOutput,
} from './common';
import { dropdowns, locators } from './dropdownSources';
import { closed, lost, phaseChanged, reopened, won } from './events';
import { record } from './record';

/**
 * The product rows (v2 §2.6, v1 §2.7): a row with an id is updated, one marked as deleted is removed, all
 * others are added.
 */
const productDetails = rows(
	'dealProductDetails',
	'Product Details',
	[
		integer('id', 'Row ID', {
			min: 1,
			writableIn: ['update'],
			description: 'The row to change or remove. Leave it out to add a row.',
		}),
		referenceId('dealProductDetailTypeId', 'Product', dropdowns.productDetailTypes, {
			traits: ['identifying'],
		}),
		decimal('quantity', 'Quantity'),
		decimal('price', 'Price', { description: 'The price of one unit' }),
		decimal('unitCost', 'Unit Cost'),
		integer('term', 'Term', { description: 'The number of billing periods' }),
		dateTime('firstSales', 'First Sales', { description: 'When the first sales are booked' }),
		text('memo', 'Memo'),
		productValueRows('dealProductDetailCustoms', [], { canonical: customsCanonical }),
		flag('deleted', 'Remove Row', {
			writableIn: ['update'],
			description: 'Whether to remove the row with this Row ID',
		}),
	],
	{
		button: 'Add Product',
		initialRow: {
			dealProductDetailTypeId: { __rl: true, mode: 'list', value: '' },
			quantity: 1,
			price: '',
		},
		description:
			'The breakdown of the deal into products. Rows that you leave out stay as they are.',
	},
);

/**
 * Turns the customers of each relation, as records show them (v1 §2.7), into the rows that a request sends
 * (v2 §2.6).
 */
const relatedRows: Canonical = (shown) =>
	unordered(
		[shown]
			.flat()
			.filter(isObject)
			.flatMap(({ dealCustomerType, customers }) =>
				[customers].flat().map((customer) => ({
					dealCustomerTypeId: idIn(dealCustomerType),
					customerId: idIn(customer),
				})),
			),
	);

/** v2 §2.6, v1 §2.7. */
const relatedCustomers = rows(
	'dealCustomers',
	'Related Customers',
	[
		referenceId('dealCustomerTypeId', 'Relation', dropdowns.relatedCustomerTypes),
		referenceId('customerId', 'Customer', locators.customers),
		flag('delete', 'Unlink', {
			apiVersion: 'v2',
			writableIn: ['update'],
			description: 'Whether to unlink this customer',
		}),
	],
	{
		button: 'Add Customer',
		shownAs: 'dealCustomerTypes',
		canonical: relatedRows,
		description: 'Other customers that take part in the deal, such as an agency or a partner',
	},
);

/** Rule D-R (v2 §2.6), stated in the fields that it concerns and in the error if it is broken. */
const RULE_D_R = 'A deal whose phase is not in progress needs a reason or end reasons';

const { watch, operations } = listedByTime(itemKeyInBoth);

/** v2 §2.6, §4.6. The searchable fields are those of v1 §4, since v2 does not list them. */
export const deal = record('deal', {
	name: 'Deal',
	key: pathId('dealId', 'Deal', locators.deals),
	customs: {
		property: 'dealCustoms',
		dependsOn: ['dealType.value', 'dealTypeId.value', 'dealId.value'],
		records: ['deal'],
	},
	fields: [
		recordId,
		ownName,
		date('expectedContractDate', 'Expected Contract Date', {
			traits: ['main', 'required', 'searchable'],
			description: 'The day on which the contract is expected',
		}),
		reference('customer', 'Customer', locators.customers, {
			traits: ['main', 'required', 'searchable'],
		}),
		reference('dealType', 'Deal Type', dropdowns.dealTypes, {
			traits: ['main', 'required', 'searchable'],
			writableIn: ['create'],
			description: 'Determines which phases and products are available; can’t be changed later',
		}),
		reference('phase', 'Phase', dropdowns.phases, {
			traits: ['main', 'required', 'searchable'],
			description: RULE_D_R,
		}),
		reference('product', 'Product', dropdowns.products, {
			traits: ['required', 'searchable'],
		}),
		reference('probability', 'Probability', dropdowns.probabilities, {
			traits: ['required', 'searchable'],
		}),
		reference('channel', 'Channel', dropdowns.channels, {
			traits: ['required', 'searchable'],
		}),
		reference('user', 'User', dropdowns.users, {
			traits: ['main', 'required', 'searchable'],
			description: 'The person in charge of the deal',
		}),
		integer('amount', 'Amount', {
			traits: ['main', 'clearable', 'searchable'],
			description: 'The contract amount',
		}),
		integer('closingLeadtime', 'Closing Lead Time', {
			traits: ['computed'],
			description:
				'The lead time to closing, in days. If it was never given, the service computes it.',
		}),
		flag('fromEmail', 'From Email', { description: 'Whether the deal came from an email' }),
		longText('memo', 'Memo', {
			traits: ['clearable', 'searchable'],
			cleared: '',
			description: 'Notes on the deal',
		}),
		text('reason', 'Reason', {
			traits: ['clearable', 'searchable'],
			description: `Why the deal ended as it did. ${RULE_D_R}.`,
		}),
		referenceIds('endPhaseReasonIds', 'End Reasons', dropdowns.endPhaseReasons, {
			traits: ['clearable'],
			shownAs: 'endPhaseReasons',
			description: RULE_D_R,
		}),
		productDetails,
		relatedCustomers,
		customObjectLinks,
		customValueRows('dealCustoms', {
			apiVersion: 'v2',
			writableIn: ['update'],
			description: 'Values by ID or item key, instead of Custom Fields',
		}),
		text('dealCode', 'Deal Code', { writableIn: [] }),
		decimal('totalCost', 'Total Cost', { traits: ['computed'], writableIn: [] }),
		decimal('totalProfit', 'Total Profit', { traits: ['computed'], writableIn: [] }),
		jsonList('phaseStayDays', 'Days in Each Phase', { traits: ['computed'], writableIn: [] }),
		...recordTimes,
	],
	rule: {
		names: ['reason', 'endPhaseReasonIds'],
		says: `${RULE_D_R}: add Reason or End Reasons with Add Field, or as a column`,
	},
	/** In bulk the deal type belongs to the path: one request for each deal type (v2 §4.6). */
	bulk: [
		pathId('dealType', 'Deal Type', dropdowns.dealTypes, {
			key: 'dealTypeId',
			description: 'The deal type of the deals. Items of different deal types are sent separately.',
		}),
	],
	filters: [
		searchWord('the name of the deal or of its customer'),
		referenceId('dealTypeId', 'Deal Type', dropdowns.dealTypes, {
			description: 'Only deals of this type',
		}),
	],
	watch: {
		...watch,
		conditions: [
			referenceIds('users', 'Users', dropdowns.users, {
				key: 'user',
				in: 'condition',
				description: 'Only deals that these people are in charge of',
			}),
		],
		events: [phaseChanged, won, lost, closed, reopened],
	},
	operations: {
		...operations,
		search: { options: v1SearchOutput },
		create: { options: [skipNotice, itemKeyInBoth] },
		update: { options: [skipNotice, itemKeyAsPropertyKey] },
		createMany: { options: [skipNotice] },
		updateMany: {
			options: [skipNotice],
			skipped: 'skippedDeals',
			notice:
				'A personal token can’t change amount, expected contract date, phase or product of a won or lost deal: it comes back as skipped',
		},
	},
});
