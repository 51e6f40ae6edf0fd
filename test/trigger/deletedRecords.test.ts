/** The event Deleted: by sweeps, each deletion confirmed by reading the record by its ID. */
import type { IDataObject } from 'n8n-workflow';
import { records, startTriggerFixture, type TriggerFixture } from '../support/triggerFixture';

const HOUR = 3_600_000;

let fixture: TriggerFixture;
let customer: number;
/** n8n's clock, by which sweeps are due. */
let now: number;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
	[customer = 0] = await fixture.write('customer', [{ name: 'Owner' }]);
});
afterAll(async () => await fixture.close());
beforeEach(() => {
	now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

interface Case {
	readonly authentication?: string;
	readonly resource: string;
	/** A record as the sandbox takes it. */
	readonly row?: IDataObject;
	/** Of the trigger, such as the owner in whose list it looks. */
	readonly parameters?: IDataObject;
	/** Of Delete. */
	readonly path?: IDataObject;
}

const cases = (): Case[] => [
	{ resource: 'deal' },
	{ resource: 'deal', authentication: 'v1ApiKey' },
	{ resource: 'customer' },
	{ resource: 'customer', authentication: 'v1ApiKey' },
	{ resource: 'contact' },
	{ resource: 'dealAction', row: { preNote: 'gone soon' } },
	{
		resource: 'customObject',
		row: { customObjectDefKey: 'ticket', subject: 'gone soon' },
		parameters: { customObjectDefKey: 'ticket' },
		path: { customObjectDefKey: 'ticket' },
	},
	{
		resource: 'customerAction',
		row: { preNote: 'gone soon', customer: { id: customer } },
		parameters: { filters: { customerId: customer } },
		path: { customerId: customer },
	},
];
const names = ['deal', 'deal of v1', 'customer', 'customer of v1', 'contact', 'deal action'].concat(
	'custom object',
	'customer action',
);

async function remove({ resource, path }: Case, id = 0): Promise<void> {
	const { error } = await fixture.run(`${resource}.delete`, {
		parameters: { [resource.endsWith('Action') ? 'actionId' : `${resource}Id`]: id, ...path },
	});
	if (error) throw error;
}

const watch = ({ authentication = 'personalToken', resource, parameters }: Case, options = {}) =>
	fixture.watch({
		parameters: { authentication, resource, event: 'deleted', options, ...parameters },
	});

test.each(names.map((name, index) => [name, index] as const))(
	'%s: told once, with its ID, after the next sweep',
	async (_, index) => {
		const one = cases()[index]!;
		const row = one.row ?? { name: 'gone soon' };
		const [gone, stays] = await fixture.write(one.resource, [row, row]);
		const trigger = watch(one);
		expect(await trigger.activate()).toBeNull();
		await remove(one, gone);
		await fixture.requests();
		now += 23 * HOUR;
		expect(await trigger.poll()).toBeNull();
		expect(await fixture.requests()).toEqual([]);
		now += HOUR;
		expect(records(await trigger.poll())).toEqual([
			{
				id: gone,
				_event: {
					id: `${one.resource}:${gone}:deleted`,
					type: 'deleted',
					resource: one.resource,
					detectedAt: expect.stringMatching(/^\d{4}-.*Z$/),
				},
			},
		]);
		now += 24 * HOUR;
		expect(await trigger.poll()).toBeNull();
		await remove(one, stays);
		now += 24 * HOUR;
		expect(records(await trigger.poll()).map(({ id }) => id)).toEqual([stays]);
	},
);

test('a sweep is a request for each page, and one for each missing record', async () => {
	await fixture.steer('PATCH', '/options', { shortPages: false });
	const rows = Array.from({ length: 2_300 }, (_, index) => ({ name: `many ${index}` }));
	const ids = [];
	for (let from = 0; from < rows.length; from += 1_000) {
		ids.push(...(await fixture.write('contact', rows.slice(from, from + 1_000))));
	}
	const trigger = watch({ resource: 'contact' }, { deletionSweepHours: 1 });
	await trigger.activate();
	const [listed] = await fixture.records('contact.getMany', {
		parameters: { returnAll: true, output: 'selectedFields', outputFields: 'id' },
	});
	expect(listed).toBeDefined();
	for (const id of ids.slice(100, 103)) await remove({ resource: 'contact' }, id);
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
	const trigger = watch({ resource: 'deal', parameters: { filters: { searchWord: 'filtered' } } });
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
	const trigger = watch({ resource: 'deal' }, options);
	await trigger.activate();
	await remove({ resource: 'deal' }, first);
	now += HOUR;
	const deleted = (items: Parameters<typeof records>[0]) =>
		records(items).flatMap(({ id, _event }) => (_event.type === 'deleted' ? [id] : []));
	expect(deleted(await trigger.poll())).toEqual([first]);
	const [late] = await fixture.write('deal', [{ name: 'learned late' }]);
	for (let minute = 0; minute <= 61; minute++, now += HOUR / 60) await trigger.poll();
	await remove({ resource: 'deal' }, late);
	now += HOUR;
	const again = fixture.watch({
		parameters: { event: 'deleted', options },
		saved: trigger.saved,
		workflowId: `after a restart, with health items ${health}`,
	});
	expect(deleted(await again.activate())).toEqual(health ? [late] : []);
});
