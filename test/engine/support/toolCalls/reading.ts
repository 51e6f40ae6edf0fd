/** Calls that read. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../../nodes/SalesManagement/values';
import { ai, picked, type ToolCall } from './call';

const condition = (field: unknown, operator: unknown, value: unknown): IDataObject => ({
	field: ai(field),
	operator: ai(operator),
	value: ai(value),
});

const names = (answer: readonly IDataObject[]) => answer.map(({ name }) => name);

export const READING: readonly ToolCall[] = [
	[
		'a limit and a flag as text',
		'user.getMany',
		() => ({
			parameters: { returnAll: ai('False'), limit: ai('2') },
			check: (answer) => expect(answer).toHaveLength(2),
		}),
	],
	[
		'the group of a user who is named by an email address',
		'userGroup.getMany',
		({ users }) => ({
			parameters: { filters: { userId: picked(users[0]?.email, 'name') } },
			answer: [{ name: 'Inside sales' }],
		}),
	],
	[
		'nothing to give, but an empty object for the filters',
		'role.getMany',
		() => ({
			parameters: {},
			check: (answer) => expect(names(answer)).toEqual(['Sales', 'Management']),
		}),
	],
	[
		'a name in another case, with blanks around it',
		'customer.get',
		({ acme }) => ({
			parameters: { customerId: picked('  acme works ') },
			answer: [{ id: acme, name: 'Acme Works' }],
		}),
	],
	[
		'an ID as text, without a locator around it',
		'customer.get',
		({ birch }) => ({
			parameters: { customerId: ai(String(birch)), output: ai('Raw') },
			answer: [{ id: birch, closingMonth: 3 }],
		}),
	],
	[
		'a record, as an earlier answer had it, for its ID',
		'customer.get',
		({ acme }) => ({
			parameters: { customerId: ai({ id: acme, name: 'Acme Works', employee: 40 }) },
			answer: [{ id: acme }],
		}),
	],
	[
		'filters that are left empty, and an order by its label',
		'customer.getMany',
		({ acme }) => ({
			parameters: {
				limit: ai('10'),
				filters: { searchWord: ai('acme'), updatedAtFrom: ai(''), updatedAtTo: ai(null) },
				sort: { order: ai('Newest First') },
			},
			answer: [{ id: acme }],
		}),
	],
	[
		'a condition by labels: Name Contains',
		'customer.search',
		({ acme }) => ({
			parameters: { conditions: { values: [condition('Name', 'Contains', 'Acme')] } },
			answer: [{ id: acme }],
		}),
	],
	[
		'a whole filter as JSON text',
		'customer.search',
		({ birch }) => ({
			parameters: {
				searchMode: 'json',
				filterJson: ai(
					JSON.stringify({
						compositeFilter: {
							logicalOperator: 'AND',
							subFilters: [
								{
									valueFilter: {
										field: { name: 'name' },
										comparisonOperator: '=',
										value: { stringValue: 'Birch & Sons' },
									},
								},
							],
						},
					}),
				),
			},
			answer: [{ id: birch }],
		}),
	],
	[
		'an operator as it is spoken, and an amount with decimals',
		'deal.search',
		({ bigDeal }) => ({
			parameters: {
				conditions: { values: [condition('Amount', 'Greater Than', '90,000,000.00')] },
			},
			answer: [{ id: bigDeal }],
		}),
	],
	[
		'an operator as a sign',
		'deal.search',
		({ bigDeal }) => ({
			parameters: { conditions: { values: [condition('amount', '>=', 100_000_000)] } },
			answer: [{ id: bigDeal }],
		}),
	],
	[
		'phases as JSON text in another case, and who is in charge by an email address',
		'deal.search',
		({ users }) => ({
			parameters: {
				match: ai('All'),
				limit: ai('1000'),
				conditions: {
					values: [
						condition('Phase', 'is_one_of', '["WON","lost"]'),
						condition('user', 'equals', users[0]?.email),
					],
				},
			},
			check: (answer) => {
				expect(answer.length).toBeGreaterThan(0);
				for (const { phase, user } of answer) {
					expect(['Won', 'Lost']).toContain(phase);
					expect(user).toBe(users[0]?.name);
				}
			},
		}),
	],
	[
		'a custom field and its choice by their labels, in another case',
		'deal.search',
		() => ({
			parameters: {
				limit: ai('1000'),
				conditions: { values: [condition('level', 'Equals', 'gold')] },
			},
			check: (answer) => {
				expect(answer.length).toBeGreaterThan(0);
				const levels = answer.map(({ Level: level }) => level);
				expect(new Set(levels)).toEqual(new Set(['Gold']));
			},
		}),
	],
	[
		'a date in words, and an operator without the word in brackets',
		'deal.search',
		({ bigDeal }) => ({
			parameters: {
				conditions: {
					values: [condition('Expected Contract Date', 'after', 'November 30, 2031')],
				},
			},
			answer: [{ id: bigDeal }],
		}),
	],
	[
		'sort keys in snake_case, selected fields as JSON text',
		'deal.getMany',
		() => ({
			parameters: {
				limit: ai('3'),
				filters: { dealTypeId: ai('new business') },
				sort: { order: ai('-created_at') },
				output: ai('selected_fields'),
				outputFields: ai('["name","dealType","createdAt"]'),
			},
			check: (answer) => {
				expect(answer).toHaveLength(3);
				for (const { _next, ...each } of answer) {
					expect(Object.keys(each)).toEqual(['name', 'dealType', 'createdAt']);
					// There are more than three.
					expect(_next === undefined).toBe(each.name !== answer.at(-1)?.name);
				}
				const times = answer.map(({ createdAt }) => textOf(createdAt));
				expect(times).toEqual([...times].sort().reverse());
			},
		}),
	],
	[
		'a flag as Python writes it',
		'deal.get',
		({ deal, ticket }) => ({
			parameters: {
				dealId: picked(String(deal)),
				output: 'raw',
				options: { includeRelatedObjects: ai('True') },
			},
			check: ([first]) =>
				expect(first?.customObjects).toEqual([expect.objectContaining({ id: ticket })]),
		}),
	],
	[
		'the deal by its name',
		'dealContact.getMany',
		({ contact }) => ({
			parameters: { dealId: picked('acme RENEWAL', 'name'), returnAll: ai('true') },
			answer: [{ id: contact, name: 'Ada Acme' }],
		}),
	],
	[
		'an email address, and an equals sign',
		'contact.search',
		({ contact }) => ({
			parameters: { conditions: { values: [condition('email', '=', 'ada@acme.example')] } },
			answer: [{ id: contact, customer: 'Acme Works' }],
		}),
	],
	[
		'all customers in capitals, a status by its label, one user for a list',
		'customerAction.getMany',
		({ users, customerAction }) => ({
			parameters: {
				customerId: ai('All'),
				filters: {
					active: ai('Scheduled'),
					users: ai(users[1]?.email),
					startDatetime: ai('1 January 2031'),
				},
			},
			answer: [{ id: customerAction }],
		}),
	],
	[
		'a time in words, and users as JSON text',
		'dealAction.getMany',
		({ users, dealAction }) => ({
			parameters: {
				filters: {
					dealId: ai('Acme renewal'),
					users: ai(JSON.stringify([users[1]?.name])),
					startDatetime: ai('30 Nov 2026 2 pm'),
				},
			},
			answer: [{ id: dealAction }],
		}),
	],
	[
		'a kind by its label',
		'contactAction.getMany',
		() => ({
			parameters: {
				contactId: picked('all'),
				limit: ai('5'),
				filters: { dataType: ai('contact actions'), pattern: ai('visit') },
				output: 'raw',
			},
			check: (answer) => {
				expect(answer).toHaveLength(5);
				for (const { dataType, pattern } of answer) {
					expect([dataType, (pattern as IDataObject).name]).toEqual([1, 'Visit']);
				}
			},
		}),
	],
	[
		'values of fields as numbers in text',
		'customObject.getMany',
		({ ticket }) => ({
			parameters: {
				customObjectDefKey: ai(' ticket '),
				filters: {
					equals: {
						values: [
							{ itemKey: ai('subject'), value: ai('Printer on fire') },
							{ itemKey: ai('priority'), value: ai('7') },
						],
					},
				},
			},
			answer: [{ id: ticket }],
		}),
	],
	[
		'products of a deal type by its name',
		'productDetail.getMany',
		() => ({
			parameters: { filters: { dealTypeId: ai('Renewal') }, returnAll: ai('yes') },
			check: (answer) =>
				expect(names(answer)).toEqual(expect.arrayContaining(['Licence', 'Training', 'Setup'])),
		}),
	],
];
