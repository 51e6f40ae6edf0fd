import {
	Session,
	STATE_VERSION,
	type Handed,
	type Mark,
	type State,
} from '../../../nodes/SalesManagement/polling';

const state = (watermark: number, fingerprint = 'a'): State => ({
	version: STATE_VERSION,
	fingerprint,
	watermark,
	ledger: '',
	settled: '',
	createdWatermark: 0,
	createdSeen: [],
});

const SECOND = 1_000;

/** A process with its clock, and what n8n's durable engine saved last. */
class Process {
	now = 0;
	saved: Omit<Handed<State>, 'home'> = {};
	session = new Session(() => this.now, 'this process');

	begin = (from = this.saved, fingerprint = 'a') =>
		this.session.begin('node', { ...from, home: {} }, fingerprint);

	/** A poll that moves on by 1; a batch that n8n refuses is not saved. */
	poll({ emits = false, refused = false, from = this.saved, fingerprint = 'a' } = {}) {
		const handed = { ...from, home: {} };
		const { state: before, ...begin } = this.session.begin('node', handed, fingerprint);
		if (begin.isStale) return { ...begin, state: before, saves: undefined };
		const next = state((before?.watermark ?? 0) + 1, fingerprint);
		const saves = this.session.end('node', handed, { before, state: next, emitted: emits });
		if (!refused) this.saved = { state: next, mark: saves.mark };
		return { ...begin, state: before, saves };
	}
}

describe('where a poll goes on from', () => {
	test('what n8n saved, in a process that knows nothing; nothing, for another question', () => {
		const { begin } = new Process();
		expect(begin({ state: state(5) }).state?.watermark).toBe(5);
		expect(begin({ state: state(5) }, 'b').state).toBeUndefined();
		expect(begin({}).state).toBeUndefined();
	});

	test('what this process knows, when n8n did not save an activation that emitted nothing', () => {
		const one = new Process();
		one.poll({ refused: true });
		expect(one.begin().state?.watermark).toBe(1);
		expect(one.begin({ state: state(7, 'b') }).state?.watermark).toBe(1);
		expect(one.begin(undefined, 'b').state).toBeUndefined();
	});

	test('what this process knows, when n8n hands an older state back after a poll without events', () => {
		const one = new Process();
		one.poll();
		const { saved: old } = one;
		one.poll();
		expect(one.begin(old).state?.watermark).toBe(2);
	});

	test('what another process has saved since', () => {
		const [one, other] = [new Process(), new Process()];
		one.poll();
		other.session = new Session(() => 0, 'other process');
		other.saved = one.saved;
		one.poll({ refused: true });
		other.poll({ emits: true });
		expect(one.begin(other.saved).state).toBe(other.saved.state);
	});

	test('of a question that was asked before: what n8n saved for it', () => {
		const one = new Process();
		one.poll({ emits: true });
		one.poll({ fingerprint: 'b', refused: true });
		expect(one.begin().state?.watermark).toBe(1);
	});
});

describe('a batch that n8n has not saved yet', () => {
	/** A process whose batch is on its way to the database. */
	function emitted({ refused = true } = {}) {
		const one = new Process();
		one.poll();
		const { saved: old } = one;
		one.poll({ emits: true, refused });
		return { one, old };
	}

	test('makes polls with the state before it no news, for a minute', () => {
		const { one, old } = emitted({ refused: false });
		expect(one.begin(old)).toEqual({ isStale: true });
		one.now += 59 * SECOND;
		expect(one.begin(old)).toEqual({ isStale: true });
		expect(one.begin().state?.watermark).toBe(2);
	});

	test('did not happen, if n8n still hands the state before it out later', () => {
		const { one } = emitted();
		one.now += 60 * SECOND;
		expect(one.begin()).toMatchObject({ state: { watermark: 1 }, isRepeat: true });
		// Once: a poll that fails after that changes nothing.
		expect(one.begin()).toEqual({ state: state(1) });
	});

	test('did not happen either, if it was the first and nothing is saved at all', () => {
		const one = new Process();
		one.poll({ refused: true });
		one.poll({ emits: true, refused: true });
		one.now += 60 * SECOND;
		expect(one.begin()).toMatchObject({ state: { watermark: 1 }, isRepeat: true });
	});

	test('began a trigger that emits from its first poll on: it begins again', () => {
		const one = new Process();
		one.poll({ emits: true, refused: true });
		one.now += 60 * SECOND;
		expect(one.begin()).toEqual({ isRepeat: true });
	});

	test('is older than the state before it: what n8n has is gone on from', () => {
		const { one, old } = emitted();
		one.saved = { state: state(0), mark: { ...(old.mark as Mark), poll: -1 } };
		one.now += 60 * SECOND;
		expect(one.begin().state?.watermark).toBe(0);
	});

	test('is none of a new question', () => {
		const { one } = emitted();
		expect(one.begin(undefined, 'b')).toEqual({});
	});

	test('was saved, and then nothing is: n8n files it under another name', () => {
		const { one } = emitted({ refused: false });
		one.begin();
		expect(one.begin({}).state?.watermark).toBe(2);
	});

	test('was saved, if n8n keeps its object: nothing in another one is a new name', () => {
		const session = new Session(() => 0);
		const home = {};
		session.end('node', { home }, { state: state(1), emitted: false });
		session.end('node', { home }, { before: state(1), state: state(2), emitted: true });
		expect(session.begin('node', { home: {} }, 'a').state?.watermark).toBe(2);
	});
});

