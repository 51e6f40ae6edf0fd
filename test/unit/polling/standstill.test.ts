/** Polls that end early and come no further: what counts as progress, and when it is told. */
import {
	standingOf,
	STATE_VERSION,
	type Outcome,
	type Standing,
	type State,
} from '../../../nodes/SalesManagement/polling';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-21T08:00:00Z');
const AT = NOW - 60 * MINUTE;
const policy = { lookbackMs: 5 * MINUTE };

const stateOf = (changes: Partial<State> = {}): State => ({
	version: STATE_VERSION,
	fingerprint: 'question',
	watermark: AT,
	ledger: '',
	settled: '',
	createdWatermark: AT,
	createdSeen: [],
	...changes,
});
const RUN = { at: AT, until: AT, place: { next: '2', count: 1, shown: '' } };
const event = { type: 'updated', row: { id: 1 } } as Outcome<unknown>['events'][number];

const standing = (before: State | undefined, changes: Partial<Outcome<unknown>> = {}): Standing =>
	standingOf(
		before,
		{ events: [], state: stateOf(), serverTime: NOW, stopped: 'out of time', ...changes },
		policy,
	);

test.each<[string, State | undefined, Partial<Outcome<unknown>>]>([
	['a trigger that begins', undefined, {}],
	['an end that was reached', stateOf(), { stopped: undefined }],
	['events', stateOf(), { events: [event] }],
	['a watermark that rose', stateOf({ watermark: AT - 1 }), {}],
	['a record settled in a long run', stateOf(), { state: stateOf({ run: RUN, settled: '0:1' }) }],
	[
		'another one settled in it',
		stateOf({ run: RUN, settled: '0:1' }),
		{ state: stateOf({ run: RUN, settled: '0:1.0' }) },
	],
	['the beginning of a long run', stateOf(), { state: stateOf({ run: RUN }) }],
	['the end of a long run', stateOf({ run: RUN }), {}],
])('%s is no standstill, and ends one', (_what, before, changes) => {
	expect(standing(before, changes)).toEqual({});
	expect(standing(before && { ...before, stuckSince: AT }, changes)).toEqual({});
});

test('a standstill is told at once, and since its first poll', () => {
	const first = standing(stateOf({ run: RUN }), { state: stateOf({ run: RUN }) });
	expect(first).toMatchObject({ stuckSince: NOW, standstill: { since: NOW, at: AT } });
	const later = standing(stateOf({ stuckSince: NOW }), { serverTime: NOW + MINUTE });
	expect(later).toMatchObject({ stuckSince: NOW, standstill: { since: NOW, why: 'out of time' } });
});

test('another cursor at the same place is a standstill all the same', () => {
	const place = { ...RUN.place, next: 'another text' };
	const after = stateOf({ run: { ...RUN, place }, settled: '0:1' });
	const { standstill } = standing(stateOf({ run: RUN, settled: '0:1' }), { state: after });
	expect(standstill).toMatchObject({ since: NOW, at: AT });
});

test('a clock that was set back since does not put it off', () => {
	expect(standing(stateOf({ stuckSince: NOW + 60 * MINUTE })).stuckSince).toBe(NOW);
});

test('a full ledger has the lookback, and a margin, to empty', () => {
	const full = (minutes: number) =>
		standing(stateOf({ stuckSince: NOW }), {
			stopped: 'ledger full',
			serverTime: NOW + minutes * MINUTE,
		});
	expect(full(0)).toEqual({ stuckSince: NOW });
	expect(full(6.9)).toEqual({ stuckSince: NOW });
	expect(full(7).standstill).toMatchObject({ since: NOW, why: 'ledger full' });
});
