/** What becomes of a state when the service's clock turns out to be behind it. */
import {
	begunAgain,
	poll,
	readState,
	STATE_VERSION,
	type State,
} from '../../../nodes/SalesManagement/polling';
import { WatchedValues } from '../../../nodes/SalesManagement/polling/watchedValues';
import { NOW, QuietService, policyWith, rowAt } from '../support/quietService';

const HOUR = 3_600_000;

describe('a clock that was set back while older values are learned', () => {
	const policy = policyWith({ tells: 'changed', watches: 'phase' });
	const watched = { name: 'phase', partial: false, parts: [], records: '', digests: '' };
	const stateWith = (learning: NonNullable<State['watched']>['learning']): State => ({
		...{ version: STATE_VERSION, fingerprint: 'question', watermark: NOW, ledger: '', settled: '' },
		...{ createdWatermark: NOW, createdSeen: [] },
		watched: { ...watched, learning },
	});

	test.each([
		['a day', 24 * HOUR],
		['half an hour, to within what was being read', HOUR / 2],
	])('by %s: it goes on below the new watermark, to the end', async (_by, back) => {
		const now = NOW - back;
		const [from, to] = [NOW - HOUR, NOW - 60_000];
		const again = begunAgain(stateWith({ from, at: from, to }), now, policy);
		expect(again.watched?.learning?.to).toBe(again.watermark);
		expect(readState(JSON.parse(JSON.stringify(again)))).toMatchObject({ state: { watched } });
		const source = new QuietService(true, [rowAt(1, NOW - 99 * HOUR, { watched: 'talks' })]);
		source.now = now;
		const { state } = await poll(again, source, policy);
		expect(state.watched?.learning).toBeUndefined();
		expect(new WatchedValues('phase', state.watched).of(1)).toBe('talks');
	});

	test('to 1970: nothing is left to learn', async () => {
		const [from, to] = [NOW - HOUR, NOW - 60_000];
		const again = begunAgain(stateWith({ from, at: from, to }), 1_000, policy);
		expect(readState(JSON.parse(JSON.stringify(again))).problem).toBeUndefined();
		const source = new QuietService(true, []);
		source.now = 1_000;
		const { state } = await poll(again, source, policy);
		expect(state.watched?.learning).toBeUndefined();
	});

	test('what lies below it anyway stays as it is', () => {
		const learning = { from: NOW - 99 * HOUR, at: NOW - 99 * HOUR, to: NOW - 98 * HOUR };
		expect(begunAgain(stateWith(learning), NOW - HOUR, policy).watched).toMatchObject({ learning });
	});

	test('nothing is learned where all was', () => {
		const again = begunAgain(stateWith(undefined), NOW - HOUR, policy);
		expect(again.watched?.learning).toBeUndefined();
	});
});
