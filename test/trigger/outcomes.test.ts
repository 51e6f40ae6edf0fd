/** Won and Lost: each deal's entry into such a phase, once (S6). */
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
