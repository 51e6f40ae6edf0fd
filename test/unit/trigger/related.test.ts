/** Include Related Objects: what is read record by record stays within the poll's time. */
import type { IDataObject } from 'n8n-workflow';
import { skipWaits } from '../../property/support/hostile/clock';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost, type ServiceReply } from '../support/triggerHost';

const MINUTE = 60_000;
const START = Date.parse('2026-11-21T08:00:00Z');
const OPTIONS = { startFrom: 'all', relatedObjects: true };

let skipping: ReturnType<typeof skipWaits>;
beforeAll(() => (skipping = skipWaits()));
afterAll(() => skipping.restore());

/** A trigger over so many deals, whose own reads are answered as said. */
function hostOf(
	count: number,
	read: (id: number, attempt: number) => ServiceReply | Error,
	options: IDataObject = {},
) {
	const deals = Array.from({ length: count }, (_, id) => dealAt(id + 1, START - 60 * MINUTE + id));
	const attempts = new Map<number, number>();
	return new TriggerHost(
		(request) => {
			if (request.path === '/v2/deals') return listOf(deals, request);
			const id = Number(request.path.split('/').at(-1));
			attempts.set(id, (attempts.get(id) ?? 0) + 1);
			const reply = read(id, attempts.get(id) ?? 0);
			if (reply instanceof Error) throw reply;
			return reply;
		},
		{ options: { ...OPTIONS, ...options } },
	);
}

const found = (id: number): ServiceReply => ({ body: { id, customObjects: [{ id: 9 }] } });
const tooMany: ServiceReply = { statusCode: 429, headers: { 'retry-after': '2' }, body: {} };

const shown = (items: Awaited<ReturnType<TriggerHost['poll']>>) =>
	(items ?? []).map(({ json }) => [
		json.id,
		json.customObjects,
		(json._event as IDataObject).relatedObjects,
	]);

test.each([404, 410])(
	'are read record by record, and one that is gone by then (%i) comes without',
	async (statusCode) => {
		const host = hostOf(2, (id) => (id === 2 ? { statusCode, body: { error: 'gone' } } : found(1)));
		expect(shown(await host.poll())).toEqual([
			[1, [{ id: 9 }], undefined],
			[2, [], undefined],
		]);
		const reads = host.asked.filter(({ path }) => path !== '/v2/deals');
		expect(reads.map(({ query }) => query)).toEqual([
			{ include_related_objects: 1 },
			{ include_related_objects: 1 },
		]);
		expect(host.warnings).toEqual([]);
	},
);

test.each<[string, ServiceReply | Error, RegExp]>([
	['refused', { statusCode: 403, body: { error: 'Not yours' } }, /Not yours/],
	['failing', { statusCode: 500, body: { error: 'Broken' } }, /Broken/],
	['no JSON', { body: '<html>' }, /HTML|not JSON/],
	[
		'without an answer',
		Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
		/connection broke/,
	],
])('one record that is always %s is marked, and holds nothing back', async (_what, reply, why) => {
	const host = hostOf(3, (id) => (id === 2 ? reply : found(id)));
	expect(shown(await host.poll())).toEqual([
		[1, [{ id: 9 }], undefined],
		[2, undefined, 'unavailable'],
		[3, [{ id: 9 }], undefined],
	]);
	expect(host.warnings).toEqual([expect.stringMatching(/related objects of 1 of 3 records/)]);
	expect(host.warnings[0]).toMatch(why);
	expect(await host.poll()).toBeNull();
});

test('half of the reads refused for their rate: all is handed out within the budget', async () => {
	let count = 0;
	const host = hostOf(100, (id) => (++count % 2 === 0 ? tooMany : found(id)));
	host.budgetMs = 45_000;
	const began = skipping.clock.elapsed();
	const items = shown(await host.poll());
	expect(skipping.clock.elapsed() - began).toBeLessThanOrEqual(45_000);
	expect(items.map(([id]) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id + 1));
	for (const [, objects, mark] of items) expect(objects === undefined).toBe(mark === 'unavailable');
	expect(await host.poll()).toBeNull();
});

test('make a poll small: a hundred records at most, fewer where fewer are asked for', async () => {
	const size = async (batchLimit?: number) =>
		idsOf(await hostOf(150, found, batchLimit ? { batchLimit } : {}).poll()).length;
	expect(await size()).toBe(100);
	expect(await size(5_000)).toBe(100);
	expect(await size(7)).toBe(7);
});
