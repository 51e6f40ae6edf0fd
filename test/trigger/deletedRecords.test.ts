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

async function remove(resource: string, id = 0): Promise<void> {
	const { error } = await fixture.run(`${resource}.delete`, {
		parameters: { [`${resource}Id`]: id },
	});
	if (error) throw error;
}

const watch = (resource: string, options = {}, parameters: IDataObject = {}) =>
	fixture.watch({ parameters: { resource, event: 'deleted', options, ...parameters } });

test('told once, with its ID, after the next sweep', async () => {
	const [gone, stays] = await fixture.write('deal', [{ name: 'gone soon' }, { name: 'later' }]);
	const trigger = watch('deal');
	expect(await trigger.activate()).toBeNull();
	await remove('deal', gone);
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
	await remove('deal', stays);
	now += 24 * HOUR;
	expect(records(await trigger.poll()).map(({ id }) => id)).toEqual([stays]);
});

test('a sweep is a request for each page, and one for each missing record', async () => {
	await fixture.steer('PATCH', '/options', { shortPages: false });
	const rows = Array.from({ length: 2_300 }, (_, index) => ({ name: `many ${index}` }));
	const ids = [];
	for (let from = 0; from < rows.length; from += 1_000) {
		ids.push(...(await fixture.write('contact', rows.slice(from, from + 1_000))));
	}
	const trigger = watch('contact', { deletionSweepHours: 1 });
	await trigger.activate();
	for (const id of ids.slice(100, 103)) await remove('contact', id);
	await fixture.requests();
	now += HOUR;
	expect(records(await trigger.poll()).map(({ id }) => id)).toEqual(ids.slice(100, 103));
	const asked = (await fixture.requests()).map(({ path }) => path);
	expect(asked.filter((path) => path.endsWith('/contacts')).length).toBeLessThanOrEqual(4);
	expect(asked.filter((path) => /contacts\/\d+$/.test(path))).toHaveLength(3);
	expect(JSON.stringify(trigger.saved).length).toBeLessThan(64_000);
});

test('a record that leaves the filter, or may not be read any more, is not told', async () => {
	const [renamed, hidden] = await fixture.write('deal', [
		{ name: 'filtered' },
		{ name: 'filtered too' },
	]);
	const trigger = watch('deal', {}, { filters: { searchWord: 'filtered' } });
	await trigger.activate();
	await fixture.write('deal', [{ id: renamed, name: 'other' }]);
	for (let sweeps = 0; sweeps < 3; sweeps++) {
		now += 24 * HOUR;
		expect(await trigger.poll()).toBeNull();
	}
	const refused = { match: { path: `/v2/deals/${hidden}` }, status: 403 };
	await fixture.steer('POST', '/faults', [refused]);
	await fixture.write('deal', [{ id: hidden, name: 'out of sight' }]);
	now += 24 * HOUR;
	expect(await trigger.poll()).toBeNull();
	expect(await fixture.steer('GET', '/faults')).toEqual([]);
});

test.each([
	[false, 'forgets'],
	[true, 'keeps'],
])('with health items %s, a restart %s what was learned since the last event', async (health) => {
	const options = { deletionSweepHours: 1, health };
	const [first] = await fixture.write('deal', [{ name: 'first' }]);
	const trigger = watch('deal', options);
	await trigger.activate();
	await remove('deal', first);
	now += HOUR;
	const deleted = (items: Parameters<typeof records>[0]) =>
		records(items).flatMap(({ id, _event }) => (_event.type === 'deleted' ? [id] : []));
	expect(deleted(await trigger.poll())).toEqual([first]);
	const [late] = await fixture.write('deal', [{ name: 'learned late' }]);
	for (let minute = 0; minute <= 61; minute++, now += HOUR / 60) await trigger.poll();
	await remove('deal', late);
	now += HOUR;
	const again = fixture.watch({
		parameters: { event: 'deleted', options },
		saved: trigger.saved,
		workflowId: `after a restart, with health items ${health}`,
	});
	expect(deleted(await again.activate())).toEqual(health ? [late] : []);
});
