/** Calls that write to actions, custom objects and groups, and those that can't be understood. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../../nodes/SalesManagement/values';
import { ai, picked, type ToolCall } from './call';

const named = (name: unknown) => expect.objectContaining({ name }) as unknown as IDataObject;
const withId = (id: unknown) => expect.objectContaining({ id }) as unknown as IDataObject;

const TICKET_COLUMNS = [
	{ id: 'subject', displayName: 'subject', type: 'string' },
	{ id: 'priority', displayName: 'priority', type: 'number' },
	{ id: 'due_date', displayName: 'due date', type: 'dateTime' },
].map((column) => ({ required: false, defaultMatch: false, display: true, ...column }));

const ticket = { operation: 'customObject.get', by: 'customObjectId' };
const inTickets = { customObjectDefKey: 'ticket', options: { includeRelatedObjects: true } };

export const DOING: readonly ToolCall[] = [
	[
		'times in words, people by email addresses, one invitee for a list',
		'customerAction.create',
		({ users }) => ({
			parameters: {
				customerId: picked('Acme Works', 'name'),
				pattern: ai('call'),
				startDatetime: ai('30 Nov 2026 2 pm'),
				endDatetime: ai('November 30, 2026 at 3:30 PM'),
				creator: picked(users[0]?.email),
				additionalFields: { active: ai('yes'), invitees: ai(users[1]?.email), result: ai('') },
			},
			then: {
				operation: 'customerAction.get',
				by: 'actionId',
				more: { customerId: picked('Acme Works', 'name') },
				holds: {
					startDatetime: '2026-11-30T14:00:00.000Z',
					endDatetime: '2026-11-30T15:30:00.000Z',
					pattern: named('Call'),
					active: true,
					invitees: [withId(users[1]?.id)],
				},
			},
		}),
	],
	[
		'a purpose and a deal by their names, the creator as a record',
		'dealAction.create',
		({ users, deal }) => ({
			parameters: {
				deal: picked('Acme renewal'),
				purpose: ai('Visit about New business'),
				startDatetime: ai('2026-12-01 09:00'),
				endDatetime: ai('2026-12-01T10:00:00.000Z'),
				creator: ai({ id: textOf(users[0]?.id), email: users[0]?.email }),
				additionalFields: { preNote: ai('Bring the offer'), invitees: ai('[]') },
			},
			then: {
				operation: 'dealAction.get',
				by: 'actionId',
				holds: { deal: withId(deal), purpose: named('Visit about New business') },
			},
		}),
	],
	[
		'done: a result, and a flag as Python writes it',
		'dealAction.update',
		({ dealAction }) => ({
			parameters: {
				actionId: ai(String(dealAction)),
				updateFields: { active: ai('False'), result: ai('They agreed'), contacts: ai('') },
				options: { skipNotice: ai('yes') },
			},
			then: {
				operation: 'dealAction.get',
				by: 'actionId',
				id: dealAction,
				holds: { active: false, result: 'They agreed' },
			},
		}),
	],
	[
		'a pattern by its ID as text, contacts as one object',
		'contactAction.create',
		({ users, contact }) => ({
			parameters: {
				contactId: picked('ada acme'),
				pattern: picked('1'),
				startDatetime: ai('Monday, 7 December 2026 08:15'),
				endDatetime: ai('2026-12-07 08:45'),
				creator: picked(users[1]?.name),
				additionalFields: { contacts: ai({ id: contact, name: 'Ada Acme' }) },
			},
			then: {
				operation: 'contactAction.get',
				by: 'actionId',
				more: { contactId: picked('ada acme') },
				holds: { startDatetime: '2026-12-07T17:15:00.000+09:00', contacts: [withId(contact)] },
			},
		}),
	],
	[
		'links as a list with commas, a number and a date as text',
		'customObject.create',
		({ deal, bigDeal, acme }) => ({
			parameters: {
				customObjectDefKey: 'ticket',
				customFields: {
					mappingMode: 'defineBelow',
					schema: TICKET_COLUMNS,
					value: {
						subject: ai('Delivery is late'),
						priority: ai('2'),
						due_date: ai('Dec 24, 2026'),
					},
				},
				additionalFields: { deals: ai(`${deal}, ${bigDeal}`), customers: ai([String(acme)]) },
			},
			then: {
				...ticket,
				more: inTickets,
				holds: {
					subject: 'Delivery is late',
					priority: 2,
					due_date: '2026-12-24T00:00:00.000Z',
					deals: [withId(deal), withId(bigDeal)],
					customers: [withId(acme)],
				},
			},
		}),
	],
	[
		'a link to remove, as one object in JSON text',
		'customObject.update',
		({ ticket: id, deal }) => ({
			parameters: {
				customObjectDefKey: ai('ticket'),
				customObjectId: picked(id),
				updateFields: { deals: ai(`{"id": ${deal}, "delete": "true"}`) },
			},
			then: { ...ticket, id, more: inTickets, holds: { deals: [], subject: 'Printer on fire' } },
		}),
	],
	[
		'a group and a user by their names',
		'userGroup.addMember',
		({ users, lonelyUser }) => ({
			parameters: {
				userGroupId: ai('field SALES'),
				userId: picked(users.find(({ id }) => id === lonelyUser)?.email),
			},
			check: ([group]) => {
				expect(group?.name).toBe('Field sales');
				expect(group?.users).toContain('Lonely Newcomer');
			},
		}),
	],
	[
		'choices of a field as JSON text, its type by the label',
		'actionField.create',
		() => ({
			parameters: {
				name: ai('Mood'),
				itemType: ai('Single Choice'),
				actionCustomItemOptions: ai(
					'[{"value": "1", "label": "Good"}, {"value": "2", "label": "Bad"}]',
				),
			},
			answer: [{ name: 'Mood', itemType: 'single_select' }],
		}),
	],
];

/** Calls that could mean two things, or nothing, with the sentence that answers them. */
type RefusedCall = readonly [...ToolCall, sentence: RegExp];

