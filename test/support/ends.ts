/** What a test counts of lists by page numbers, where these say nothing of how many records there are. */
import { hasTotals } from './speaks';
import type { TestSandbox } from './testSandbox';

interface Sent {
	readonly method?: string;
	readonly path?: string;
	readonly query?: string;
}

const pageOf = ({ query = '' }: Sent): number =>
	Number(new URLSearchParams(query).get('page') ?? NaN);

/** What is asked for apart from the page. */
function listOf({ method, path, query = '' }: Sent): string {
	const rest = new URLSearchParams(query);
	rest.delete('page');
	return `${method ?? ''} ${path ?? ''}?${rest.toString()}`;
}

/**
 * Requests without the last page of each such list, which is the empty one that shows its end: it is what
 * a service without totals costs besides. Where lists have totals nothing is left out.
 */
export function withoutEnds<Request extends Sent>(
	sandbox: Pick<TestSandbox, 'dialects'>,
	requests: readonly Request[],
): Request[] {
	if (hasTotals(sandbox)) return [...requests];
	const last = new Map<string, number>();
	for (const each of requests) {
		last.set(listOf(each), Math.max(pageOf(each) || 1, last.get(listOf(each)) ?? 1));
	}
	return requests.filter((each) => !(pageOf(each) > 1 && pageOf(each) === last.get(listOf(each))));
}
