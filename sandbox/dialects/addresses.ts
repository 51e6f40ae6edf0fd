import type { Dialect, Route } from './dialect';

type AddressChange = NonNullable<Dialect['address']>;

/**
 * The operations whose path or method the documents show (S1): no dialect changes these. The paths
 * of custom objects count as shown, since they are below one that is.
 */
const shown = {
	paths:
		/^v2 (customer\.getMany|deal\.getMany|customObject\..+)$|^v1 (domainSetting\.get|customer\.(getMany|search))$/,
	methods: /^v2 deal\.update$/,
};
const routeName = ({ version, id }: Route) => `${version} ${id}`;

/** Changes the path of the operations whose id matches, unless the documents show it. */
const pathOf =
	(ids: RegExp, change: (path: string) => string): AddressChange =>
	(route, address) =>
		ids.test(route.id) && !shown.paths.test(routeName(route))
			? { ...address, path: change(address.path) }
			: address;

/** Changes the words of all paths that the documents do not show, and no parameters. */
const wordsOf = (change: (word: string) => string): AddressChange =>
	pathOf(/./, (path) => path.replace(/(?<=\/)\w+/g, change));

/** Addresses and methods that the documents do not show (v2 §4 E1, v1 §4 E1). */
export const addressDialects: Dialect[] = [
	{
		name: 'deal-actions-named',
		says: 'Deal actions are below an address that names them.',
		concerns: 'the addresses of deal actions',
		address: pathOf(/^dealAction\./, (path) => path.replace('/actions', '/deal_actions')),
	},
	{
		name: 'current-user-at-me',
		says: 'The current user is not below users.',
		concerns: 'the address of the current user',
		address: pathOf(/^user\.getCurrent$/, () => '/me'),
	},
	{
		name: 'search-first',
		says: 'A search names what it searches behind it.',
		concerns: 'the addresses of searches',
		address: pathOf(/\.search$/, (path) => path.replace(/^(.*)\/(\w+)$/, '/$2$1')),
	},
	{
		name: 'updates-by-put',
		says: 'A record is updated by PUT where the documents do not show its method.',
		concerns: 'the method of updates',
		address: (route, address) =>
			route.id.endsWith('.update') && !shown.methods.test(routeName(route))
				? { ...address, method: 'PUT' }
				: address,
	},
	{
		name: 'routes-singular',
		says: 'Nouns in addresses are in the singular where the documents do not show them.',
		concerns: 'the number of nouns in addresses',
		address: wordsOf((word) => word.replace(/ies$/, 'y').replace(/s$/, '')),
	},
	{
		name: 'routes-kebab-case',
		says: 'Words in addresses are separated by hyphens where the documents do not show them.',
		concerns: 'the words of addresses',
		address: wordsOf((word) => word.replace(/(?<=\w)_/g, '-')),
	},
];
