/** A trigger on n8n's two engines: activation, saving, restart, rename, overlap, and what it says when it fails. */
import type { IDataObject } from 'n8n-workflow';
import { failureOf } from '../http/support/client';
import { events, records, useTriggerFixture, type WatchOptions } from '../support/triggerFixture';

const fixture = useTriggerFixture();
afterEach(() => jest.restoreAllMocks());

async function createDeal(name = 'new', values: IDataObject = {}): Promise<number> {
	const id = await fixture.writeOne('deal', { name, ...values });
	await fixture.settle();
	return id;
}

async function changeDeal(id: number, values: IDataObject): Promise<void> {
	await fixture.write('deal', [{ id, ...values }]);
	await fixture.settle();
}

/** A trigger that has emitted a deal, and another deal that it is to emit next. */
async function running(options: WatchOptions) {
	const trigger = fixture.watch(options);
	await trigger.activate();
	const first = await createDeal('first');
	const emitted = records(await trigger.poll());
	const second = await createDeal('second');
	/** The same in another process: nothing in this one knows the workflow. */
	const another = () => fixture.watch({ ...options, saved: trigger.saved });
	return { trigger, first, emitted, second, another };
}

const skipping = { parameters: { options: { afterDowntime: 'skip' } } };

describe.each(['default', 'durable'] as const)('on the %s engine', (engine) => {
	test('a rename does not start over', async () => {
		const workflowId = `renamed on ${engine}`;
		const { trigger, second } = await running({ engine, workflowId, name: 'Before' });
		const renamed = fixture.watch({ engine, workflowId, name: 'After', saved: trigger.saved });
		expect(events(await renamed.activate('update'))).toEqual([['created', second]]);
		expect(await renamed.poll()).toBeNull();
	});

	test('a rename that was published goes on after a restart', async () => {
		const workflowId = `renamed before a restart on ${engine}`;
		const parameters = { options: { startFrom: 'all' } };
		const trigger = fixture.watch({ engine, parameters, workflowId, name: 'Before' });
		await trigger.activate();
		expect(await trigger.poll()).toBeNull();
		const after = { engine, parameters, name: 'After' };
		const renamed = fixture.watch({ ...after, workflowId, saved: trigger.saved });
		expect(await renamed.activate('update')).toBeNull();
		expect(await renamed.poll()).toBeNull();
		const id = await createDeal('while n8n was off');
		const restarted = fixture.watch({ ...after, saved: renamed.saved });
		expect(events(await restarted.activate('init'))).toEqual([['created', id]]);
	});

	test('a rename while it is unpublished, and a restart before it is published again, emit nothing old', async () => {
		const parameters = { options: { startFrom: 'all' } };
		const { trigger, second } = await running({ engine, parameters });
		const renamed = fixture.watch({ engine, parameters, name: 'After', saved: trigger.saved });
		const goesOn = engine === 'durable' ? [['created', second]] : [];
		expect(events(await renamed.activate())).toEqual(goesOn);
		const id = await createDeal('afterwards');
		expect(events(await renamed.poll())).toEqual([['created', id]]);
	});

	test('of two overlapping polls the second returns nothing', async () => {
		const trigger = fixture.watch({ engine });
		await trigger.activate();
		const id = await createDeal();
		await fixture.options({ latencyMs: 300 });
		const both = await Promise.all([trigger.poll(), trigger.poll()]);
		await fixture.options({ latencyMs: 0 });
		expect(both.flatMap(events)).toEqual([['created', id]]);
		expect(both.filter((items) => items === null)).toHaveLength(1);
	});

	test('a failing poll leaves the state alone', async () => {
		const { trigger, second } = await running({ engine });
		const before = JSON.stringify(trigger.state);
		await fixture.fault('/v2/deals', { status: 401 });
		await expect(trigger.poll()).rejects.toMatchObject({
			failure: { cause: 'credential-invalid' },
		});
		expect(JSON.stringify(trigger.state)).toBe(before);
		expect(events(await trigger.poll())).toEqual([['created', second]]);
	});

	test('At Least Once: a new process emits the last batch again, with the same event ids', async () => {
		const parameters = { options: { delivery: 'atLeastOnce' } };
		const { first, emitted, second, another } = await running({ engine, parameters });
		const restarted = another();
		const repeated = records(await restarted.activate('init'));
		expect(repeated.map(({ id }) => id)).toEqual([first, second]);
		expect(repeated[0]?._event.id).toBe(emitted[0]?._event.id);
		expect(await restarted.poll()).toBeNull();
	});

	describe('a restart before the first item', () => {
		/** Another process, after a publication and a poll that emitted nothing. */
		async function silent(parameters: IDataObject) {
			const trigger = fixture.watch({ engine, parameters });
			expect(await trigger.activate()).toBeNull();
			expect(await trigger.poll()).toBeNull();
			return fixture.watch({ engine, parameters, saved: trigger.saved });
		}

		test('goes on', async () => {
			const restarted = await silent({});
			const id = await createDeal('while n8n was off');
			expect(events(await restarted.activate('init'))).toEqual([['created', id]]);
			expect(await restarted.poll()).toBeNull();
		});

		test('goes on with what an event compares with', async () => {
			const id = await createDeal('old', { phase: { id: 1 } });
			const restarted = await silent({ event: 'phaseChanged' });
			await changeDeal(id, { phase: { id: 2 } });
			const [moved] = records(await restarted.activate('init'));
			expect(moved).toMatchObject({ id, _event: { from: { id: 1 }, to: { id: 2 } } });
		});
	});

	test('a deal won, reopened and won again across a restart is one edit to an engine that saved nothing in between', async () => {
		const id = await createDeal('old', { phase: { id: 1 } });
		const parameters = { event: 'won', options: { wonPhases: [2] } };
		const trigger = fixture.watch({ engine, parameters });
		await trigger.activate();
		await changeDeal(id, { phase: { id: 2 } });
		expect(events(await trigger.poll())).toEqual([['won', id]]);
		await changeDeal(id, { phase: { id: 1 } });
		expect(await trigger.poll()).toBeNull();
		const restarted = fixture.watch({ engine, parameters, saved: trigger.saved });
		await changeDeal(id, { phase: { id: 2 } });
		const emitted = engine === 'durable' ? [['won', id]] : [];
		expect(events(await restarted.activate('init'))).toEqual(emitted);
	});

	describe('Skip to Now', () => {
		test('leaves out what changed before n8n started again', async () => {
			const { another } = await running({ ...skipping, engine });
			const restarted = another();
			expect(await restarted.activate('init')).toBeNull();
			const third = await createDeal('afterwards');
			expect(events(await restarted.poll())).toEqual([['created', third]]);
		});

		test('leaves out what changed while it was unpublished, also if it had emitted nothing', async () => {
			const trigger = fixture.watch({ ...skipping, engine });
			await trigger.activate();
			await trigger.poll();
			await createDeal('while it was unpublished');
			trigger.restart();
			expect(await trigger.activate()).toBeNull();
			const id = await createDeal('afterwards');
			expect(events(await trigger.poll())).toEqual([['created', id]]);
		});

		test('never skips because time has passed', async () => {
			const trigger = fixture.watch({ ...skipping, engine });
			await trigger.activate();
			for (let day = 0; day < 3; day++) {
				await fixture.pass({ minutes: 24 * 60 });
				const id = await createDeal(`day ${day}`);
				await fixture.pass({ minutes: 24 * 60 });
				expect(events(await trigger.poll())).toEqual([['created', id]]);
			}
		});
	});
});

