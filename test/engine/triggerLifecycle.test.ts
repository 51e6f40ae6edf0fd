/** A trigger's life on n8n's two engines: activation, saving, restart, rename, overlap. */
import { events, records, startTriggerKit, type TriggerKit } from './support/triggerFixture';

let kit: TriggerKit;
beforeEach(async () => {
	kit = await startTriggerKit();
});
afterEach(async () => await kit.close());

async function createDeal(name = 'new'): Promise<number> {
	const [id] = await kit.write('deal', [{ name }]);
	await kit.settle();
	return id!;
}

const stateOf = (state: unknown) => JSON.stringify(state);

describe.each(['default', 'durable'] as const)('on the %s engine', (engine) => {
	test('an activation from now on emits nothing; what comes after it is emitted once', async () => {
		await kit.write('deal', [{ name: 'old' }]);
		const trigger = kit.watch({ engine });
		expect(await trigger.activate()).toBeNull();
		const id = await createDeal();
		expect(events(await trigger.poll())).toEqual([['created', id]]);
		expect(await trigger.poll()).toBeNull();
	});

	test('the polls after an activation that emitted nothing do not move its beginning', async () => {
		const trigger = kit.watch({ engine });
		await trigger.activate();
		await kit.pass({ minutes: 30 });
		const id = await createDeal();
		await kit.pass({ minutes: 30 });
		expect(events(await trigger.poll())).toEqual([['created', id]]);
	});

	test('a restart goes on from what was saved, and repeats nothing', async () => {
		const trigger = kit.watch({ engine });
		await trigger.activate();
		const first = await createDeal('first');
		expect(events(await trigger.poll())).toEqual([['created', first]]);
		trigger.restart();
		await kit.pass({ minutes: 60 });
		const second = await createDeal('second');
		expect(events(await trigger.activate('init'))).toEqual([['created', second]]);
		expect(await trigger.poll()).toBeNull();
	});

	test('a state saved on one machine goes on in another process', async () => {
		const trigger = kit.watch({ engine });
		await trigger.activate();
		await createDeal('first');
		await trigger.poll();
		const second = await createDeal('second');
		// Another workflow id: nothing in this process knows it.
		const moved = kit.watch({ engine, saved: trigger.saved });
		expect(events(await moved.activate('init'))).toEqual([['created', second]]);
	});

	test('a rename begins nothing anew', async () => {
		const workflowId = `renamed on ${engine}`;
		const trigger = kit.watch({ engine, workflowId, name: 'Before' });
		await trigger.activate();
		await createDeal('first');
		await trigger.poll();
		const second = await createDeal('second');
		const renamed = kit.watch({ engine, workflowId, name: 'After', saved: trigger.saved });
		expect(events(await renamed.activate('update'))).toEqual([['created', second]]);
		expect(await renamed.poll()).toBeNull();
	});

	test('a re-activation catches up', async () => {
		const trigger = kit.watch({ engine });
		await trigger.activate();
		await createDeal('first');
		await trigger.poll();
		await kit.pass({ minutes: 90 });
		const second = await createDeal('second');
		await kit.pass({ minutes: 90 });
		expect(events(await trigger.activate())).toEqual([['created', second]]);
	});

	test('another question begins anew; another event or option does not', async () => {
		const workflowId = `question on ${engine}`;
		const trigger = kit.watch({ engine, workflowId });
		await trigger.activate();
		await createDeal('first');
		await trigger.poll();
		const second = await createDeal('second');
		const { saved } = trigger;
		const watch = (parameters: object) =>
			kit.watch({ engine, workflowId, saved, parameters: { ...parameters } });
		const searching = watch({ filters: { searchWord: 'second' } });
		expect(await searching.activate('update')).toBeNull();
		const created = watch({ event: 'created', options: { simplify: true } });
		expect(events(await created.activate('update'))).toEqual([['created', second]]);
	});

	test('two triggers on one credential each get everything', async () => {
		const one = kit.watch({ engine, workflowId: `two on ${engine}`, nodeId: 'one', name: 'One' });
		const two = kit.watch({ engine, workflowId: `two on ${engine}`, nodeId: 'two', name: 'Two' });
		await Promise.all([one.activate(), two.activate()]);
		const id = await createDeal();
		const emitted = await Promise.all([one.poll(), two.poll()]);
		expect(emitted.map(events)).toEqual([[['created', id]], [['created', id]]]);
	});

	test('of two overlapping polls the second returns nothing', async () => {
		const trigger = kit.watch({ engine });
		await trigger.activate();
		const id = await createDeal();
		await kit.steer('PATCH', '/options', { latencyMs: 300 });
		const both = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(both.flatMap(events)).toEqual([['created', id]]);
		expect(both.filter((items) => items === null)).toHaveLength(1);
	});

	test('a failing poll leaves the state alone', async () => {
		const trigger = kit.watch({ engine });
		await trigger.activate();
		const first = await createDeal('first');
		await trigger.poll();
		const before = stateOf(trigger.state);
		const second = await createDeal('second');
		await kit.steer('POST', '/faults', [{ match: { path: '/v2/deals' }, times: 1, status: 401 }]);
		await expect(trigger.poll()).rejects.toThrow();
		expect(stateOf(trigger.state)).toBe(before);
		expect(events(await trigger.poll())).toEqual([['created', second]]);
		expect(first).toBeLessThan(second);
	});

	test('a manual test shows the newest records and leaves the state alone', async () => {
		const trigger = kit.watch({ engine });
		await trigger.activate();
		const ids = await kit.write(
			'deal',
			Array.from({ length: 12 }, (_, i) => ({ name: `deal ${i}` })),
		);
		await kit.settle();
		const before = stateOf([trigger.state, trigger.saved]);
		const shown = records(await trigger.manualTest()).map(({ id }) => id);
		expect(shown).toHaveLength(10);
		expect(ids).toEqual(expect.arrayContaining(shown));
		expect(stateOf([trigger.state, trigger.saved])).toBe(before);
		expect(records(await trigger.poll()).map(({ id }) => id)).toEqual(ids);
	});
});

