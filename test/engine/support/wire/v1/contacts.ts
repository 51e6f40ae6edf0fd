import { END, END_SENT, type WireRow } from '../wireRow';

export const contacts: WireRow[] = [
	{
		operation: 'contact.getMany',
		parameters: () => ({
			filters: { searchWord: 'x', phoneNumber: '03-1234', updatedAtTo: END },
			sort: { order: '-updatedAt' },
		}),
		sends: () => ({
			method: 'GET',
			path: '/contacts',
			query: `searchWord=x&phoneNumber=03-1234&updatedAtTo=${END_SENT}&sort=-updatedAt&page=1`,
		}),
	},
];
