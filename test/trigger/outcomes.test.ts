/** Won, Lost, Closed and Reopened: each deal's entry into such a phase, once (S6); Completed, the same of actions. */
import type { IDataObject } from 'n8n-workflow';
import {
	names,
	records,
	startTriggerFixture,
	type TriggerFixture,
} from '../support/triggerFixture';

/** Of the first deal type: Qualified, Proposal, Won, Lost. */
const [QUALIFIED, PROPOSAL, WON, LOST] = [1, 2, 3, 4];

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

/** A phase that ends a deal asks for a reason (v2 §4). */
const inPhase = (phase: number): IDataObject => ({
	phase: { id: phase },
	...(phase >= WON && { reason: 'It ended' }),
});
const deal = async (name: string, phase: number): Promise<number> => {
	const [id = 0] = await fixture.write('deal', [{ name, ...inPhase(phase) }]);
	return id;
};
const move = async (id: number, phase: number) =>
	await fixture.write('deal', [{ id, ...inPhase(phase) }]);

/** Each deal that a started trigger emits after the next work on the service. */
async function watching(event: string, options: IDataObject = {}) {
	const trigger = fixture.watch({ parameters: { event, options } });
	await fixture.settle();
	await trigger.activate();
	return async () => {
		await fixture.settle();
		return await trigger.poll();
	};
}

test.each([
	['won', WON, LOST],
	['lost', LOST, WON],
])('%s: a deal that becomes it, once, and not what is it already', async (event, into, other) => {
	await deal('it already', into);
	const open = await deal('open', QUALIFIED);
	const opposite = await deal('the other', QUALIFIED);
	const next = await watching(event);
	await move(open, PROPOSAL);
	expect(await next()).toBeNull();
	await move(open, into);
	await move(opposite, other);
	const found = records(await next());
	expect(found).toMatchObject([{ id: open, phase: { id: into }, _event: { type: event } }]);
	await fixture.write('deal', [{ id: open, name: 'renamed' }]);
	expect(await next()).toBeNull();
	await move(open, QUALIFIED);
	expect(await next()).toBeNull();
	await move(open, into);
	expect(names(await next())).toEqual(['renamed']);
});

test('from one phase of the chosen ones to another is no news', async () => {
	const id = await deal('moving', QUALIFIED);
	const next = await watching('won', { wonPhases: [PROPOSAL, WON] });
	await move(id, PROPOSAL);
	expect(names(await next())).toEqual(['moving']);
	await move(id, WON);
	expect(await next()).toBeNull();
});

test('closed: a deal that is won or lost, by its type, also from one to the other', async () => {
	const [first, second] = [await deal('first', QUALIFIED), await deal('second', QUALIFIED)];
	const next = await watching('closed');
	const told = async () => records(await next()).map(({ id, _event }) => [id, _event.type]);
	await move(first, WON);
	await move(second, LOST);
	const third = await deal('created as lost', LOST);
	expect(await told()).toEqual([
		[first, 'won'],
		[second, 'lost'],
		[third, 'lost'],
	]);
	await move(first, LOST);
	expect(await told()).toEqual([[first, 'lost']]);
	await move(first, PROPOSAL);
	expect(await told()).toEqual([]);
});

test('closed: by Won Phases where they are chosen, and by the status for lost', async () => {
	const [first, second] = [await deal('first', QUALIFIED), await deal('second', QUALIFIED)];
	const next = await watching('closed', { wonPhases: [PROPOSAL] });
	await move(first, PROPOSAL);
	await move(second, LOST);
	const told = records(await next()).map(({ id, _event }) => [id, _event.type]);
	expect(told).toEqual([
		[first, 'won'],
		[second, 'lost'],
	]);
});

test('reopened: a deal that had ended, and not one that is created open', async () => {
	const ended = [await deal('won', WON), await deal('lost', LOST)];
	const next = await watching('reopened');
	await deal('created open', QUALIFIED);
	await move(ended[0]!, LOST);
	expect(await next()).toBeNull();
	for (const id of ended) await move(id, QUALIFIED);
	const told = records(await next());
	expect(told.map(({ id, _event }) => [id, _event.type])).toEqual(
		ended.map((id) => [id, 'reopened']),
	);
	await move(ended[0]!, PROPOSAL);
	expect(await next()).toBeNull();
});