/** Those that belong to any realistic mix. */
export const REFUSED: readonly RefusedCall[] = [
	[
		'a date whose day could be its month in another country',
		'deal.update',
		({ deal }) => ({
			parameters: {
				dealId: picked(deal),
				updateFields: { expectedContractDate: ai('11/30/2026') },
			},
		}),
		/^Expected Contract Date is "11\/30\/2026", .* write it like 2026-11-30\./,
	],
	[
		'a whole record for a link: its other names could be meant to remove one',
		'customer.createMany',
		({ ticket: id }) => ({
			parameters: {
				name: ai('Dogwood'),
				additionalFields: { customObjects: ai(JSON.stringify({ id, name: 'Ticket' })) },
			},
		}),
		/^Custom Objects has no column "name"; it has id, delete\./,
	],
];

/** More of them. */
export const UNCLEAR: readonly RefusedCall[] = [
	[
		'a day that depends on today',
		'deal.update',
		({ deal }) => ({
			parameters: { dealId: picked(deal), updateFields: { expectedContractDate: ai('tomorrow') } },
		}),
		/^Expected Contract Date is "tomorrow", .* write it like 2026-11-30\./,
	],
	[
		'a name that two customers have',
		'customer.delete',
		() => ({ parameters: { customerId: picked('Twin') } }),
		/^Customer is "Twin", which 2 have: \d+ \(Twin\), \d+ \(Twin\)\. Give the ID\./,
	],
	[
		'a name that nobody has',
		'customer.update',
		() => ({
			parameters: { customerId: picked('Acme Wrks'), updateFields: { address: ai('Here') } },
		}),
		/^Customer is "Acme Wrks", but no customer has this name: correct it, or give an ID\./,
	],
	[
		'a phase that is none',
		'deal.update',
		({ deal }) => ({
			parameters: { dealId: picked(deal), updateFields: { phase: ai('Negotiation') } },
		}),
		/^Phase is "Negotiation", .* knows .*Proposal.* Give one of these, or an ID\./,
	],
	[
		'a decimal number that may be a thousand or one',
		'productDetail.createMany',
		() => ({ parameters: { name: ai('Seat'), additionalFields: { price: ai('1,000') } } }),
		/^Price is "1,000", which may mean 1000 or 1: write it as one of these\./,
	],
	[
		'an operator that there is not',
		'deal.search',
		() => ({
			parameters: {
				conditions: {
					values: [{ field: ai('amount'), operator: ai('resembles'), value: ai('1') }],
				},
			},
		}),
		/^Unknown search operator "resembles"; use one of equals, /,
	],
	[
		'a status that is none',
		'dealAction.getMany',
		() => ({ parameters: { filters: { active: ai('overdue') } } }),
		/^Status is "overdue"; it must be one of true, false\./,
	],
	[
		'a change of which everything is empty',
		'customer.update',
		({ acme }) => ({
			parameters: { customerId: picked(acme), updateFields: { address: ai(''), memo: ai(null) } },
		}),
		/^Nothing to change in the customer: give at least one field under Update Fields/,
	],
	[
		'notifications to skip, left empty: colleagues would be told',
		'dealAction.delete',
		({ dealAction }) => ({
			parameters: { actionId: picked(dealAction), options: { skipNotice: ai('') } },
		}),
		/^Skip Notifications /,
	],
	[
		'an amount that is no number',
		'deal.update',
		({ deal }) => ({
			parameters: { dealId: picked(deal), updateFields: { amount: ai('about 5k') } },
		}),
		/^Amount is "about 5k"; it must be a whole number\./,
	],
	[
		'a search in which the value is missing',
		'customer.search',
		() => ({
			parameters: {
				conditions: { values: [{ field: ai('name'), operator: ai('equals'), value: ai('') }] },
			},
		}),
		/^The search condition on Name has no value; enter one, or choose Is Empty\./,
	],
];
