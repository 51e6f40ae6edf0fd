import { Session, STATE_VERSION, type State } from '../../../nodes/SalesManagement/polling';

const state = (fingerprint: string): State => ({
	version: STATE_VERSION,
	fingerprint,
	watermark: 0,
	ledger: '',
	settled: '',
	createdWatermark: 0,
	createdSeen: '',
});

describe('what a process remembers of its triggers', () => {
	it('goes on from what n8n saved, else from what it knows, for the same question only', () => {
		const session = new Session();
		session.remember('node', { ...state('a'), watermark: 5 }, {});
		expect(session.stateOf('node', state('a'), 'a')?.watermark).toBe(0);
		expect(session.stateOf('node', undefined, 'a')?.watermark).toBe(5);
		expect(session.stateOf('node', state('b'), 'a')?.watermark).toBe(5);
		expect(session.stateOf('node', state('a'), 'b')).toBeUndefined();
		expect(session.stateOf('other', undefined, 'a')).toBeUndefined();
	});

	it('tells an activation by an object that n8n keeps from poll to poll', () => {
		const session = new Session();
		const [first, second] = [{}, {}];
		const pollWith = (home: object) => {
			const activation = session.isActivation('node', home);
			session.remember('node', state('a'), home);
			return activation;
		};
		expect([first, first, first, second, second].map(pollWith)).toEqual([
			true,
			false,
			false,
			true,
			false,
		]);
	});

	it('sees no activation where n8n makes that object anew for each poll', () => {
		const session = new Session();
		for (let i = 0; i < 5; i++) {
			const home = {};
			expect(session.isActivation('node', home)).toBe(i === 0);
			session.remember('node', state('a'), home);
		}
	});

	it('lets one poll run at a time, also after one has failed', async () => {
		const session = new Session();
		const work = session.alone('node', async () => 'done');
		await expect(session.alone('node', async () => 'again')).resolves.toBeUndefined();
		await expect(session.alone('other', async () => 'else')).resolves.toBe('else');
		await expect(work).resolves.toBe('done');
		await expect(session.alone('node', () => Promise.reject(new Error('x')))).rejects.toThrow();
		await expect(session.alone('node', async () => 'again')).resolves.toBe('again');
	});
});
