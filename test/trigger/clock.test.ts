/** A clock that jumps, a list that is suddenly empty, time that is short: told, and nothing is lost. */
import type { IDataObject } from 'n8n-workflow';
import { DAY, dealAt, Host, HOUR, idsOf, listOf, MINUTE, START, YEAR } from './support/host';
import { many } from '../support/many';

/** A trigger that has emitted deal 1. */
async function running(parameters: IDataObject = {}, options: IDataObject = {}) {
	const host = new Host(parameters, options);
	await host.poll();
	host.pass(90 * MINUTE);
	let id = 0;
	/** What comes after one more deal. */
	const after = async () => {
		host.write(++id);
		return idsOf(await host.next());
	};
	expect(await after()).toEqual([1]);
	return { host, after };
}

/** The next responses tell the time so far off, those after them the right one. */
const tellsWrong = (host: Host, off: number[]) =>
	(host.answers = (request) => ({
		...listOf(host.deals, request),
		headers: { date: new Date(host.now + (off.shift() ?? 0)).toUTCString() },
	}));

describe('a service’s clock', () => {
	test('an hour back for good, which the log says once: what changes after it is emitted all the same', async () => {
		const { host, after } = await running();
		host.jump(-HOUR);
		await host.poll();
		const seen = new Set<unknown>();
		for (let count = 0; count < 70; count++) for (const id of await after()) seen.add(id);
		for (let id = 2; id <= 70; id++) expect(seen).toContain(id);
		expect(host.said()).toEqual([expect.stringMatching(/clock says 2026-.*goes on from/)]);
	});

	test.each([5 * YEAR, -2 * DAY])(
		'is right where n8n’s own is %i ms behind: an idle poll stays one request',
		async (clockError) => {
			const host = new Host();
			Object.assign(host, { clockError });
			await host.poll();
			host.write(1);
			expect(idsOf(await host.next())).toEqual([1]);
			expect(await host.requestsOf(host.next())).toBe(1);
			expect(host.said()).toEqual([]);
		},
	);

	test('is hours ahead of n8n’s own: each change comes once', async () => {
		const host = new Host();
		await host.poll();
		Object.assign(host, { clockError: 2 * HOUR });
		host.deals = many(3_000, (id) => dealAt(id + 1, host.now + id * 10));
		const seen: unknown[] = [];
		for (let polls = 0; polls < 3; polls++) seen.push(...idsOf(await host.next()));
		Object.assign(host, { clockError: 0 });
		for (let polls = 0; polls < 3; polls++) seen.push(...idsOf(await host.next()));
		expect(seen).toEqual(idsOf(host.deals));
	});

	test.each<[string, RegExp, (host: Host) => void]>([
		[
			'its clock is two days behind',
			/clock says 2026-11-19.*although it was 2026-11-21.*stays where it is/,
			(host) => tellsWrong(host, Array<number>(9).fill(-2 * DAY)),
		],
		[
			'it has no Date header',
			/its response has no Date header with an HTTP date/,
			(host) => (host.answers = () => ({ headers: { date: undefined }, body: { deals: [] } })),
		],
		[
			'its Date header is no date',
			/its response has no Date header with an HTTP date/,
			(host) => (host.answers = () => ({ headers: { date: 'yesterday' }, body: { deals: [] } })),
		],
		[
			'nothing says whether a full page is all',
			/does not say whether more than these 1,000 records follow/,
			(host) =>
				(host.answers = () => ({
					body: many(1_000, (id) => dealAt(id, host.now)),
				})),
		],
	])('fails the poll, and the state stays, where %s', async (_what, message, breaks) => {
		const { host, after } = await running();
		const before = JSON.stringify(host.state);
		breaks(host);
		await expect(host.poll()).rejects.toThrow(message);
		expect(JSON.stringify(host.state)).toBe(before);
		host.answers = () => undefined;
		expect(await after()).toEqual([2]);
	});
});