describe('what a new process begins with', () => {
	test('the mark rises with every poll, also with another question, and names the process', () => {
		const one = new Process();
		one.saved = { state: state(0), mark: { poll: 7, by: 'process before' } };
		const marks = ['a', 'a', 'b'].map((fingerprint) => one.poll({ fingerprint }).saves?.mark);
		expect(marks).toEqual([8, 9, 10].map((poll) => ({ poll, by: 'this process' })));
	});

	test('with At Least Once it is the state before the last batch, for an hour', () => {
		const one = new Process();
		expect(one.poll().saves?.beforeBatch).toBeUndefined();
		expect(one.poll({ emits: true }).saves?.beforeBatch?.state?.watermark).toBe(1);
		one.now += 3_599 * SECOND;
		expect(one.poll().saves?.beforeBatch?.state?.watermark).toBe(1);
		expect(one.poll({ emits: true }).saves?.beforeBatch?.state?.watermark).toBe(3);
		one.now += 3_600 * SECOND;
		expect(one.poll().saves?.beforeBatch).toBeUndefined();
	});

	test('of another question there is nothing before', () => {
		const one = new Process();
		one.poll();
		one.poll({ emits: true });
		expect(one.poll({ fingerprint: 'b' }).saves?.beforeBatch).toBeUndefined();
		expect(one.poll({ fingerprint: 'c', emits: true }).saves?.beforeBatch).toEqual({});
	});
});

describe('an activation', () => {
	/** Whether each poll is one: on n8n's own object, called what n8n calls the activation. */
	function activations(polls: ReadonlyArray<[home: object, mode: string]>) {
		const session = new Session(() => 0);
		return polls.map(([home, mode]) => {
			const handed = { home, mode };
			const is = session.isActivation('node', handed);
			session.end('node', handed, { state: state(1), emitted: false });
			return is;
		});
	}

	test('is told by an object that n8n keeps from poll to poll', () => {
		const [first, second] = [{}, {}];
		const homes = [first, first, first, second, second];
		expect(activations(homes.map((home) => [home, 'activate']))).toEqual([
			true,
			false,
			false,
			true,
			false,
		]);
	});

	test('is told by its name where n8n makes the object anew, and calls all other polls an update', () => {
		const modes = ['activate', 'update', 'update', 'activate', 'update'];
		expect(activations(modes.map((mode) => [{}, mode]))).toEqual([true, false, false, true, false]);
	});

	test('is not told where n8n makes the object anew and calls all polls the same', () => {
		const polls = Array.from({ length: 5 }, (): [object, string] => [{}, 'activate']);
		expect(activations(polls)).toEqual([true, false, false, false, false]);
	});
});

test('one poll runs at a time, also after one has failed', async () => {
	const session = new Session();
	const work = session.alone('node', async () => 'done');
	await expect(session.alone('node', async () => 'again')).resolves.toBeUndefined();
	await expect(session.alone('other', async () => 'else')).resolves.toBe('else');
	await expect(work).resolves.toBe('done');
	await expect(session.alone('node', () => Promise.reject(new Error('x')))).rejects.toThrow();
	await expect(session.alone('node', async () => 'again')).resolves.toBe('again');
});
