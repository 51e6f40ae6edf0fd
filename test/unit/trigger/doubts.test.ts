/** A clock that jumps, a list that is suddenly empty, a list out of a cache: doubted, told, recovered from. */
import type { IDataObject } from 'n8n-workflow';
import { skipWaits } from '../../property/support/hostile/clock';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

let skipping: ReturnType<typeof skipWaits>;
beforeAll(() => (skipping = skipWaits()));
afterAll(() => skipping.restore());

/** A trigger that has polled, over a list that answers in its own way when it is told to. */
async function running(parameters: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const service = { hidden: false, headers: {} as IDataObject };
	const host = new TriggerHost(
		(request) => ({
			...listOf(service.hidden ? [] : deals, request),
			headers: service.headers,
		}),
		parameters,
	);
	await host.poll();
	let id = 0;
	/** One more deal, and a poll once it is old enough to be emitted. */
	const polledAfterChange = async () => {
		deals.push(dealAt(++id, host.now));
		host.now += MINUTE;
		return idsOf(await host.poll());
	};
	return { host, service, polledAfterChange };
}

describe('the service’s clock', () => {
	test('a year ahead in one response: what changes after it is emitted all the same', async () => {
		const { host, polledAfterChange } = await running();
		expect(await polledAfterChange()).toEqual([1]);
		host.now += YEAR;
		await host.poll();
		host.now -= YEAR;
		expect(await polledAfterChange()).toContain(2);
		expect(host.warnings).toEqual([expect.stringMatching(/clock says 2026-.*twice.*goes on from/)]);
		expect(await polledAfterChange()).toEqual([3]);
		expect(await host.poll()).toBeNull();
		expect(host.warnings).toHaveLength(1);
	});

	test('set back by an hour: every change after it is emitted, and the log says so once', async () => {
		const { host, polledAfterChange } = await running();
		host.now += 90 * MINUTE;
		for (let id = 1; id <= 3; id++) expect(await polledAfterChange()).toEqual([id]);
		host.now -= 60 * MINUTE;
		const seen = new Set<unknown>();
		for (let count = 0; count < 60; count++) {
			for (const id of await polledAfterChange()) seen.add(id);
		}
		for (let id = 4; id <= 63; id++) expect(seen).toContain(id);
		expect(host.warnings).toHaveLength(1);
	});

	test('wrong in a lone response changes nothing', async () => {
		const { host, service, polledAfterChange } = await running();
		host.now += 90 * MINUTE;
		expect(await polledAfterChange()).toEqual([1]);
		const before = JSON.stringify(host.state.polling);
		const wrong = new Date(host.now - 80 * MINUTE).toUTCString();
		let first = true;
		Object.defineProperty(service, 'headers', {
			get: () => {
				const headers = first ? { date: wrong } : {};
				first = false;
				return headers;
			},
		});
		expect(await host.poll()).toBeNull();
		expect(JSON.stringify(host.state.polling)).toBe(before);
		expect(host.warnings).toEqual([]);
	});

	test('behind a Start Date in the future is what the user wants', async () => {
		const startDate = '2026-11-21T10:00:00Z';
		const { host, polledAfterChange } = await running({
			options: { startFrom: 'date', startDate },
		});
		expect(await polledAfterChange()).toEqual([]);
		host.now = Date.parse(startDate) + MINUTE;
		expect(await polledAfterChange()).toEqual([2]);
		expect(host.warnings).toEqual([]);
	});
});

test('a list that is empty for eight minutes while a right is missing: told, and nothing is lost', async () => {
	const { host, service, polledAfterChange } = await running();
	for (let id = 1; id <= 4; id++) expect(await polledAfterChange()).toEqual([id]);
	service.hidden = true;
	for (let minute = 0; minute < 8; minute++) expect(await polledAfterChange()).toEqual([]);
	expect(host.warnings).toContainEqual(expect.stringMatching(/empty list.*permission/));
	service.hidden = false;
	expect(await polledAfterChange()).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
	expect(await host.poll()).toBeNull();
});

test('a list out of a cache is refused, and leaves the state as it was', async () => {
	const { host, service, polledAfterChange } = await running();
	expect(await polledAfterChange()).toEqual([1]);
	const before = JSON.stringify(host.state.polling);
	service.headers = { age: '1200' };
	await expect(polledAfterChange()).rejects.toThrow(/came from a cache and is 1200 s old/);
	expect(JSON.stringify(host.state.polling)).toBe(before);
	service.headers = { age: '0' };
	expect(await polledAfterChange()).toEqual([2, 3]);
});
