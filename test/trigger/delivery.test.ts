/** What n8n's engines do to a trigger's state around restarts, and what becomes of its batches. */
import type { IDataObject } from 'n8n-workflow';
import {
	events,
	inUtc,
	records,
	startTriggerFixture,
	type TriggerFixture,
	type WatchOptions,
} from '../support/triggerFixture';

let fixture: TriggerFixture;
/** How far the clock that nobody sets is ahead of the real one. */
let ahead: number;
beforeEach(async () => {
	fixture = await startTriggerFixture();
	ahead = 0;
	const { now } = performance;
	jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await fixture.close();
});

async function createDeal(name: string): Promise<number> {
	const [id = 0] = await fixture.write('deal', [{ name }]);
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
	return { trigger, first, emitted, second };
}

/** Another process: nothing in this one knows the workflow. */
const another = (options: WatchOptions, saved: IDataObject) => fixture.watch({ ...options, saved });

describe('on the durable engine', () => {
	const engine = 'durable';

	test('polls that n8n runs at once with an old state after a start repeat nothing', async () => {
		const { trigger, second } = await running({ engine });
		const old = trigger.saved;
		const restarted = another({ engine }, old);
		expect(events(await restarted.poll())).toEqual([['created', second]]);
		const { saved } = restarted;
		expect(await restarted.poll({ saved: old })).toBeNull();
		expect(await restarted.poll({ saved: old })).toBeNull();
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
		ahead += 60_000;
		expect(events(await trigger.poll())).toEqual([['created', id]]);
		ahead += 60_000;
		expect(await trigger.poll()).toBeNull();
	});

	describe('Skip to Now', () => {
		const options = { engine, parameters: { options: { afterDowntime: 'skip' } } } as const;

		test('leaves out what changed before n8n started, whatever state n8n hands out then', async () => {
			const { trigger } = await running(options);
			const old = trigger.saved;
			const restarted = another(options, old);
			expect(await restarted.poll()).toBeNull();
			expect(await restarted.poll({ saved: old })).toBeNull();
			const third = await createDeal('third');
			expect(events(await restarted.poll())).toEqual([['created', third]]);
		});

		test('leaves out what changed before the workflow was published again', async () => {
			const { trigger } = await running(options);
			expect(await trigger.activate()).toBeNull();
			const third = await createDeal('third');
			expect(events(await trigger.poll())).toEqual([['created', third]]);
		});
	});
});

describe.each(['default', 'durable'] as const)('At Least Once on the %s engine', (engine) => {
	const options = { engine, parameters: { options: { delivery: 'atLeastOnce' } } } as const;

	test('a new process emits the last batch again, with the same event ids', async () => {
		const { trigger, first, emitted, second } = await running(options);
		expect(emitted.map(({ id }) => id)).toEqual([first]);
		const restarted = another(options, trigger.saved);
		const repeated = records(await restarted.activate('init'));
		expect(repeated.map(({ id }) => id)).toEqual([first, second]);
		expect(repeated[0]?._event.id).toBe(emitted[0]?._event.id);
		expect(await restarted.poll()).toBeNull();
	});

	test('deleted records come again, too', async () => {
		const id = await createDeal('gone soon');
		const parameters = { event: 'deleted', ...options.parameters };
		const trigger = fixture.watch({ engine, parameters });
		await trigger.activate();
		const { error } = await fixture.run('deal.delete', { parameters: { dealId: id } });
		expect(error).toBeUndefined();
		const later = Date.now() + 25 * 3_600_000;
		jest.spyOn(Date, 'now').mockImplementation(() => later);
		const [gone] = records(await trigger.poll());
		expect(gone?.id).toBe(id);
		await trigger.poll();
		const restarted = another({ engine, parameters }, trigger.saved);
		const [again] = records(await restarted.activate('init'));
		expect(again?._event.id).toBe(gone?._event.id);
	});
});

test.each(['createdOrUpdated', 'deleted'])(
	'a test by hand has event ids of its own, so that no node that remembers them misses one (%s)',
	async (event) => {
		const id = await createDeal('first');
		const parameters = { event, options: { startFrom: 'all' } };
		const trigger = fixture.watch({ parameters });
		const [tested] = records(await trigger.manualTest());
		expect(tested?.id).toBe(id);
		await trigger.activate();
		const real =
			event === 'deleted' ? `deal:${id}:deleted` : `deal:${id}:${inUtc(tested?.updatedAt)}:`;
		expect(tested?._event.id).toMatch(/:test:20\d\d-/);
		expect(tested?._event.id.startsWith(real)).toBe(true);
	},
);
