import { actionTimes, actionTimesSent, locator, type WireRow } from '../wireRow';
import { actionFilters, actionFiltersSent } from './filters';

export const contactActions: WireRow[] = [
	{
		operation: 'contactAction.getMany',
		parameters: (ids) => ({
			contactId: locator(ids.contact),
			limit: 7,
			filters: { ...actionFilters(ids), pattern: ids.pattern, dataType: 0 },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: `/contacts/${ids.contact}/actions`,
			query: `${actionFiltersSent(ids, `pattern=${ids.pattern}&dataType=0`)}&limit=7`,
		}),
	},
	{
		operation: 'contactAction.create',
		parameters: ({ contact, pattern, user }) => ({
			contactId: locator(contact),
			pattern,
			creator: locator(user),
			...actionTimes,
		}),
		sends: ({ contact, pattern, user }) => ({
			method: 'POST',
			path: `/contacts/${contact}/actions`,
			body: { pattern: { id: pattern }, creator: { id: user }, ...actionTimesSent },
		}),
	},
	{
		operation: 'contactAction.get',
		parameters: ({ contact, contactAction }) => ({
			contactId: locator(contact),
			actionId: locator(contactAction),
			options: { includeFiles: true },
		}),
		sends: ({ contact, contactAction }) => ({
			method: 'GET',
			path: `/contacts/${contact}/actions/${contactAction}`,
			query: 'include_files=1',
		}),
	},
	{
		operation: 'contactAction.update',
		parameters: ({ contact, contactAction }) => ({
			contactId: locator(contact),
			actionId: locator(contactAction),
			updateFields: { result: 'ok' },
		}),
		sends: ({ contact, contactAction }) => ({
			method: 'PATCH',
			path: `/contacts/${contact}/actions/${contactAction}`,
			body: { result: 'ok' },
		}),
	},
	{
		operation: 'contactAction.createMany',
		parameters: ({ contact, pattern, user }) => ({
			contact: locator(contact),
			pattern,
			creator: locator(user),
			...actionTimes,
		}),
		sends: ({ contact, pattern, user }) => ({
			method: 'POST',
			path: '/contacts/actions/bulk',
			body: {
				actions: [
					{
						contact: { id: contact },
						pattern: { id: pattern },
						creator: { id: user },
						...actionTimesSent,
					},
				],
			},
		}),
	},
	{
		operation: 'contactAction.delete',
		parameters: ({ contact, contactAction }) => ({
			contactId: locator(contact),
			actionId: locator(contactAction),
			options: { skipNotice: true },
		}),
		sends: ({ contact, contactAction }) => ({
			method: 'DELETE',
			path: `/contacts/${contact}/actions/${contactAction}`,
			query: 'skipNotice=true',
		}),
	},
];
