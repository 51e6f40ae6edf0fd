/** n8n's own contexts tell what a request is for: a node's run, a form, a poll. */
import { Pacer } from '../../nodes/SalesManagement/api/pacing';
import { callMethod } from '../support/harness';
import { unpacedCredentials } from './support/nodeFixture';
import { startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

let fixture: TriggerFixture;
beforeAll(async () => void (fixture = await startTriggerFixture()));
afterAll(async () => await fixture.close());

/** What the requests of the work were for. */
async function purposesOf(work: () => Promise<unknown>) {
	const turn = jest.spyOn(Pacer.prototype, 'turn');
	await work();
	const purposes = new Set(turn.mock.calls.map(([limits]) => limits?.purpose));
	turn.mockRestore();
	return [...purposes];
}

test('a run', async () => {
	const run = async () => await fixture.run('customer.create', { parameters: { name: 'A' } });
	expect(await purposesOf(run)).toEqual(['run']);
});

test('a form', async () => {
	const list = { kind: 'listSearch', method: 'searchCustomers' } as const;
	const parameters = { authentication: 'personalToken', resource: 'deal', operation: 'create' };
	const credentials = unpacedCredentials(fixture.sandbox);
	const fill = async () => await callMethod({ ...list, parameters, credentials });
	expect(await purposesOf(fill)).toEqual(['form']);
});

test('a poll', async () => {
	const trigger = fixture.watch();
	expect(await purposesOf(async () => await trigger.activate())).toEqual(['poll']);
	expect(await purposesOf(async () => await trigger.poll())).toEqual(['poll']);
});
