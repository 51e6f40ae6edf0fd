/** Create or Update from a file looks up ahead of what it writes, and ends at once where it has to. */
import type { IDataObject } from 'n8n-workflow';
import type { HttpRequest } from '../../../nodes/SalesManagement/api/transport';
import { isFailure } from '../../../nodes/SalesManagement/operations/operation';
import { imported, rowsOf } from '../support/importRun';
import type { Respond } from '../support/testClient';

const HEADER =
	'name;expectedContractDate;dealTypeId;customer;phase;product;probability;channel;user;custom:key';

const deals = (many: number): string => {
	const lines = Array.from(
		{ length: many },
		(_, at) => `Deal ${at};2026-12-24;1;1;1;1;1;1;1;key ${at + 1}`,
	);
	return [HEADER, ...lines].join('\n');
};

const deal = (id: number, key: string): IDataObject => ({
	...{ id, name: 'Before' },
	dealCustoms: [{ id: 1, itemKey: 'key', name: 'Key', itemType: 'text', value: key }],
});

const isSearch = ({ url }: HttpRequest): boolean => url.endsWith('/search');
const isBulk = ({ url }: HttpRequest): boolean => url.endsWith('/bulk');

/** A service that has the deals with an even number in their key. */
function service(
	more: (request: HttpRequest) => ReturnType<Respond> | undefined = () => undefined,
) {
	const written: string[] = [];
	const respond: Respond = (request) => {
		const own = more(request);
		if (own) return own;
		if (isSearch(request)) {
			const keys = JSON.stringify(request.body).match(/key \d+/g) ?? [];
			const found = keys.filter((key) => /[02468]$/.test(key));
			const records = found.map((key) => deal(Number(key.slice(4)), key));
			return { body: { deals: records, totalCount: records.length } };
		}
		if (!isBulk(request)) return { body: { deals: [deal(1, 'x')], users: [], totalCount: 1 } };
		const rows = rowsOf(request.body);
		written.push(...rows.map(({ name }) => name as string));
		if (request.method === 'POST') return { body: rows.map((_, at) => 1e6 + written.length + at) };
		return { body: { deals: rows.map(({ id }) => ({ id })), skippedDeals: [] } };
	};
	return { written, respond };
}

const upsert = {
	operation: 'deal.createOrUpdate',
	parameters: { matchBy: 'custom:key' },
};

test('by a custom field, requests are full, and there is always one to send', async () => {
	const ROWS = 20_930;
	const { respond, written } = service();
	const kinds: string[] = [];
	const { result, requests, sentAt } = await imported({
		...upsert,
		...{ file: deals(ROWS), rate: 5, latency: 1_500 },
		respond: (request, number) => {
			kinds.push(isSearch(request) ? 'search' : 'other');
			return respond(request, number);
		},
	});
	expect(result).toMatchObject({ records: [{ rows: ROWS, created: 10_465, updated: 10_465 }] });
	expect(new Set(written).size).toBe(ROWS);
	expect(written).toHaveLength(ROWS);
	// One for the custom fields, 299 values a search, up to 1,000 rows a write.
	expect(requests).toBeLessThanOrEqual(1 + ROWS / 299 + 3 * 6 + 4);
	// Before anything is usual, the pace is slower; behind the last search nothing else is to be sent.
	const steady = sentAt.slice(15, kinds.lastIndexOf('search'));
	const fiveApart = steady.slice(5).map((at, place) => at - (steady[place] ?? 0));
	// One place of five is left to others now and then (api/room.ts): the next five come a place later.
	const late = fiveApart.filter((apart) => apart >= 1_150);
	expect(late.length).toBeLessThan(fiveApart.length / 8);
	const fourApart = steady.slice(4).map((at, place) => at - (steady[place] ?? 0));
	expect(Math.max(...fourApart)).toBeLessThan(1_150);
});

test('a row that can’t be matched ends the import: no part behind its own is written', async () => {
	// Two deals have the key of a row in the second part.
	const twice = (request: HttpRequest) => {
		if (!isSearch(request) || !JSON.stringify(request.body).includes('"key 7001"'))
			return undefined;
		const records = [deal(1, 'key 7001'), deal(3, 'key 7001')];
		return { body: { deals: records, totalCount: 2 } };
	};
	const { respond, written } = service(twice);
	const { result } = await imported({
		...upsert,
		...{ file: deals(25_000), respond, rate: 5, latency: 300 },
	});
	expect(isFailure(result)).toBe(true);
	expect(String((result as { error?: unknown }).error)).toMatch(
		/Row 7,001 \("Deal 7000", "key 7001"\): 2 records have this/,
	);
	const rows = written.map((name) => Number(name.slice(5)) + 1);
	expect(Math.max(...rows)).toBeLessThan(7_001);
});

test('behind a refusal nothing is looked up either', async () => {
	let searches = 0;
	let atRefusal = Infinity;
	const { respond } = service((request) => {
		if (isSearch(request)) searches++;
		if (!isBulk(request)) return undefined;
		atRefusal = Math.min(atRefusal, searches);
		return { status: 400, body: { message: 'No' } };
	});
	const { result } = await imported({
		...upsert,
		...{ file: deals(40_000), respond, rate: 5, latency: 300 },
	});
	expect(isFailure(result)).toBe(true);
	// What was under way is answered.
	expect(searches - atRefusal).toBeLessThanOrEqual(10);
});
