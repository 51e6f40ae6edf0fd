import {
	customObjectLinks,
	includeRelatedObjects,
	itemKeyInBoth,
	lookups,
	recordSort,
	searchWord,
	skipNotice,
	updatedWindow,
	v1SearchOutput,
	v1Sort,
} from './common';
import { resource } from './define';
import {
	customFields,
	date,
	dateTime,
	decimal,
	flag,
	integer,
	json,
	longText,
	recordId,
	reference,
	referenceId,
	references,
	rows,
	text,
	type Field,
} from './fields';
import { bulkRules, createMany, updateMany } from './kinds/bulk';
import { getMany } from './kinds/list';
import { search } from './kinds/search';
import { getOne } from './kinds/get';
import { create, remove, update } from './kinds/single';
import { bySearch, createOrUpdate, inBulk } from './kinds/upsert';

const dealId = recordId('dealId', 'Deal', lookups.deals, 'id');

/** v2 §2.6, v1 §2.7: an item with an id is updated, one marked deleted is removed, the rest are added. */
const productDetails = rows(
	'dealProductDetails',
	'Product Details',
	[
		integer('id', 'Row ID', {
			min: 1,
			description: 'The row to change or remove. Leave it out to add a row.',
		}),
		referenceId('dealProductDetailTypeId', 'Product', lookups.productDetailTypes),
		decimal('quantity', 'Quantity'),
		decimal('price', 'Price', { description: 'The price of one unit' }),
		decimal('unitCost', 'Unit Cost'),
		integer('term', 'Term', { description: 'The number of billing periods' }),
		dateTime('firstSales', 'First Sales', { description: 'When the first sales are booked' }),
		text('memo', 'Memo'),
		json('dealProductDetailCustoms', 'Custom Values (JSON)', {
			description: 'An array of objects with dealProductDetailTypeCustomItemId and value',
		}),
		flag('deleted', 'Remove Row', { description: 'Whether to remove the row with this Row ID' }),
	],
	{
		button: 'Add Product',
		description:
			'The breakdown of the deal into products. Rows that you leave out stay as they are.',
	},
);

/** v2 §2.6, v1 §2.7. */
const relatedCustomers = rows(
	'dealCustomers',
	'Related Customers',
	[
		referenceId('dealCustomerTypeId', 'Relation', lookups.relatedCustomerTypes),
		referenceId('customerId', 'Customer', lookups.customers),
		flag('delete', 'Unlink', { only: 'v2', description: 'Whether to unlink this customer' }),
	],
	{
		button: 'Add Customer',
		description: 'Other customers that take part in the deal, such as an agency or a partner',
	},
);

const dealType = reference('dealType', 'Deal Type Name or ID', lookups.dealTypes, {
	required: true,
	on: ['create'],
	description:
		'The deal type decides which phases and products there are. It can’t be changed later',
});

/** Rule D-R (v2 §2.6) stands at the fields that it asks for. */
const RULE_D_R =
	'When the phase is anything other than in progress, the deal needs a reason or end reasons';

const fields: readonly Field[] = [
	text('name', 'Name', { required: true, description: 'The name of the deal' }),
	date('expectedContractDate', 'Expected Contract Date', {
		required: true,
		description: 'The day on which the contract is expected',
	}),
	reference('customer', 'Customer', lookups.customers, {
		required: true,
		description: 'The customer that the deal is made with',
	}),
	dealType,
	reference('phase', 'Phase Name or ID', lookups.phases, {
		required: true,
		description: `The phase that the deal is in. ${RULE_D_R}`,
	}),
	reference('product', 'Product Name or ID', lookups.products, { required: true }),
	reference('probability', 'Probability Name or ID', lookups.probabilities, { required: true }),
	reference('channel', 'Channel Name or ID', lookups.channels, { required: true }),
	reference('user', 'User', lookups.users, {
		required: true,
		description: 'The person in charge of the deal',
	}),
	integer('amount', 'Amount', { clearable: true, description: 'The contract amount' }),
	integer('closingLeadtime', 'Closing Lead Time', {
		description: 'The lead time to the closing, in days',
	}),
	flag('fromEmail', 'From Email', { description: 'Whether the deal came from an e-mail' }),
	longText('memo', 'Memo', { description: 'Notes on the deal' }),
	text('reason', 'Reason', {
		clearable: true,
		description: `Why the deal ended as it did. ${RULE_D_R}.`,
	}),
	references('endPhaseReasonIds', 'End Reason Names or IDs', lookups.endPhaseReasons, {
		sent: 'id',
		description: RULE_D_R,
	}),
	productDetails,
	relatedCustomers,
	customObjectLinks,
];

const form = {
	fields,
	top: [
		customFields('dealCustoms', {
			method: 'getDealFields',
			dependsOn: ['dealType', 'dealTypeId', 'dealId.value'],
		}),
	],
};

/** In bulk the deal type belongs to the path: one request for each deal type (v2 §4.6). */
const dealTypeOfBatch = referenceId('dealType', 'Deal Type Name or ID', lookups.dealTypes, {
	key: 'dealTypeId',
	place: 'path',
	required: true,
	description: 'The deal type of the deals. Input items of several deal types are sent apart',
});

const bulkFields = fields.map((each) => (each === dealType ? dealTypeOfBatch : each));

export const deal = resource('deal', 'Deal', {
	one: 'deal',
	many: 'deals',
	customs: 'dealCustoms',
	summary: [
		'id',
		'name',
		'amount',
		'expectedContractDate',
		'dealType',
		'customer',
		'phase',
		'product',
		'probability',
		'channel',
		'user',
		'memo',
		'reason',
		'createdAt',
		'updatedAt',
	],
	operations: [
		getMany({
			filters: [
				searchWord('the name of the deal or of its customer'),
				referenceId('dealTypeId', 'Deal Type Name or ID', lookups.dealTypes, {
					description: 'Only deals of this type',
				}),
				...updatedWindow,
			],
			extra: [recordSort, v1Sort, itemKeyInBoth],
		}),
		search({ extra: v1SearchOutput }),
		getOne({ id: [dealId], extra: [itemKeyInBoth, includeRelatedObjects] }),
		create({ ...form, extra: [skipNotice, itemKeyInBoth] }),
		update({
			...form,
			path: [dealId],
			extra: [skipNotice, { ...itemKeyInBoth, only: 'v2' }],
		}),
		remove({ id: [dealId] }),
		createMany({
			...form,
			plural: 'deals',
			fields: bulkFields,
			extra: [skipNotice],
		}),
		updateMany({
			...form,
			plural: 'deals',
			path: [dealTypeOfBatch, { ...dealId, place: 'body' }],
			extra: [skipNotice],
			skipped: 'skippedDeals',
			notice:
				'Deals in a won or lost phase are locked: a personal token can’t change their amount, expected contract date, phase or product, and the result then says that the deal was skipped.',
		}),
		createOrUpdate({
			...form,
			fields: bulkFields,
			find: bySearch,
			create: inBulk(bulkRules('deals')),
			update: inBulk(bulkRules('deals', 'skippedDeals')),
		}),
	],
});
