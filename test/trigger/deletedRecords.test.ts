/** The event Deleted: by sweeps, each deletion confirmed by reading the record by its ID. */
import type { IDataObject } from 'n8n-workflow';
import { records, startTriggerFixture, type TriggerFixture } from '../support/triggerFixture';

const HOUR = 3_600_000;

let fixture: TriggerFixture;
/** n8n's clock, by which sweeps are due. */
let now: number;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());
beforeEach(() => {
	now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

async function remove(dealId = 0): Promise<void> {
	const { error } = await fixture.run('deal.delete', { parameters: { dealId } });
	if (error) throw error;
}

const watch = (options: IDataObject = {}) =>
	fixture.watch({ parameters: { event: 'deleted', options } });

test('told once, with its ID, after the next sweep', async () => {
	const [gone, stays] = await fixture.write('deal', [{ name: 'gone soon' }, { name: 'later' }]);
	const trigger = watch();
	expect(await trigger.activate()).toBeNull();
	await remove(gone);
	await fixture.requests();
	now += 23 * HOUR;
	expect(await trigger.poll()).toBeNull();
	expect(await fixture.requests()).toEqual([]);
	now += HOUR;
	expect(records(await trigger.poll())).toEqual([
		{
			id: gone,
			_event: {
				id: `deal:${gone}:deleted`,
				type: 'deleted',
				resource: 'deal',
				detectedAt: expect.stringMatching(/^\d{4}-.*Z$/),
			},
		},
	]);
	now += 24 * HOUR;
	expect(await trigger.poll()).toBeNull();
	await remove(stays);
	now += 24 * HOUR;
	expect(records(await trigger.poll()).map(({ id }) => id)).toEqual([stays]);
});

test.each([
	[false, 'forgets'],
	[true, 'keeps'],
])('with health items %s, a restart %s what was learned since the last event', async (health) => {
	const options = { deletionSweepHours: 1, health };
	const [first] = await fixture.write('deal', [{ name: 'first' }]);
	const trigger = watch(options);
	await trigger.activate();
	await remove(first);
	now += HOUR;
	const deleted = (items: Parameters<typeof records>[0]) =>
		records(items).flatMap(({ id, _event }) => (_event.type === 'deleted' ? [id] : []));
	expect(deleted(await trigger.poll())).toEqual([first]);
	const [late] = await fixture.write('deal', [{ name: 'learned late' }]);
	for (let minute = 0; minute <= 61; minute++, now += HOUR / 60) await trigger.poll();
	await remove(late);
	now += HOUR;
	const again = fixture.watch({
		parameters: { event: 'deleted', options },
		saved: trigger.saved,
		workflowId: `after a restart, with health items ${health}`,
	});
	expect(deleted(await again.activate())).toEqual(health ? [late] : []);
});