describe('where it begins', () => {
	test('all: every record there is, as new', async () => {
		const ids = await kit.write('deal', [{ name: 'a' }, { name: 'b' }]);
		await kit.settle();
		const trigger = kit.watch({ parameters: { options: { startFrom: 'all' } } });
		expect(events(await trigger.activate())).toEqual(ids.map((id) => ['created', id]));
	});

	test('a date: what changed since, and only what was created since as new', async () => {
		const [old, older] = await kit.write('deal', [{ name: 'old' }, { name: 'older' }]);
		await kit.pass({ minutes: 60 });
		const startDate = await kit.now();
		await kit.pass({ minutes: 1 });
		await kit.write('deal', [{ id: old, name: 'old, edited' }]);
		const [young] = await kit.write('deal', [{ name: 'young' }]);
		await kit.settle();
		const trigger = kit.watch({ parameters: { options: { startFrom: 'date', startDate } } });
		const emitted = events(await trigger.activate());
		expect(emitted).toEqual([
			['updated', old],
			['created', young],
		]);
		expect(emitted.flat()).not.toContain(older);
	});

	test('a date without an offset is meant in the workflow’s time zone', async () => {
		const before = await kit.now();
		await kit.pass({ minutes: 1 });
		const [id] = await kit.write('deal', [{ name: 'young' }]);
		await kit.settle();
		const startDate = before.replace(/\.\d+Z$/, '');
		const trigger = kit.watch({ parameters: { options: { startFrom: 'date', startDate } } });
		expect(events(await trigger.activate())).toEqual([['created', id]]);
	});
});

describe('after downtime: skip to now', () => {
	const parameters = { options: { afterDowntime: 'skip' } };

	test('leaves out what changed before n8n started again', async () => {
		const trigger = kit.watch({ parameters });
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
		'never skips because time has passed (%s engine)',
		async (engine) => {
			const trigger = kit.watch({ parameters, engine });
			await trigger.activate();
			const ids = [];
			for (let day = 0; day < 3; day++) {
				await kit.pass({ minutes: 24 * 60 });
				ids.push(await createDeal(`day ${day}`));
				await kit.pass({ minutes: 24 * 60 });
				expect(events(await trigger.poll())).toEqual([['created', ids.at(-1)]]);
			}
		},
	);
});

describe('errors', () => {
	test('at activation never contain the word after which n8n does not try again', async () => {
		await kit.steer('POST', '/faults', [
			{ status: 401, body: { error: 'Authorization header is not valid' } },
		]);
		const error: Error = await kit
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
		const trigger = kit.watch();
		await trigger.activate();
		const id = await createDeal();
		await kit.steer('PATCH', '/options', { dailyLimit: 0 });
		const failure = await trigger.poll().catch((error: unknown) => error);
		expect(failure).toMatchObject({
			message: expect.stringMatching(/starts anew at \d{4}-\d\d-\d\dT00:00:00/),
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
		});
		await kit.steer('PATCH', '/options', { dailyLimit: null });
		expect(events(await trigger.poll())).toEqual([['created', id]]);
	});

	test('an API key (v1) can’t watch what only v2 lists', async () => {
		const parameters = { authentication: 'v1ApiKey', resource: 'contactAction' };
		await expect(kit.watch({ parameters }).activate()).rejects.toThrow(
			/Contact Actions can’t be watched with an API key \(v1\): use a personal or team token/,
		);
	});
});

test('an idle poll is one request (quota: 1,440 a day)', async () => {
	const trigger = kit.watch();
	await trigger.activate();
	await trigger.poll();
	await kit.requests();
	for (let i = 0; i < 3; i++) {
		await kit.pass({ minutes: 1 });
		await trigger.poll();
		expect(await kit.requests()).toHaveLength(1);
	}
});
