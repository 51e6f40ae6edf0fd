import { everywhere, sentBy, whereInferred, words } from './addressChanges';
import { aDeployment, type Dialect } from './dialect';

const e1 = 'v2 §4 E1, v1 §4 E1';

const ofUpdates = 'the method of updates';

/** Other methods. */
export const otherMethods: Dialect[] = [
	{
		name: 'updates-by-put',
		says: 'A record is updated by PUT where the documents do not show its method.',
		...{ allowedBy: e1, concerns: ofUpdates, sees: 'PUT /customers/{id}' },
		address: sentBy('PUT', /\.update$/),
	},
	{
		name: 'updates-by-post',
		says: 'A record is updated by POST where the documents do not show its method.',
		...{ allowedBy: e1, concerns: ofUpdates, sees: 'POST /customers/{id}' },
		address: sentBy('POST', /\.update$/),
	},
	{
		name: 'deletes-by-post',
		says: 'A record is deleted by POST to an address that says so.',
		...{ allowedBy: e1, concerns: 'the method of deletes', sees: 'POST /customers/{id}/delete' },
		address: sentBy('POST', /\.delete$/, '/delete'),
	},
];

const ofWords = 'the words of addresses';
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '');
const camel = (word: string) =>
	word.replace(/(?<=\w)_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Other spellings, where the documents show none, and what stands around every address. */
export const spelledAddresses: Dialect[] = [
	{
		name: 'activities',
		says: 'Actions are called activities in addresses.',
		...{ allowedBy: e1, concerns: 'the word for actions in addresses' },
		sees: 'GET /customers/{customer_id}/activities',
		address: whereInferred(words((word) => word.replace(/(^|_)actions$/, '$1activities'))),
	},
	{
		name: 'routes-singular',
		says: 'Nouns in addresses are in the singular where the documents do not show them.',
		...{ allowedBy: e1, concerns: 'the number of nouns in addresses', sees: 'GET /customer/{id}' },
		address: whereInferred(words(singular)),
	},
	{
		name: 'routes-kebab-case',
		says: 'Words in addresses are separated by hyphens where the documents do not show them.',
		...{ allowedBy: e1, concerns: ofWords, sees: 'GET /user-groups' },
		address: whereInferred(words((word) => word.replace(/(?<=\w)_/g, '-'))),
	},
	{
		name: 'routes-camel-case',
		says: 'Words in addresses are in camelCase where the documents do not show them.',
		...{ allowedBy: e1, concerns: ofWords, sees: 'GET /userGroups' },
		address: whereInferred(words(camel)),
	},
	{
		name: 'routes-under-api',
		says: 'All addresses are below /api.',
		...{ allowedBy: aDeployment, concerns: 'the beginning of addresses' },
		sees: 'GET /api/customers',
		address: everywhere((path) => `/api${path}`),
	},
	{
		name: 'routes-trailing-slash',
		says: 'All addresses end with a slash.',
		...{ allowedBy: aDeployment, concerns: 'the end of addresses', sees: 'GET /customers/' },
		address: everywhere((path) => `${path}/`),
	},
	{
		name: 'routes-json-suffix',
		says: 'All addresses end with .json.',
		...{
			allowedBy: aDeployment,
			concerns: 'the end of addresses',
			sees: 'GET /customers/{id}.json',
		},
		address: everywhere((path) => `${path}.json`),
	},
];
