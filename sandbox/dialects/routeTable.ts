import type { OperationContract } from '../contract/operation';
import type { Address, Dialect } from './dialect';

/** A version of the interface, as far as its addresses go. */
export interface RoutedVersion {
	name: string;
	operations: ReadonlyArray<Pick<OperationContract, 'id' | 'method' | 'path' | 'otherPath'>>;
}

/** Where an operation is reached, and where the documents have it. */
export interface RouteEntry {
	version: string;
	id: string;
	outside: Address;
	inside: Address;
}

/** The whole route table of a service that speaks these dialects. */
export const routeTable = (
	versions: readonly RoutedVersion[],
	dialects: readonly Dialect[],
): RouteEntry[] =>
	versions.flatMap(({ name: version, operations }) =>
		operations.flatMap(({ id, method, path, otherPath = path }) =>
			[...new Set([path, otherPath])].map((each) => {
				const inside = { method, path: each };
				const outside = dialects.reduce<Address>(
					(address, dialect) => dialect.address?.({ version, id, ...inside }, address) ?? address,
					inside,
				);
				return { version, id, outside, inside };
			}),
		),
	);

/**
 * The operation at an address of one side of the table, and the path's parameters as they were sent.
 * A word goes before a parameter in the same place.
 * @param path below the version
 */
export function routeAt(
	table: readonly RouteEntry[],
	side: 'outside' | 'inside',
	{ version, method, path }: Pick<RouteEntry, 'version'> & { method: string; path: string },
): { entry: RouteEntry; parameters: Record<string, string> } | undefined {
	const found = table.flatMap((entry) => {
		const address = entry[side];
		if (entry.version !== version || address.method !== method) return [];
		const pattern = address.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)');
		const match = RegExp(`^${pattern}$`).exec(path);
		return match ? [{ entry, path: address.path, parameters: { ...match.groups } }] : [];
	});
	// A brace sorts behind every letter.
	return found.sort((a, b) => (a.path < b.path ? -1 : 1))[0];
}