describe('killed between the poll of an activation and its save, the in-memory engine', () => {
	test.each([
		['now', false],
		['all', true],
	])('begins as Start From (%s) says, if it was the first one', async (startFrom, isAll) => {
		const parameters = { event: 'created', options: { startFrom } };
		const killed = fixture.watch({ parameters });
		const { saved } = killed;
		await killed.activate();
		const id = await createDeal('while n8n was off');
		const restarted = fixture.watch({ parameters, saved });
		const emitted = events(await restarted.activate('init'));
		expect(emitted.some(([, each]) => each === id)).toBe(isAll);
	});

	test('goes on from what was saved before', async () => {
		const { trigger, second } = await running({});
		const { saved } = trigger;
		expect(events(await trigger.activate('update'))).toEqual([['created', second]]);
		const restarted = fixture.watch({ saved });
		expect(events(await restarted.activate('init'))).toEqual([['created', second]]);
		expect(await restarted.poll()).toBeNull();
	});
});

describe('on the durable engine', () => {
	const engine = 'durable';

	test('n8n saves no activation that emits nothing: a restart before the next poll begins as Start From says', async () => {
		const trigger = fixture.watch({ engine });
		await trigger.activate();
		await createDeal('while n8n was off');
		const restarted = fixture.watch({ engine, saved: trigger.saved });
		expect(await restarted.poll()).toBeNull();
		const id = await createDeal('afterwards');
		expect(events(await restarted.poll())).toEqual([['created', id]]);
	});

	test('polls that n8n runs at once with an old state after a start repeat nothing', async () => {
		const { trigger, second, another } = await running({ engine });
		const old = trigger.saved;
		const restarted = another();
		expect(events(await restarted.poll())).toEqual([['created', second]]);
		const { saved } = restarted;
		for (let poll = 0; poll < 2; poll++) expect(await restarted.poll({ saved: old })).toBeNull();
		expect(restarted.saved).toEqual(saved);
		const third = await createDeal('third');
		expect(events(await restarted.poll())).toEqual([['created', third]]);
	});

	test('a batch that n8n refuses to save comes again, also the first one', async () => {
		const trigger = fixture.watch({ engine });
		await trigger.activate();
		const id = await createDeal('first');
		await trigger.poll({ isRefused: true });
		expect(await trigger.poll()).toBeNull();
		const clock = jest.spyOn(performance, 'now');
		clock.mockReturnValue(performance.now() + 60_000);
		expect(events(await trigger.poll())).toEqual([['created', id]]);
		clock.mockReturnValue(performance.now() + 60_000);
		expect(await trigger.poll()).toBeNull();
	});

	test('Skip to Now leaves out what changed before n8n started, whatever state it hands out then', async () => {
		const { trigger, another } = await running({ ...skipping, engine });
		const restarted = another();
		expect(await restarted.poll()).toBeNull();
		expect(await restarted.poll({ saved: trigger.saved })).toBeNull();
		const third = await createDeal('third');
		expect(events(await restarted.poll())).toEqual([['created', third]]);
	});
});

test('Skip to Now emits all records once where it starts from all, and not again after a restart', async () => {
	const id = await createDeal('old');
	const options = { afterDowntime: 'skip', startFrom: 'all' };
	const trigger = fixture.watch({ parameters: { event: 'created', options } });
	expect(events(await trigger.activate())).toContainEqual(['created', id]);
	expect(await trigger.poll()).toBeNull();
	trigger.restart();
	expect(await trigger.activate('init')).toBeNull();
});

test('an error at activation never contains the word after which n8n does not try again', async () => {
	await fixture.steer('POST', '/faults', [
		{ times: 1, status: 401, body: { error: 'Authorization header is not valid' } },
	]);
	const { message } = await failureOf(fixture.watch().activate());
	expect(message).toMatch(/sign-in header is not valid/);
	expect(message).not.toMatch(/authorization/i);
});
