/** Rows that well-known triggers lose, and this one does not (design: polling). */
import {
	events,
	names,
	records,
	startTriggerFixture,
	type TriggerFixture,
} from '../support/triggerFixture';

let fixture: TriggerFixture;
beforeEach(async () => {
	fixture = await startTriggerFixture();
});
afterEach(async () => await fixture.close());

async function createDeal(name: string): Promise<number> {
	return (await fixture.write('deal', [{ name }]))[0]!;
}

const minutes = async (count: number) => await fixture.pass({ minutes: count });

test('created +2 min, edited +3 min, polls every 5 min, event "updated": emitted', async () => {
	const trigger = fixture.watch({ parameters: { event: 'updated' } });
	await trigger.activate();
	await minutes(2);
	const id = await createDeal('new');
	await minutes(1);
	await fixture.write('deal', [{ id, name: 'edited' }]);
	await minutes(2);
	const items = await trigger.poll();
	expect(events(items)).toEqual([['updated', id]]);
	expect(names(items)).toEqual(['edited']);
});

test('created +2 min, edited +12 min, polls every 5 min, event "updated": emitted at +15', async () => {
	const trigger = fixture.watch({ parameters: { event: 'updated' } });
	await trigger.activate();
	await minutes(2);
	const id = await createDeal('new');
	await minutes(3);
	expect(await trigger.poll()).toBeNull();
	await minutes(5);
	expect(await trigger.poll()).toBeNull();
	await minutes(2);
	await fixture.write('deal', [{ id, name: 'edited' }]);
	await minutes(3);
	expect(events(await trigger.poll())).toEqual([['updated', id]]);
});

test('visible 10 min and 25 min late, lookback of 30 min: both caught', async () => {
	const trigger = fixture.watch({ parameters: { options: { lookbackMinutes: 30 } } });
	await trigger.activate();
	await minutes(1);
	const now = Date.parse(await fixture.now());
	const late = (lag: number) => new Date(now + lag * 60_000).toISOString();
	const ids = await fixture.write('deal', [
		{ name: '10 min late', visibleAt: late(10) },
		{ name: '25 min late', visibleAt: late(25) },
	]);
	const emitted: Array<[string, number]> = [];
	for (let elapsed = 0; elapsed < 40; elapsed += 5) {
		await minutes(5);
		emitted.push(...events(await trigger.poll()));
	}
	expect(emitted).toEqual(ids.map((id) => ['created', id]));
});

test('visible 3 s late across a poll: emitted at the next', async () => {
	const trigger = fixture.watch();
	await trigger.activate();
	await minutes(1);
	const now = Date.parse(await fixture.now());
	const [id] = await fixture.write('deal', [
		{ name: 'late', visibleAt: new Date(now + 63_000).toISOString() },
	]);
	await minutes(1);
	expect(await trigger.poll()).toBeNull();
	await minutes(1);
	expect(events(await trigger.poll())).toEqual([['created', id]]);
});

test('edited 100 ms before a poll that falls mid-second: emitted once', async () => {
	await fixture.steer('PATCH', '/options', { timestampGranularityMs: 1000 });
	const trigger = fixture.watch();
	await trigger.activate();
	await minutes(1);
	const id = await createDeal('new');
	await fixture.settle();
	await trigger.poll();
	const now = Date.parse(await fixture.now());
	await fixture.pass({ seconds: 1.4 - (now % 1000) / 1000 });
	await fixture.write('deal', [{ id, name: 'edited' }]);
	await fixture.pass({ seconds: 0.1 });
	const emitted = events(await trigger.poll());
	for (let i = 0; i < 6; i++) {
		await fixture.pass({ seconds: 61.3 });
		emitted.push(...events(await trigger.poll()));
	}
	expect(emitted).toEqual([['updated', id]]);
});

test('the same record edited at +1, +7, +12 and +17 min: all four emitted', async () => {
	const id = await createDeal('old');
	const trigger = fixture.watch();
	await trigger.activate();
	const emitted: unknown[] = [];
	let elapsed = 0;
	for (const edit of [1, 7, 12, 17]) {
		await minutes(edit - elapsed);
		await fixture.write('deal', [{ id, name: `edit at ${edit}` }]);
		elapsed = Math.ceil(edit / 5) * 5;
		await minutes(elapsed - edit);
		emitted.push(...names(await trigger.poll()));
	}
	expect(emitted).toEqual(['edit at 1', 'edit at 7', 'edit at 12', 'edit at 17']);
});

test('one poll answered with 503: its window comes with the next poll', async () => {
	const trigger = fixture.watch();
	await trigger.activate();
	await minutes(2);
	const id = await createDeal('new');
	await minutes(3);
	const before = JSON.stringify(trigger.state);
	fixture.skipWaits();
	// As often as the client itself repeats a request.
	await fixture.steer('POST', '/faults', [{ match: { path: '/v2/deals' }, times: 4, status: 503 }]);
	await expect(trigger.poll()).rejects.toThrow(/503/);
	expect(JSON.stringify(trigger.state)).toBe(before);
	await minutes(5);
	expect(events(await trigger.poll())).toEqual([['created', id]]);
});

test('1,200 records with one timestamp, page size 1,000: all emitted once', async () => {
	const trigger = fixture.watch();
	await trigger.activate();
	await minutes(1);
	const createdAt = await fixture.now();
	const rows = Array.from({ length: 1200 }, (_, i) => ({ name: `deal ${i}`, createdAt }));
	const ids = await fixture.write('deal', rows);
	for (const wait of [1, 10]) {
		await minutes(wait);
		const emitted = records(await trigger.poll()).map(({ id }) => id);
		expect(emitted.sort((a, b) => a - b)).toEqual(wait === 1 ? ids : []);
	}
});

test('429 in the middle of paging, at every poll: each poll gets further', async () => {
	const trigger = fixture.watch();
	await trigger.activate();
	const start = Date.parse(await fixture.now());
	await minutes(10);
	const rows = Array.from({ length: 2500 }, (_, i) => ({
		name: `deal ${i}`,
		createdAt: new Date(start + 60_000 + i * 100).toISOString(),
	}));
	const ids = await fixture.write('deal', rows);
	let allowed = await fixture.requestsToday();
	const emitted: number[] = [];
	const perPoll: number[] = [];
	for (let i = 0; emitted.length < ids.length && i < 6; i++) {
		// The day's quota ends after one more request: the second page of each poll is refused.
		await fixture.steer('PATCH', '/options', { dailyLimit: ++allowed });
		const items = records(await trigger.poll());
		perPoll.push(items.length);
		emitted.push(...items.map(({ id }) => id));
	}
	expect(emitted).toEqual(ids);
	expect(perPoll.length).toBeGreaterThan(2);
	expect(Math.min(...perPoll)).toBeGreaterThan(0);
});
