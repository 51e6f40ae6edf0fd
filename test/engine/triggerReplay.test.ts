/** Replay From on n8n's real engine: a running trigger emits again from a date, once for each date. */
import type { IDataObject } from 'n8n-workflow';
import type { Poller } from '../support/harness';
import {
	records,
	startTriggerFixture,
	type TriggerFixture,
	type WatchOptions,
} from './support/triggerFixture';

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture();
});
afterAll(async () => await fixture.close());

let workflows = 0;

/** The id of each event, which belongs to one version. */
const idsOf = (items: Parameters<typeof records>[0]) =>
	records(items).map(({ _event }) => _event.id);

/**
 * A trigger that has emitted three deals, an hour apart, and what it becomes when it is published
 * with other options, or when n8n was restarted: a process of its own that has the saved state only.
 */
async function running(engine: NonNullable<WatchOptions['engine']>, always: IDataObject = {}) {
	const workflowId = `replayed ${++workflows}`;
	const trigger = fixture.watch({ engine, workflowId, parameters: { options: always } });
	await trigger.activate();
	const times: string[] = [];
	const emitted: string[] = [];
	for (const name of ['first', 'second', 'third']) {
		// A whole second: a service may show times no finer (S5).
		times.push(`${(await fixture.now()).slice(0, 19)}Z`);
		await fixture.write('deal', [{ name }]);
		await fixture.pass({ minutes: 60 });
		emitted.push(...idsOf(await trigger.poll()));
	}
	expect(emitted).toHaveLength(3);
	const like = (from: Poller, options: IDataObject, id: string) =>
		fixture.watch({
			...{ engine, workflowId: id, saved: from.saved },
			parameters: { options: { ...always, ...options } },
		});
	return {
		trigger,
		times,
		emitted,
		/** In the same process. */
		published: (from: Poller, options: IDataObject) => like(from, options, workflowId),
		restarted: (from: Poller, options: IDataObject) =>
			like(from, options, `${workflowId}, process ${++workflows}`),
	};
}

describe.each(['default', 'durable'] as const)('on the %s engine', (engine) => {
	test('emits again from the date, once, and goes on', async () => {
		const { trigger, times, emitted, published } = await running(engine);
		const replaying = published(trigger, { replayFrom: times[1] });
		const again = await replaying.activate('update');
		expect(idsOf(again)).toEqual(emitted.slice(1));
		expect(records(again).map(({ _event }) => _event.type)).toEqual(['created', 'created']);
		expect(await replaying.poll()).toBeNull();
		await fixture.write('deal', [{ name: 'fourth' }]);
		await fixture.settle();
		expect(records(await replaying.poll()).map(({ name }) => name)).toEqual(['fourth']);
		expect(await replaying.poll()).toBeNull();
	});

	test('not again after a restart, which the saved state knows', async () => {
		const { trigger, times, emitted, published, restarted } = await running(engine);
		const options = { replayFrom: times[0] };
		const replaying = published(trigger, options);
		expect(idsOf(await replaying.activate('update'))).toEqual(emitted);
		const after = restarted(replaying, options);
		expect(await after.activate('init')).toBeNull();
		expect(await after.poll()).toBeNull();
		const cleared = restarted(after, {});
		expect(await cleared.activate('init')).toBeNull();
		// Something is emitted, so that either engine saves what it knows.
		await fixture.write('deal', [{ name: 'fourth' }]);
		await fixture.settle();
		expect(await cleared.poll()).toHaveLength(1);
		expect(await restarted(cleared, options).activate('init')).toBeNull();
	});

	test('another date is replayed once more', async () => {
		const { trigger, times, emitted, published, restarted } = await running(engine);
		const first = published(trigger, { replayFrom: times[1] });
		expect(idsOf(await first.activate('update'))).toEqual(emitted.slice(1));
		const second = published(first, { replayFrom: times[2] });
		expect(idsOf(await second.activate('update'))).toEqual(emitted.slice(2));
		expect(await second.poll()).toBeNull();
		expect(await restarted(second, { replayFrom: times[2] }).activate('init')).toBeNull();
	});

	test('in batches, the rest of which comes after a restart', async () => {
		const { trigger, times, emitted, published, restarted } = await running(engine);
		const options = { replayFrom: times[0], batchLimit: 2 };
		const replaying = published(trigger, options);
		expect(idsOf(await replaying.activate('update'))).toEqual(emitted.slice(0, 2));
		const after = restarted(replaying, options);
		expect(idsOf(await after.activate('init'))).toEqual(emitted.slice(2));
		expect(await after.poll()).toBeNull();
	});

	test('with At Least Once a restart repeats its last batch, and no poll repeats it', async () => {
		const always = { delivery: 'atLeastOnce' };
		const { trigger, times, emitted, published, restarted } = await running(engine, always);
		const options = { replayFrom: times[1] };
		const replaying = published(trigger, options);
		expect(idsOf(await replaying.activate('update'))).toEqual(emitted.slice(1));
		expect(await replaying.poll()).toBeNull();
		const after = restarted(replaying, options);
		expect(idsOf(await after.activate('init'))).toEqual(emitted.slice(1));
		expect(await after.poll()).toBeNull();
		await fixture.write('deal', [{ name: 'fourth' }]);
		await fixture.settle();
		expect(await after.poll()).toHaveLength(1);
		const again = restarted(after, options);
		expect(records(await again.activate('init')).map(({ name }) => name)).toEqual(['fourth']);
		expect(await again.poll()).toBeNull();
	});
});