describe.each(['customerAction', 'contactAction', 'dealAction'] as const)(
	'completed: a %s',
	(resource) => {
		test.each<[string, IDataObject]>([
			['any Status', {}],
			['Status: Scheduled', { active: 'true' }],
			['Status: Completed', { active: 'false' }],
		])('that is completed, or is created so, once, with %s', async (_what, filters) => {
			const write = async (row: IDataObject) => (await fixture.write(resource, [row]))[0];
			const open = await write({ active: true });
			await write({ active: false });
			const trigger = fixture.watch({ parameters: { resource, event: 'completed', filters } });
			await fixture.settle();
			await trigger.activate();
			const next = async () => {
				await fixture.settle();
				return records(await trigger.poll()).map(({ id, _event }) => [id, _event.type]);
			};
			await write({ active: true });
			const created = await write({ active: false });
			await write({ id: open, active: false });
			expect(await next()).toEqual([
				[created, 'completed'],
				[open, 'completed'],
			]);
			await write({ id: open, active: true });
			expect(await next()).toEqual([]);
			await write({ id: open, active: false });
			expect(await next()).toEqual([[open, 'completed']]);
		});
	},
);

describe('Users', () => {
	test.each(['created', 'updated', 'won'])(
		'%s: only deals that these people are in charge of come, and take a place in a batch',
		async (event) => {
			const mine = await deal('mine', QUALIFIED);
			const others = await Promise.all(
				[1, 2, 3].map(async () => await deal('not mine', QUALIFIED)),
			);
			const write = async (id: number, user: number) => {
				await fixture.write('deal', [{ id, user: { id: user }, ...inPhase(PROPOSAL) }]);
			};
			for (const id of others) await write(id, 2);
			await write(mine, 1);
			const filters = { users: [1] };
			const trigger = fixture.watch({ parameters: { event, filters, options: { batchLimit: 1 } } });
			await fixture.settle();
			await trigger.activate();
			await fixture.settle();
			for (const id of [...others, mine]) {
				if (event === 'won') await move(id, WON);
				else await fixture.write('deal', [{ id, name: 'again' }]);
			}
			const [user] = [{ id: 1 }];
			const made =
				event === 'created'
					? [
							{ name: 'new', user: { id: 2 } },
							{ name: 'new', user },
						]
					: [];
			const [, wanted = mine] = made.length > 0 ? await fixture.write('deal', made) : [];
			await fixture.settle();
			expect(records(await trigger.poll()).map(({ id }) => id)).toEqual([wanted]);
			expect(await trigger.poll()).toBeNull();
		},
	);

	test('may be names', async () => {
		const [first] = records(
			await fixture.watch({ parameters: { event: 'created' } }).manualTest(),
		) as unknown as Array<{ user: { id: number; name: string } }>;
		const filters = { users: [first!.user.name] };
		const shown = records(
			await fixture.watch({ parameters: { event: 'created', filters } }).manualTest(),
		);
		expect(shown.length).toBeGreaterThan(0);
		for (const each of shown) expect(each.user).toMatchObject({ id: first!.user.id });
	});
});

test('a manual test shows won deals only, and a sample that is won where there is none', async () => {
	const trigger = fixture.watch({ parameters: { event: 'won' } });
	await deal('open and newest', QUALIFIED);
	const shown = records(await trigger.manualTest());
	expect(shown.length).toBeGreaterThan(0);
	for (const each of shown) expect(each.phase).toMatchObject({ status: 2 });
	const none = fixture.watch({ parameters: { event: 'won', filters: { searchWord: 'nobody' } } });
	expect(records(await none.manualTest())).toMatchObject([
		{ phase: { status: 2 }, _event: { type: 'won', sample: true } },
	]);
});

test('a manual test finds a won deal behind many that are open', async () => {
	const id = await deal('won long ago', WON);
	await fixture.settle();
	const rows = Array.from({ length: 1_100 }, (_, at) => ({ name: `open ${at}` }));
	for (let at = 0; at < rows.length; at += 100)
		await fixture.write('deal', rows.slice(at, at + 100));
	const filters = { searchWord: 'o' };
	const trigger = fixture.watch({ parameters: { event: 'won', filters } });
	const shown = records(await trigger.manualTest());
	expect(shown.map((each) => each.id)).toContain(id);
	expect(shown[0]!._event).not.toHaveProperty('sample');
});
