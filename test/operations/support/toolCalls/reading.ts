/** Calls that read, and those that can't be understood. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../../nodes/SalesManagement/values';
import { picked, whole, type ToolCall, type World } from './call';

const condition = (field: string, operator: string, value: unknown) => ({
	conditions: { values: [{ field, operator, value: value as string }] },
});
export const READING: readonly ToolCall[] = [
	[
		'a limit and a flag as text',
		'user.getMany',
		() => [{ returnAll: 'False', limit: '2' }, (answer) => expect(answer).toHaveLength(2)],
	],
	[
		'a name in another case, with blanks around it',
		'customer.get',
		({ acme }) => [{ customerId: picked('  acme works ') }, [{ id: acme, name: 'Acme Works' }]],
	],
	[
		'an ID as text, without a locator around it',
		'customer.get',
		({ birch }) => [{ customerId: String(birch), output: 'Raw' }, [{ id: birch, closingMonth: 3 }]],
	],
	[
		'a record, as an earlier answer had it, for its ID',
		'customer.get',
		({ acme }) => [{ customerId: whole({ id: acme, name: 'Acme Works' }) }, [{ id: acme }]],
	],
	[
		'filters left empty, and an order by its label',
		'customer.getMany',
		({ acme }) => [
			{
				...{ limit: '10', sort: { order: 'Newest First' } },
				filters: { searchWord: 'acme', updatedAtFrom: '', updatedAtTo: null },
			},
			[{ id: acme }],
		],
	],
	[
		'a whole filter as JSON text',
		'customer.search',
		({ birch }) => {
			const value = { stringValue: 'Birch & Sons' };
			const valueFilter = { field: { name: 'name' }, comparisonOperator: '=', value };
			const filter = { compositeFilter: { logicalOperator: 'AND', subFilters: [{ valueFilter }] } };
			return [{ searchMode: 'json', filterJson: JSON.stringify(filter) }, [{ id: birch }]];
		},
	],
	[
		'an operator as spoken, an amount with decimals',
		'deal.search',
		({ bigDeal }) => [condition('Amount', 'Greater Than', '90,000,000.00'), [{ id: bigDeal }]],
	],
	[
		'an operator as a sign',
		'deal.search',
		({ bigDeal }) => [condition('amount', '>=', 100_000_000), [{ id: bigDeal }]],
	],
	[
		'phases as JSON text in another case',
		'deal.search',
		() => [
			{ match: 'All', limit: '1000', ...condition('Phase', 'is_one_of', '["WON","lost"]') },
			(answer) =>
				expect(new Set(answer.map(({ phase }) => phase))).toEqual(new Set(['Won', 'Lost'])),
		],
	],
	[
		'who is in charge by an email address',
		'deal.search',
		({ users }) => [
			condition('user', 'equals', users[0]?.email),
			(answer) =>
				expect(new Set(answer.map(({ user }) => user))).toEqual(new Set([users[0]?.name])),
		],
	],
	[
		'a custom field and its choice by their labels, in another case',
		'deal.search',
		() => [
			{ limit: '1000', ...condition('level', 'Equals', 'gold') },
			(answer) =>
				expect(new Set(answer.map(({ Level: level }) => level))).toEqual(new Set(['Gold'])),
		],
	],
	[
		'a date in words, an operator without its brackets',
		'deal.search',
		({ bigDeal }) => [
			condition('Expected Contract Date', 'after', 'November 30, 2031'),
			[{ id: bigDeal }],
		],
	],
	[
		'sort keys in snake_case, selected fields as JSON text',
		'deal.getMany',
		() => [
			{
				...{ limit: '3', filters: { dealTypeId: 'new business' }, sort: { order: '-created_at' } },
				...{ output: 'selected_fields', outputFields: '["name","dealType","createdAt"]' },
			},
			(answer) => {
				const keys = answer.map((each) => Object.keys(each).filter((key) => key !== '_next'));
				expect(keys).toEqual(Array(3).fill(['name', 'dealType', 'createdAt']));
				const made = answer.map(({ createdAt }) => textOf(createdAt));
				expect(made).toEqual([...made].sort().reverse());
			},
		],
	],
	[
		'all customers, a status by its label, one user for a list',
		'customerAction.getMany',
		({ users, customerAction }) => [
			{
				customerId: 'All',
				filters: { active: 'Scheduled', users: users[1]?.email, startDatetime: '1 January 2031' },
			},
			[{ id: customerAction }],
		],
	],
	[
		'values of fields as numbers in text',
		'customObject.getMany',
		({ ticket: id }) => [
			{
				customObjectDefKey: ' ticket ',
				filters: {
					equals: {
						values: [
							{ itemKey: 'subject', value: 'Printer on fire' },
							{ itemKey: 'priority', value: '7' },
						],
					},
				},
			},
			[{ id }],
		],
	],
];

type RefusedCall = readonly [
	says: string,
	operation: string,
	ask: (world: World) => IDataObject,
	sentence: RegExp,
];
const changed =
	(updateFields: IDataObject) =>
	({ deal: id }: World) => ({ dealId: picked(id), updateFields });

/** Calls that could mean two things, or nothing, with the sentence that answers them. */
export const REFUSED: readonly RefusedCall[] = [
	[
		'a date whose day could be its month',
		'deal.update',
		changed({ expectedContractDate: '11/30/2026' }),
		/^Expected Contract Date is "11\/30\/2026", .* write it like 2026-11-30\./,
	],
	[
		'a record for a link: a name could be meant to remove it',
		'customer.createMany',
		({ ticket: id }) => ({
			name: 'Dogwood',
			additionalFields: { customObjects: JSON.stringify({ id, name: 'Ticket' }) },
		}),
		/^Custom Objects has no column "name"; it has id, delete\./,
	],
	[
		'a day that depends on today',
		'deal.update',
		changed({ expectedContractDate: 'tomorrow' }),
		/^Expected Contract Date is "tomorrow", .* write it like 2026-11-30\./,
	],
	[
		'a name that two customers have',
		'customer.delete',
		() => ({ customerId: picked('Twin') }),
		/^Customer is "Twin", which 2 have: \d+ \(Twin\), \d+ \(Twin\)\. Give the ID\./,
	],
	[
		'a name that nobody has',
		'customer.update',
		() => ({ customerId: picked('Acme Wrks'), updateFields: { address: 'Here' } }),
		/^Customer is "Acme Wrks", but no customer has this name: correct it, or give an ID\./,
	],
	[
		'a phase that is none',
		'deal.update',
		changed({ phase: 'Negotiation' }),
		/^Phase is "Negotiation", .* knows .*Proposal.* Give one of these, or an ID\./,
	],
	[
		'a number that may be a thousand or one',
		'productDetail.createMany',
		() => ({ name: 'Seat', additionalFields: { price: '1,000' } }),
		/^Price is "1,000", which may mean 1000 or 1: write it as one of these\./,
	],
	[
		'an operator that there is not',
		'deal.search',
		() => condition('amount', 'resembles', '1'),
		/^Unknown search operator "resembles"; use one of equals, /,
	],
	[
		'a status that is none',
		'dealAction.getMany',
		() => ({ filters: { active: 'overdue' } }),
		/^Status is "overdue"; it must be one of true, false\./,
	],
	[
		'a change of which everything is empty',
		'customer.update',
		({ acme }) => ({ customerId: picked(acme), updateFields: { address: '', memo: null } }),
		/^Nothing to change in the customer: give at least one field under Update Fields/,
	],
	[
		'notifications to skip, left empty: colleagues would be told',
		'dealAction.delete',
		({ dealAction }) => ({ actionId: picked(dealAction), options: { skipNotice: '' } }),
		/^Skip Notifications /,
	],
	[
		'a search in which the value is missing',
		'customer.search',
		() => condition('name', 'equals', ''),
		/^The search condition on Name has no value; enter one, or choose Is Empty\./,
	],
];
