/**
 * The core of the trigger's promise on a sandbox with every option turned against it, in each run of
 * the tests; `npm run turned` is the whole of it.
 */
import {
	events,
	records,
	startTriggerFixture,
	type TriggerFixture,
} from '../support/triggerFixture';

let fixture: TriggerFixture;
beforeEach(async () => {
	fixture = await startTriggerFixture({ dialects: ['turned'] });
});
afterEach(async () => await fixture.close());

/** Changes this far apart, so that several pages are needed and times are shared as shown. */
const APART_MS = 100;

async function writeBacklog(count: number): Promise<number[]> {
	const now = Date.parse(await fixture.now());
	// Pages end where the next record is shown later than it is stored, in the same second.
	const start = Math.ceil(now / 1000) * 1000 + 650;
	await fixture.pass({ minutes: 10 });
	return await fixture.write(
		'deal',
		Array.from({ length: count }, (_, i) => ({
			name: `deal ${i}`,
			createdAt: new Date(start + 60_000 + i * APART_MS).toISOString(),
		})),
	);
}

test('times shown in whole seconds, short pages, a 429 after each: nothing is lost or doubled', async () => {
	const trigger = fixture.watch();
	await trigger.activate();
	const ids = await writeBacklog(1_100);
	let allowed = await fixture.requestsToday();
	const emitted: number[] = [];
	for (let i = 0; emitted.length < ids.length && i < 5; i++) {
		await fixture.steer('PATCH', '/options', { dailyLimit: ++allowed });
		emitted.push(...records(await trigger.poll()).map(({ id }) => id));
	}
	expect(emitted).toEqual(ids);
});

test('created 3 ms before its first update time is created, and no update', async () => {
	// Rounded, the two would be one.
	await fixture.steer('PATCH', '/options', { shownTimesRoundedMs: null });
	const updates = fixture.watch({ parameters: { event: 'updated' } });
	const both = fixture.watch();
	await Promise.all([updates.activate(), both.activate()]);
	await fixture.pass({ minutes: 1 });
	const [id = 0] = await fixture.write('deal', [{ name: 'new' }]);
	await fixture.settle();
	expect(await updates.poll()).toBeNull();
	expect(events(await both.poll())).toEqual([['created', id]]);
	await fixture.write('deal', [{ id, name: 'edited' }]);
	await fixture.settle();
	expect(events(await updates.poll())).toEqual([['updated', id]]);
});
