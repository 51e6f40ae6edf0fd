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
				const route = { version, id, ...inside };
				const outside = dialects.reduce<Address>(
					(address, dialect) => dialect.address?.(route, address) ?? address,
					inside,
				);
				return { version, id, outside, inside };
			}),
		),
	);
