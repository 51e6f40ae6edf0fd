/** What the sandbox is asked with many deals: pages of lists, searches, and writes in bulk. */
import { request } from 'undici';
import type { BenchService } from './service';

const BULK = 1_000;
const DAY = 86_400_000;

export interface Page {
	readonly deals?: ReadonlyArray<{ readonly id: number; readonly [reference: string]: unknown }>;
	readonly nextCursor?: string | null;
	readonly totalCount?: number;
}

/** One call, the `turn`th of its kind; a list goes on where the turn before it ended. */
export type Work = (turn: number) => Promise<Page>;
type Works = Record<string, Work>;

type Ask = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<Page>;

const asking =
	({ v2, credentials }: BenchService): Ask =>
	async (method, path, body) => {
		const { statusCode, body: answer } = await request(v2 + path, {
			method,
			headers: {
				authorization: `Bearer ${credentials.team}`,
				'content-type': 'application/json',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await answer.text();
		if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
		return JSON.parse(text) as Page;
	};

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
/** The middle year of the three over which deals are spread, and the crowded moment. */
const middle = { updatedAtFrom: daysAgo(730), updatedAtTo: daysAgo(365) };

function lists(ask: Ask): Works {
	const pages = (query: Record<string, string>): Work => {
		let cursor = '';
		return async () => {
			const asked = new URLSearchParams({ limit: '1000', cursor, ...query });
			const page = await ask('GET', `/deals?${asked.toString()}`);
			cursor = page.nextCursor ?? '';
			return page;
		};
	};
	const counted = async () =>
		await ask('GET', `/deals?${new URLSearchParams({ ...middle, limit: '1' }).toString()}`);
	return {
		'all, newest update first': pages({}),
		'a year by update, ascending': pages({ ...middle, sort: 'updatedAt' }),
		'a year by update, descending': pages({ ...middle, sort: '-updatedAt' }),
		'all by creation, ascending': pages({ sort: 'createdAt' }),
		'all by creation, descending': pages({ sort: '-createdAt' }),
		'one deal type, descending': pages({ dealTypeId: '1' }),
		'how many in a year': counted,
		'how many, after a write': async (turn) => {
			await ask('PATCH', '/deals/1', { memo: `changed ${turn}` });
			return await counted();
		},
	};
}

const compared = (field: object, comparisonOperator: string, value: object) => ({
	valueFilter: { field, comparisonOperator, value },
});
const composite = (logicalOperator: string, subFilters: object[]) => ({
	filter: { compositeFilter: { logicalOperator, subFilters } },
});
const anyOf = (field: object, values: ReadonlyArray<string | number>) =>
	composite(
		'OR',
		values.map((value) =>
			compared(
				field,
				'=',
				typeof value === 'number' ? { integerValue: value } : { stringValue: value },
			),
		),
	);

function searches(ask: Ask, deals: number): Works {
	/** Numbers of deals that there are, in each turn others. */
	const some = (count: number, turn: number) =>
		Array.from({ length: count }, (_, at) => 1 + ((turn * 7_919 + at * 104_729) % deals));
	const key = (number: number) => `key-${String(number).padStart(8, '0')}`;
	const search = async (body: object, cursor = '') =>
		await ask('POST', `/deals/search?limit=1000&cursor=${cursor}`, body);
	const pages = (body: object): Work => {
		let cursor = '';
		return async () => {
			const page = await search(body, cursor);
			cursor = page.nextCursor ?? '';
			return page;
		};
	};
	const custom = { itemKey: 'deal_text' };
	const by = (name: string) => ({ name });
	const updated = (operator: string, datetimeValue: string) =>
		compared(by('updatedAt'), operator, { datetimeValue });
	const phase = anyOf(by('phaseId'), [1]);
	const year = composite('AND', [
		updated('>=', middle.updatedAtFrom),
		updated('<=', middle.updatedAtTo),
	]);
	return {
		'30 custom values': async (turn) => await search(anyOf(custom, some(30, turn).map(key))),
		'299 custom values': async (turn) => await search(anyOf(custom, some(299, turn).map(key))),
		'299 that nothing has': async (turn) =>
			await search(
				anyOf(
					custom,
					some(299, turn).map((number) => `no-${number}`),
				),
			),
		'299 names': async (turn) =>
			await search(
				anyOf(
					by('name'),
					some(299, turn).map((number) => `Deal ${number}`),
				),
			),
		'299 ids': async (turn) => await search(anyOf(by('id'), some(299, turn))),
		'a phase': pages(phase),
		'a phase, by id': pages({ ...phase, sort: { field: by('id'), order: 'ASC' } }),
		'two phases': pages(anyOf(by('phaseId'), [1, 2])),
		'two owners': pages(anyOf(by('userId'), [1, 2])),
		'a year by update (search)': pages({
			...year,
			sort: { field: by('updatedAt'), order: 'ASC' },
		}),
	};
}

async function writes(ask: Ask): Promise<Works> {
	const { deals = [] } = await ask('GET', '/deals?limit=1000&dealTypeId=1');
	const [sample] = deals;
	const references = Object.fromEntries(
		['customer', 'phase', 'product', 'probability', 'channel', 'user'].map((name) => [
			name,
			{ id: (sample?.[name] as { id: number } | undefined)?.id },
		]),
	);
	const form = (turn: number, row: number) => ({
		...{ name: `New ${turn} ${row}`, expectedContractDate: '2026-12-01', reason: 'New' },
		...references,
		dealCustoms: [{ itemKey: 'deal_text', value: `new-${turn}-${row}` }],
	});
	const bulk = '/deal_types/1/deals/bulk';
	return {
		'1,000 created': async (turn) =>
			await ask('POST', bulk, {
				deals: Array.from({ length: BULK }, (_, row) => form(turn, row)),
			}),
		'1,000 updated': async (turn) =>
			await ask('PATCH', bulk, { deals: deals.map(({ id }) => ({ id, memo: `at ${turn}` })) }),
	};
}

/** @param deals how many the sandbox has made */
export async function worksOf(service: BenchService, deals: number): Promise<Works> {
	const ask = asking(service);
	return { ...lists(ask), ...searches(ask, deals), ...(await writes(ask)) };
}
