/** Health items on n8n's real engine: what a trigger says of itself, and when. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { Pacer } from '../../nodes/SalesManagement/api/pacing';
import { Budget } from '../../nodes/SalesManagement/trigger/budget';
import { hasTotals } from '../support/speaks';
import { records, startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await fixture.close());

const isHealth = ({ _event }: IDataObject) =>
	(_event as IDataObject | undefined)?.type === 'health';
const healthIn = (items: INodeExecutionData[] | null) => records(items).filter(isHealth);
const restOf = (items: INodeExecutionData[] | null) =>
	records(items).filter((each) => !isHealth(each));

const watch = (options: IDataObject = {}, authentication = 'personalToken') =>
	fixture.watch({
		engine: 'durable',
		parameters: { authentication, options: { health: true, ...options } },
	});

const deals = (count: number, rest: IDataObject = {}) =>
	Array.from({ length: count }, (_, at) => ({ name: `Deal ${at}`, ...rest }));

test('one item with lag, backlog, requests, budget and condition, behind the events', async () => {
	const trigger = watch({ batchLimit: 10 });
	const first = await trigger.activate('create');
	expect(restOf(first)).toEqual([]);
	const detectedAt = expect.stringMatching(/^20\d\d-.*Z$/);
	expect(healthIn(first)).toEqual([
		{
			condition: 'working',
			lagSeconds: 0,
			backlog: 0,
			recordsRead: expect.any(Number),
			events: 0,
			requests: expect.any(Number),
			requestsToday: expect.any(Number),
			quotaNearlyUsed: false,
			secondsUsed: expect.any(Number),
			// The durable engine's own budget.
			secondsAllowed: 45,
			recovered: false,
			_event: {
				id: expect.stringMatching(/^deal:health:20/),
				type: 'health',
				resource: 'deal',
				detectedAt,
			},
		},
	]);
	await fixture.write('deal', deals(15));
	await fixture.pass({ minutes: 2 });
	await fixture.requests();
	const behind = await trigger.poll();
	const asked = (await fixture.requests()).length;
	expect(records(behind).map(isHealth)).toEqual([...Array<boolean>(10).fill(false), true]);
	const [{ lagSeconds, requests, requestsToday, ...said } = {} as IDataObject] = healthIn(behind);
	// How many wait behind what was read only a total can tell.
	const backlog = hasTotals(fixture.sandbox) ? 5 : null;
	expect(said).toMatchObject({ condition: 'behind', backlog, events: 10, recordsRead: 15 });
	expect(Math.abs(Number(lagSeconds) - 120)).toBeLessThanOrEqual(3);
	expect(requests).toBe(asked);
	expect(requestsToday).toBeGreaterThanOrEqual(asked);
	const after = await trigger.poll();
	expect(restOf(after)).toHaveLength(5);
	expect(healthIn(after)).toMatchObject([{ condition: 'working', backlog: 0, lagSeconds: 0 }]);
	expect(await trigger.poll()).toBeNull();
	await fixture.pass({ minutes: 60 });
	expect(healthIn(await trigger.poll())).toMatchObject([{ condition: 'working' }]);
});

test('none unless it is wanted', async () => {
	const trigger = fixture.watch({ engine: 'durable' });
	expect(await trigger.activate()).toBeNull();
	await fixture.pass({ minutes: 61 });
	expect(await trigger.poll()).toBeNull();
});

test('stuck, and working again', async () => {
	const trigger = watch();
	await trigger.activate();
	// A whole second: a service may show times no finer (S5).
	const updatedAt = `${(await fixture.now()).slice(0, 19)}.000Z`;
	await fixture.write('deal', deals(600, { updatedAt }));
	await fixture.write('deal', deals(600, { updatedAt }));
	await fixture.pass({ minutes: 10 });
	// One page takes all the time that a poll has.
	jest.spyOn(Budget.prototype, 'readingMs', 'get').mockReturnValue(0);
	const waits = { maxWaitMs: 30_000, timeLeftMs: 30_000 };
	jest.spyOn(Budget.prototype, 'waits', 'get').mockReturnValue(waits);
	const said: IDataObject[] = [];
	for (let poll = 0; poll < 5; poll++) {
		said.push(...healthIn(await trigger.poll()));
		await fixture.pass({ minutes: 1 });
	}
	expect(said.map(({ condition }) => condition)).toEqual(['behind', 'stuck']);
	const problem = new RegExp(`^It can’t move: since 20.*Z it stands at ${updatedAt}, because`);
	expect(said[1]).toMatchObject({ events: 0, problem: expect.stringMatching(problem) });
	jest.restoreAllMocks();
	const [again] = healthIn(await trigger.poll());
	expect(again).toMatchObject({ condition: 'working' });
	// However many records a page has, the rest comes now.
	expect(Number(said[0]?.events) + Number(again?.events)).toBe(1_200);
	expect(again).not.toHaveProperty('problem');
});

test.each([
	['personalToken', 45_000],
	['teamToken', 180_000],
	['v1ApiKey', 45_000],
])('quota nearly used, with %s from %d requests a day on', async (authentication, nearly) => {
	const today = jest.spyOn(Pacer.prototype, 'today', 'get').mockReturnValue(nearly - 1);
	const trigger = watch({}, authentication);
	const before = { requestsToday: nearly - 1, quotaNearlyUsed: false };
	expect(healthIn(await trigger.activate())).toMatchObject([before]);
	today.mockReturnValue(nearly);
	const used = { condition: 'working', requestsToday: nearly, quotaNearlyUsed: true };
	expect(healthIn(await trigger.poll())).toMatchObject([used]);
	expect(await trigger.poll()).toBeNull();
});
