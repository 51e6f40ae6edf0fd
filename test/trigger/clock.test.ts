/** A clock that jumps, and time that is short: told, and nothing is lost. */
import tables from './clock.json';
import { many } from '../support/many';
import { table } from '../support/table';
import {
	begun,
	DAY,
	dealAt,
	Host,
	HOUR,
	idsOf,
	MINUTE,
	START,
	YEAR,
	type Reply,
} from './support/host';

describe('a service’s clock', () => {
	test('an hour back for good, which the log says once: what changes after it is emitted all the same', async () => {
		const host = await begun();
		await host.next(90 * MINUTE);
		host.jump(-HOUR);
		await host.poll();
		const seen = new Set<unknown>();
		for (let id = 1; id <= 70; id++) {
			host.write(id);
			for (const told of await host.ids()) seen.add(told);
		}
		expect(seen.size).toBe(70);
		host.saysOnly(/clock says 2026-.*goes on from/);
	});

	test.each([5 * YEAR, -2 * DAY])(
		'is right where n8n’s own is %i ms behind: an idle poll stays one request',
		async (clockError) => {
			const host = new Host();
			host.clockError = clockError;
			await host.poll();
			host.write(1);
			await host.tellsOnly([1]);
			expect(await host.requestsOf(host.next())).toBe(1);
			host.saysOnly();
		},
	);

	test('is hours ahead of n8n’s own: each change comes once', async () => {
		const host = await begun();
		host.clockError = 2 * HOUR;
		host.deals = many(3_000, (id) => dealAt(id + 1, host.now + id * 10));
		const seen = await host.idsOfPolls(3);
		host.clockError = 0;
		expect([...seen, ...(await host.idsOfPolls(3))]).toEqual(idsOf(host.deals));
	});

	test.each(table<[string, Reply, RegExp]>(tables.fails))(
		'fails the poll, and the state stays, where %s',
		async (_what, reply, message) => {
			const host = await begun();
			host.write(1);
			await host.tellsOnly([1], 91 * MINUTE);
			const before = JSON.stringify(host.state);
			host.answers = () => reply;
			await expect(host.poll()).rejects.toThrow(message);
			expect(JSON.stringify(host.state)).toBe(before);
			host.answers = () => undefined;
			host.write(2);
			await host.tellsOnly([2]);
		},
	);
});

describe('the time that n8n allows', () => {
	test('is kept, the rest is for later, and the log says so', async () => {
		const host = new Host({}, { startFrom: 'all', batchLimit: 100_000 });
		host.deals = many(8_000, (id) => dealAt(id, START - DAY + id * 100));
		Object.assign(host, { budgetMs: 45_000, tripMs: 10_000 });
		const first = idsOf(await host.poll());
		expect(host.now - START).toBeLessThanOrEqual(45_000);
		expect(first.length).toBeGreaterThan(2_000);
		host.saysOnly(/ran out of time/);
		host.tripMs = 0;
		expect([...first, ...(await host.ids())]).toEqual(idsOf(host.deals));
	});

	test('is kept by waits for the service’s rate', async () => {
		const host = await begun();
		host.budgetMs = 45_000;
		host.answers = () => ({ statusCode: 429, headers: { 'retry-after': '20' }, body: '' });
		await expect(host.poll()).rejects.toThrow(/429/);
		expect(host.now - START).toBeLessThanOrEqual(45_000);
	});

	test('values that take longer to learn are learned over several polls; the log says how far', async () => {
		const host = new Host({ event: 'phaseChanged' });
		const phase = { id: 2, name: 'Talks' };
		host.deals = many(15_000, (id) =>
			dealAt(id + 1, START - (40_000 - 2 * id) * MINUTE, { phase }),
		);
		Object.assign(host, { budgetMs: 45_000, tripMs: 4_000 });
		expect(await host.idsOfPolls(6)).toEqual([]);
		expect(host.said()[0]).toMatch(/still learning.*last changed after 2026-\d\d-\d\dT/);
		host.write(1, { phase: { id: 9, name: 'Won' } });
		expect(await host.next()).toMatchObject([
			{ id: 1, _event: { from: { id: 2 }, to: { id: 9, name: 'Won' } } },
		]);
	});
});

test('values that the service refuses are learned by the next poll, and the log says so', async () => {
	const host = new Host({ event: 'phaseChanged' });
	host.write(1, { phase: { id: 1 } }, START - HOUR);
	const refusal = { statusCode: 400, body: { error: 'No' } };
	host.answers = ({ query: { sort, updatedAtFrom } }) =>
		sort !== undefined && updatedAtFrom === undefined ? refusal : undefined;
	await host.poll();
	host.saysOnly(/could not go on learning previous values and will try again .*No/);
	host.answers = () => undefined;
	await host.tellsOnly([]);
	host.write(1, { phase: { id: 2 } });
	await host.tellsOnly([1]);
});
