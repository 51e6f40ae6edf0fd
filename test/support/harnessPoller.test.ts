/** What n8n's two engines save of a trigger's state, on which all tests of what is lost or doubled build. */
import type { IDataObject, INodeType, IPollFunctions } from 'n8n-workflow';
import { createPoller, type Poller } from './harness';

/** Emits at every second poll, fails at the fourth, and counts in its static data. */
const counter = {
	description: {
		...{ displayName: 'Counter', name: 'counter', group: ['trigger'], version: 1, polling: true },
		...{ description: 'Counts its polls', defaults: { name: 'Counter' }, inputs: [] },
		...{ outputs: ['main'], properties: [] },
	},
	async poll(this: IPollFunctions) {
		const state = this.getWorkflowStaticData('node') as { polls?: number };
		state.polls = (state.polls ?? 0) + 1;
		if (state.polls === 4) throw new Error('the fourth poll fails');
		return state.polls % 2 === 0 ? [[{ json: { polls: state.polls } }]] : null;
	},
} as unknown as INodeType;

const node = (polls: number) => ({ 'node:Node': { polls } });
const cursor = (polls: number) => ({ 'cursor of trigger': { polls } });
const poll = async (poller: Poller) => await poller.poll().catch(() => 'failed');

type Row = [
	engine: 'default' | 'durable',
	what: string,
	before: IDataObject,
	act: (poller: Poller) => Promise<unknown>,
	saved: IDataObject,
	inMemory: number,
];

test.each<Row>([
	['default', 'an activation', {}, async (poller) => await poller.activate(), {}, 1],
	['default', 'a poll that emits', node(1), poll, node(2), 2],
	['default', 'a poll that emits nothing', node(2), poll, node(2), 3],
	['default', 'a poll that fails', node(3), poll, node(3), 4],
	['default', 'a restart', node(3), async (poller) => poller.restart(), node(3), 3],
	['durable', 'a poll that emits nothing', cursor(2), poll, cursor(3), 3],
	['durable', 'a poll that emits', node(1), poll, { ...node(1), ...cursor(2) }, 2],
	['durable', 'a poll that fails', node(3), poll, node(3), 3],
	[
		'durable',
		'a batch that is refused',
		cursor(1),
		async (poller) => await poller.poll({ isRefused: true }),
		cursor(1),
		1,
	],
])('the %s engine, %s', async (engine, _what, before, act, saved, inMemory) => {
	const options = { type: 'test.counter', extraNodes: { 'test.counter': counter } };
	const poller = createPoller({ ...options, engine, saved: before });
	await act(poller);
	expect([poller.saved, poller.state]).toEqual([saved, { polls: inMemory }]);
});