describe('a list that is suddenly empty', () => {
	async function emptied(count: number, options: IDataObject = {}) {
		const { host, after } = await running({}, options);
		for (let id = 2; id <= count; id++) expect(await after()).toEqual([id]);
		const { answers } = host;
		host.answers = () => ({ body: { deals: [], hasMore: false, nextCursor: null, totalCount: 0 } });
		return { host, after, back: () => (host.answers = answers) };
	}

	test('for eight minutes, while a right is missing: nothing is lost', async () => {
		const { host, after, back } = await emptied(4);
		for (let minute = 0; minute < 8; minute++) expect(await after()).toEqual([]);
		back();
		expect(await after()).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
		expect(await host.poll()).toEqual([]);
	});

	test('for days, since all were deleted: it goes on from what comes', async () => {
		const { host, after, back } = await emptied(4);
		for (const hours of [1, 22, 3, 24]) expect(await host.next(hours * HOUR)).toEqual([]);
		expect(host.said()).toEqual([]);
		host.deals = [];
		back();
		expect(await after()).toEqual([5]);
	});

	test('does not end the learning of what was before', async () => {
		const host = new Host({ event: 'phaseChanged' });
		host.write(1, { phase: { id: 1 } }, START - HOUR);
		host.write(2, { phase: { id: 1 } }, START - MINUTE);
		const failing = { statusCode: 400, body: { error: 'No' } };
		host.answers = ({ query: { sort, updatedAtFrom } }) =>
			sort !== undefined && updatedAtFrom === undefined ? failing : undefined;
		await host.poll();
		host.answers = () => undefined;
		host.remove(2);
		await host.next();
		host.write(1, { phase: { id: 2 } });
		expect(await host.next()).toMatchObject([{ id: 1, _event: { type: 'phaseChanged' } }]);
	});
});

describe('the time that n8n allows', () => {
	async function reading(budgetMs: number | undefined, tripMs: number, limit = 100_000) {
		const host = new Host({}, { startFrom: 'all', batchLimit: limit });
		host.deals = many(8_000, (id) => dealAt(id, START - DAY + id * 100));
		Object.assign(host, { budgetMs, tripMs });
		return { host, first: await host.poll() };
	}

	test('is kept, the rest is for later, and the log says so', async () => {
		const { host, first } = await reading(45_000, 10_000);
		expect(host.now - START).toBeLessThanOrEqual(45_000);
		expect(first.length).toBeGreaterThan(2_000);
		expect(host.said()).toEqual([expect.stringMatching(/ran out of time/)]);
		host.tripMs = 0;
		const rest = await host.poll();
		expect(idsOf([...first, ...rest])).toEqual(idsOf(host.deals));
	});

	test('is kept by waits for the service’s rate', async () => {
		const { host } = await running();
		host.budgetMs = 45_000;
		const began = host.now;
		host.answers = () => ({ statusCode: 429, headers: { 'retry-after': '20' }, body: '' });
		await expect(host.poll()).rejects.toThrow(/429/);
		expect(host.now - began).toBeLessThanOrEqual(45_000);
	});

	test('values that take longer to learn are learned over several polls; the log says how far', async () => {
		const host = new Host({ event: 'phaseChanged' });
		const phase = { id: 2, name: 'Talks' };
		host.deals = many(15_000, (id) =>
			dealAt(id + 1, START - (40_000 - 2 * id) * MINUTE, { phase }),
		);
		Object.assign(host, { budgetMs: 45_000, tripMs: 4_000 });
		for (let polls = 0; polls < 6; polls++) expect(await host.next()).toEqual([]);
		expect(host.said()[0]).toMatch(/still learning.*last changed after 2026-\d\d-\d\dT/);
		host.write(1, { phase: { id: 9, name: 'Won' } });
		expect(await host.next()).toMatchObject([
			{ id: 1, _event: { from: { id: 2 }, to: { id: 9, name: 'Won' } } },
		]);
	});
});
