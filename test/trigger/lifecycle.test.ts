/** A trigger on n8n's two engines: activation, saving, restart, rename, overlap. */
import type { IDataObject } from 'n8n-workflow';
import { events, startTriggerFixture, type TriggerFixture } from '../support/triggerFixture';

let fixture: TriggerFixture;
beforeEach(async () => {
	fixture = await startTriggerFixture();
});
afterEach(async () => await fixture.close());

async function createDeal(name = 'new'): Promise<number> {
	const [id] = await fixture.write('deal', [{ name }]);
	await fixture.settle();
	return id!;
}

const stateOf = (state: unknown) => JSON.stringify(state);

describe.each(['default', 'durable'] as const)('on the %s engine', (engine) => {
	test('a rename does not start over', async () => {
		const workflowId = `renamed on ${engine}`;
		const trigger = fixture.watch({ engine, workflowId, name: 'Before' });
		await trigger.activate();
		await createDeal('first');
		await trigger.poll();
		const second = await createDeal('second');
		const renamed = fixture.watch({ engine, workflowId, name: 'After', saved: trigger.saved });
		expect(events(await renamed.activate('update'))).toEqual([['created', second]]);
		expect(await renamed.poll()).toBeNull();
	});

	test('of two overlapping polls the second returns nothing', async () => {
		const trigger = fixture.watch({ engine });
		await trigger.activate();
		const id = await createDeal();
		await fixture.steer('PATCH', '/options', { latencyMs: 300 });
		const both = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(both.flatMap(events)).toEqual([['created', id]]);
		expect(both.filter((items) => items === null)).toHaveLength(1);
	});

	test('a failing poll leaves the state alone', async () => {
		const trigger = fixture.watch({ engine });
		await trigger.activate();
		const first = await createDeal('first');
		await trigger.poll();
		const before = stateOf(trigger.state);
		const second = await createDeal('second');
		await fixture.steer('POST', '/faults', [
			{ match: { path: '/v2/deals' }, times: 1, status: 401 },
		]);
		await expect(trigger.poll()).rejects.toThrow();
		expect(stateOf(trigger.state)).toBe(before);
		expect(events(await trigger.poll())).toEqual([['created', second]]);
		expect(first).toBeLessThan(second);
	});
});

describe('after downtime: skip to now', () => {
	const parameters = { options: { afterDowntime: 'skip' } };

	test('leaves out what changed before n8n started again', async () => {
		const trigger = fixture.watch({ parameters });
		await trigger.activate();
		await createDeal('first');
		await trigger.poll();
		await createDeal('while n8n was down');
		trigger.restart();
		expect(await trigger.activate('init')).toBeNull();
		const id = await createDeal('afterwards');
		expect(events(await trigger.poll())).toEqual([['created', id]]);
	});

	test.each(['default', 'durable'] as const)(
		'leaves out what changed while it was unpublished, also if it had emitted nothing (%s engine)',
		async (engine) => {
			const trigger = fixture.watch({ parameters, engine });
			await trigger.activate();
			await trigger.poll();
			await trigger.poll();
			await createDeal('while it was unpublished');
			trigger.restart();
			expect(await trigger.activate()).toBeNull();
			const id = await createDeal('afterwards');
			expect(events(await trigger.poll())).toEqual([['created', id]]);
		},
	);

	test('emits all records once where it starts from all, and not again after a restart', async () => {
		const id = await createDeal('old');
		const options = { afterDowntime: 'skip', startFrom: 'all' };
		const trigger = fixture.watch({ parameters: { event: 'created', options } });
		expect(events(await trigger.activate())).toContainEqual(['created', id]);
		expect(await trigger.poll()).toBeNull();
		trigger.restart();
		expect(await trigger.activate('init')).toBeNull();
	});

	test.each(['default', 'durable'] as const)(
		'never skips because time has passed (%s engine)',
		async (engine) => {
			const trigger = fixture.watch({ parameters, engine });
			await trigger.activate();
			const ids = [];
			for (let day = 0; day < 3; day++) {
				await fixture.pass({ minutes: 24 * 60 });
				ids.push(await createDeal(`day ${day}`));
				await fixture.pass({ minutes: 24 * 60 });
				expect(events(await trigger.poll())).toEqual([['created', ids.at(-1)]]);
			}
		},
	);
});

describe('errors', () => {
	test('at activation never contain the word after which n8n does not try again', async () => {
		await fixture.steer('POST', '/faults', [
			{ status: 401, body: { error: 'Authorization header is not valid' } },
		]);
		const error: Error = await fixture
			.watch()
			.activate()
			.then(
				() => new Error('it was activated'),
				(failure: unknown) => failure as Error,
			);
		expect(error.message).toMatch(/sign-in header is not valid/);
		expect(error.message).not.toMatch(/authorization/i);
	});

	test('a 429 for the day’s quota says when it ends, and tells n8n to wait', async () => {
		// In the last minute of a day the client itself waits for the next.
		if (new Date(Date.parse(await fixture.now()) + 120_000).getUTCHours() === 0) {
			await fixture.pass({ minutes: 3 });
		}
		const trigger = fixture.watch();
		await trigger.activate();
		const id = await createDeal();
		await fixture.steer('PATCH', '/options', { dailyLimit: 0 });
		const failure = await trigger.poll().catch((error: unknown) => error);
		expect(failure).toMatchObject({
			message: expect.stringMatching(/resets at \d{4}-\d\d-\d\dT00:00:00/),
			httpCode: '429',
			failure: { cause: 'quota-exhausted', resetsAtEpochMs: expect.any(Number) },
		});
		const { message, failure: why } = failure as { message: string; failure: IDataObject };
		expect(message).toContain(new Date(Number(why.resetsAtEpochMs)).toISOString());
		await fixture.steer('PATCH', '/options', { dailyLimit: null });
		expect(events(await trigger.poll())).toEqual([['created', id]]);
	});

	test.each([
		[401, 'credential-invalid'],
		[403, 'configuration-invalid'],
	])('a %i tells n8n its cause: %s', async (status, cause) => {
		const trigger = fixture.watch();
		await trigger.activate();
		await fixture.steer('POST', '/faults', [{ status }]);
		await expect(trigger.poll()).rejects.toMatchObject({ failure: { cause } });
	});
});

test('an idle poll is one request (quota: 1,440 a day)', async () => {
	const trigger = fixture.watch();
	await trigger.activate();
	await trigger.poll();
	await fixture.requests();
	for (let i = 0; i < 3; i++) {
		await fixture.pass({ minutes: 1 });
		await trigger.poll();
		expect(await fixture.requests()).toHaveLength(1);
	}
});
