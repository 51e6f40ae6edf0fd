import type { Address, Dialect } from '../dialects/dialect';
import type { Version } from './versions';
import type { Operation } from './operation';

/** The addresses of an operation: `outside` as the chosen dialects have it, `inside` as the documents do. */
export interface RouteEntry {
	version: string;
	operation: Operation;
	outside: Address;
	inside: Address;
}

/** The whole route table of a service that speaks these dialects. */
export const routeTable = (
	versions: readonly Version[],
	dialects: readonly Dialect[],
): RouteEntry[] =>
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

/** The pattern of a path, made once and not for each request. */
function patternOf(path: string): RegExp {
	const present = patterns.get(path);
	if (present) return present;
	const pattern = RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`);
	patterns.set(path, pattern);
	return pattern;
}

/**
 * The operation at an address of one side of the table, and the path's parameters. If several fit,
 * a word wins over a parameter in the same place.
 * @param path below the version
 */
export function routeAt(
	table: readonly RouteEntry[],
	side: 'outside' | 'inside',
	{ version, method, path }: { version: string; method: string; path: string },
): { entry: RouteEntry; parameters: Record<string, string> } | undefined {
	const [found] = table
		.filter((entry) => entry.version === version && entry[side].method === method)
		.map((entry) => ({ entry, match: patternOf(entry[side].path).exec(path) }))
		.filter(({ match }) => match)
		// The brace of a parameter sorts behind every letter, so a fixed word comes first.
		.sort((a, b) => (a.entry[side].path < b.entry[side].path ? -1 : 1));
	if (!found) return undefined;
	const { entry, match } = found;
	const parameters = Object.entries(match?.groups ?? {}).map(([name, value]) => [
		name,
		decodeURIComponent(value),
	]);
	return { entry, parameters: Object.fromEntries(parameters) as Record<string, string> };
}
