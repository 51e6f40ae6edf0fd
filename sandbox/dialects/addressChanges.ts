import type { Address, Dialect, Route } from './dialect';

type PathChange = (path: string, route: Route) => string;
type AddressChange = NonNullable<Dialect['address']>;

/** What the documents show of the route tables (S1); custom objects stand below a path that is shown. */
const shown = {
	paths:
		/^v2 (customer\.getMany|deal\.getMany|customObject\..+)$|^v1 (domainSetting\.get|customer\.getMany)$/,
	methods: /^v2 deal\.update$/,
};
const nameOf = ({ version, id }: Route) => `${version} ${id}`;

/** Another path for every operation. */
export const everywhere =
	(change: PathChange): AddressChange =>
	(route, address) => ({ ...address, path: change(address.path, route) });

/** Another path where the documents show none. */
export const whereInferred =
	(change: PathChange): AddressChange =>
	(route, address) =>
		shown.paths.test(nameOf(route)) ? address : everywhere(change)(route, address);

/** Another path for the operations whose id matches. */
export const ofOperations =
	(ids: RegExp, change: PathChange): AddressChange =>
	(route, address) =>
		ids.test(route.id) ? everywhere(change)(route, address) : address;

/** Another method, where the documents show none, for the operations whose id matches. */
export const sentBy =
	(method: Address['method'], ids: RegExp, end = ''): AddressChange =>
	(route, { path, ...address }) =>
		ids.test(route.id) && !shown.methods.test(nameOf(route))
			? { method, path: path + end }
			: { ...address, path };

/** Changes the words of a path, never its parameters. */
export const words =
	(change: (word: string) => string): PathChange =>
	(path) =>
		path
			.split('/')
			.map((segment) => (segment.startsWith('{') ? segment : change(segment)))
			.join('/');

/** Puts another beginning in the place of one of a path. */
export const moved =
	(...places: ReadonlyArray<readonly [from: string, to: string]>): PathChange =>
	(path) => {
		const place = places.find(([from]) => path === from || path.startsWith(`${from}/`));
		return place ? place[1] + path.slice(place[0].length) : path;
	};

/** Puts the last word of a path first. */
export const lastFirst: PathChange = (path) => path.replace(/^(.*)\/(\w+)$/, '/$2$1');
