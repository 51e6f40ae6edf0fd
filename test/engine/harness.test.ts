/** The harness itself: it saves a trigger's state as each of n8n's two engines does. */
import type { INodeType, IPollFunctions } from 'n8n-workflow';
import { createPoller, runNode } from '../support/harness';

/** Emits at every second poll, fails at the fourth, and counts in its static data. */
const counter = {
	description: {
		displayName: 'Counter',
		name: 'counter',
		group: ['trigger'],
		version: 1,
		description: 'Counts its polls',
		defaults: { name: 'Counter' },
		polling: true,
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async poll(this: IPollFunctions) {
		if (this.getMode() === 'manual') return [[{ json: { sample: true } }]];
		const state = this.getWorkflowStaticData('node') as { polls?: number };
		state.polls = (state.polls ?? 0) + 1;
		if (state.polls === 4) throw new Error('the fourth poll fails');
		const budget = this.getPollBudgetMs();
		return state.polls % 2 === 0 ? [[{ json: { polls: state.polls, budget } }]] : null;
	},
} as INodeType;

const options = { type: 'test.counter', extraNodes: { 'test.counter': counter } };
const saved = (polls: number) => ({ 'node:Node': { polls } });
const cursor = (polls: number) => ({ 'cursor of trigger': { polls } });

describe('the default engine', () => {
	test('saves when a poll emits, and only then; memory is kept', async () => {
		const poller = createPoller(options);
		await expect(poller.activate()).resolves.toBeNull();
		expect(poller.saved).toEqual({});
		expect(poller.state).toEqual({ polls: 1 });
		await expect(poller.poll()).resolves.toMatchObject([{ json: { polls: 2 } }]);
		expect(poller.saved).toEqual(saved(2));
		await expect(poller.poll()).resolves.toBeNull();
		expect([poller.saved, poller.state]).toEqual([saved(2), { polls: 3 }]);
	});

	test('keeps in memory what a failing poll changed, and forgets it on restart', async () => {
		const poller = createPoller({ ...options, saved: saved(3) });
		await expect(poller.poll()).rejects.toThrow('the fourth poll fails');
		expect([poller.saved, poller.state]).toEqual([saved(3), { polls: 4 }]);
		poller.restart();
		expect(poller.state).toEqual({ polls: 3 });
	});
});

describe('the durable engine', () => {
	const durable = { ...options, engine: 'durable' } as const;

	test('saves after every poll, but not after an activation that emits nothing', async () => {
		const poller = createPoller(durable);
		await expect(poller.activate()).resolves.toBeNull();
		expect(poller.saved).toEqual({});
		await expect(poller.poll()).resolves.toBeNull();
		expect(poller.saved).toEqual(cursor(1));
	});

	test('files the state by the node’s id, and begins with what the default engine had', async () => {
		const poller = createPoller({ ...durable, saved: saved(1) });
		await expect(poller.poll()).resolves.toMatchObject([{ json: { polls: 2 } }]);
		expect(poller.saved).toEqual({ ...saved(1), ...cursor(2) });
	});

	test('may hand out an older state, and refuse a batch with its state', async () => {
		const poller = createPoller({ ...durable, saved: cursor(1) });
		const old = poller.saved;
		await expect(poller.poll({ isRefused: true })).resolves.toBeNull();
		expect(poller.state).toEqual({ polls: 1 });
		await poller.poll();
		await poller.poll();
		await expect(poller.poll({ saved: old })).resolves.toMatchObject([{ json: { polls: 2 } }]);
		expect(poller.state).toEqual({ polls: 2 });
	});

	test('leaves nothing of a failing poll behind', async () => {
		const poller = createPoller({ ...durable, saved: saved(3) });
		await expect(poller.poll()).rejects.toThrow('the fourth poll fails');
		expect([poller.saved, poller.state]).toEqual([saved(3), { polls: 3 }]);
	});

	test('gives a poll 45 seconds', async () => {
		const poller = createPoller({ ...durable, saved: saved(1) });
		await expect(poller.poll()).resolves.toMatchObject([{ json: { budget: 45_000 } }]);
	});
});

test('a manual test of a trigger neither reads nor writes what is saved', async () => {
	const poller = createPoller({ ...options, saved: saved(3) });
	await expect(poller.manualTest()).resolves.toMatchObject([{ json: { sample: true } }]);
	expect([poller.saved, poller.state]).toEqual([saved(3), { polls: 3 }]);
});

test('an activation that fails throws', async () => {
	const poller = createPoller({ ...options, saved: saved(3) });
	await expect(poller.activate()).rejects.toThrow('the fourth poll fails');
});

test('runNode feeds the input items and resolves expressions per item', async () => {
	const { items } = await runNode({
		type: 'n8n-nodes-base.set',
		parameters: {
			assignments: {
				assignments: [{ name: 'double', value: '={{ $json.n * 2 }}', type: 'number' }],
			},
		},
		input: [{ n: 1 }, { n: 2 }],
	});
	expect(items).toEqual([
		{ json: { double: 2 }, pairedItem: { item: 0 } },
		{ json: { double: 4 }, pairedItem: { item: 1 } },
	]);
});
