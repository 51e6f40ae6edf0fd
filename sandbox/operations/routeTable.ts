import type { OperationContract } from '../contract/operation';
import type { Address, Dialect } from './dialect';

type Routed = Pick<OperationContract, 'id' | 'method' | 'path' | 'otherPath'>;

/** A version of the interface, as far as its addresses go. */
interface RoutedVersion<Operation extends Routed> {
	name: string;
	operations: readonly Operation[];
}

/** Where an operation is reached, and where the documents have it. */
export interface RouteEntry<Operation extends Routed = Routed> {
	version: string;
	operation: Operation;
	outside: Address;
	inside: Address;
}

/** The whole route table of a service that speaks these dialects. */
export const routeTable = <Operation extends Routed>(
	versions: ReadonlyArray<RoutedVersion<Operation>>,
	dialects: readonly Dialect[],
): Array<RouteEntry<Operation>> =>
	versions.flatMap(({ name: version, operations }) =>
		operations.flatMap((operation) => {
			const { id, method, path, otherPath = path } = operation;
			return [...new Set([path, otherPath])].map((each) => {
				const inside = { method, path: each };
				const outside = dialects.reduce<Address>(
					(address, dialect) => dialect.address?.({ version, id, ...inside }, address) ?? address,
					inside,
				);
				return { version, operation, outside, inside };
			});
		}),
	);

const patterns = new Map<string, RegExp>();

/** Each is made once, and not for each request. */
function patternOf(path: string): RegExp {
	const known = patterns.get(path);
	if (known) return known;
	const pattern = RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`);
	patterns.set(path, pattern);
	return pattern;
}

/**
 * The operation at an address of one side of the table, and the path's parameters. A word goes before
 * a parameter in the same place.
 * @param path below the version
 */
export function routeAt<Operation extends Routed>(
	table: ReadonlyArray<RouteEntry<Operation>>,
	side: 'outside' | 'inside',
	{ version, method, path }: { version: string; method: string; path: string },
): { entry: RouteEntry<Operation>; parameters: Record<string, string> } | undefined {
	const [found] = table
		.filter((entry) => entry.version === version && entry[side].method === method)
		.map((entry) => ({ entry, match: patternOf(entry[side].path).exec(path) }))
		.filter(({ match }) => match)
		// A brace sorts behind every letter.
		.sort((a, b) => (a.entry[side].path < b.entry[side].path ? -1 : 1));
	if (!found) return undefined;
	const { entry, match } = found;
	const parameters = Object.entries(match?.groups ?? {}).map(([name, value]): [string, string] => {
		return [name, decodeURIComponent(value)];
	});
	return { entry, parameters: Object.fromEntries(parameters) };
}
