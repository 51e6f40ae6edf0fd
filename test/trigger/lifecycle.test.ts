/** A trigger on n8n's two engines: activation, saving, restart, rename, overlap, and what it says when it fails. */
import { failureOf } from '../http/support/client';
import { events, records, useTriggerFixture, type WatchOptions } from '../support/triggerFixture';

const fixture = useTriggerFixture();
afterEach(() => jest.restoreAllMocks());

async function createDeal(name = 'new'): Promise<number> {
	const id = await fixture.writeOne('deal', { name });
	await fixture.settle();
	return id;
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

describe('on the durable engine', () => {
	const engine = 'durable';

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
