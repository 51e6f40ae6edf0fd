import { END, END_SENT, START, START_SENT, locator, type WireRow } from '../wireRow';

const objects = '/custom_object_defs/ticket/custom_objects';

export const customObjects: WireRow[] = [
	{
		operation: 'customObject.getMany',
		parameters: () => ({
			customObjectDefKey: 'ticket',
			filters: {
				createdAtFrom: START,
				createdAtTo: END,
				updatedAtFrom: START,
				updatedAtTo: END,
			},
			sort: { order: 'updatedAt' },
		}),
		sends: () => ({
			method: 'GET',
			path: objects,
			query: `createdAtFrom=${START_SENT}&createdAtTo=${END_SENT}&updatedAtFrom=${START_SENT}&updatedAtTo=${END_SENT}&sort=updatedAt`,
		}),
	},
	{
		operation: 'customObject.create',
		parameters: ({ deal, customer, contact }) => ({
			customObjectDefKey: 'ticket',
			additionalFields: { deals: String(deal), customers: [customer], contacts: `${contact}` },
		}),
		sends: ({ deal, customer, contact }) => ({
			method: 'POST',
			path: objects,
			body: { deals: [{ id: deal }], customers: [{ id: customer }], contacts: [{ id: contact }] },
		}),
	},
	{
		operation: 'customObject.get',
		parameters: ({ ticket }) => ({
			customObjectDefKey: 'ticket',
			customObjectId: locator(ticket),
			options: { includeRelatedObjects: true },
		}),
		sends: ({ ticket }) => ({
			method: 'GET',
			path: `${objects}/${ticket}`,
			query: 'include_related_objects=1',
		}),
	},
	{
		operation: 'customObject.update',
		parameters: ({ ticket, deal }) => ({
			customObjectDefKey: 'ticket',
			customObjectId: locator(ticket),
			updateFields: { deals: `-${deal}` },
		}),
		sends: ({ ticket, deal }) => ({
			method: 'PATCH',
			path: `${objects}/${ticket}`,
			body: { deals: [{ id: deal, delete: true }] },
		}),
	},
	{
		operation: 'customObject.createMany',
		parameters: ({ customer }) => ({
			customObjectDefKey: 'ticket',
			additionalFields: { customers: String(customer) },
		}),
		input: () => [{}, {}],
		sends: ({ customer }) => ({
			method: 'POST',
			path: `${objects}/bulk`,
			body: {
				customObjects: [{ customers: [{ id: customer }] }, { customers: [{ id: customer }] }],
			},
		}),
	},
	{
		operation: 'customObject.updateMany',
		parameters: ({ ticket, contact }) => ({
			customObjectDefKey: 'ticket',
			customObjectId: locator(ticket),
			updateFields: { contacts: String(contact) },
		}),
		sends: ({ ticket, contact }) => ({
			method: 'PATCH',
			path: `${objects}/bulk`,
			body: { customObjects: [{ id: ticket, contacts: [{ id: contact }] }] },
		}),
	},
	{
		operation: 'customObject.delete',
		parameters: ({ ticket }) => ({ customObjectDefKey: 'ticket', customObjectId: locator(ticket) }),
		sends: ({ ticket }) => ({ method: 'DELETE', path: `${objects}/${ticket}` }),
	},
];
