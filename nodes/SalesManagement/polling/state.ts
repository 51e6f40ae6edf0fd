import { isObject } from '../values';
import {
	all,
	isCount,
	isFlag,
	isIdSet,
	isLedger,
	isPartLists,
	isText,
	isTime,
	ledgerTimes,
	optional,
	type Check,
} from './checks';
import { isNumberText } from './numberText';
import type { Mark } from './session';
import { SWEEP_VERSION, type SweepState } from './sweepTypes';
import { STATE_VERSION, type Learning, type OpenRun, type Policy, type State } from './types';

/** What was saved, after a look at it: a state, nothing yet, or what can't be used and why. */
export type Saved =
	| { readonly state?: State; readonly problem?: undefined }
	| {
			readonly state?: undefined;
			readonly problem: string;
			/** Where it had got to, and with which question, if that much can be read. */
			readonly reached?: { readonly fingerprint: string; readonly watermark: number };
	  };

const isWindow = optional(
	all({
		// Zero where a page showed one time only.
		ms: (value) => isTime(value) && Number(value) >= 0,
		pageSize: isCount,
		tooWide: optional(isTime),
	}),
);

const isOpenRun = optional(
	all({
		at: isTime,
		until: isTime,
		to: optional(isTime),
		place: optional(all({ page: optional(isText), next: isText, count: isCount, shown: isIdSet })),
	}),
);

const isSeenGroup = all({ to: isTime, ids: isIdSet });

/** What each part must look like. Parts that are not listed are for their readers to check. */
const PARTS: Readonly<Record<string, Check>> = {
	fingerprint: isText,
	watermark: isTime,
	ledger: isLedger,
	settled: isIdSet,
	createdWatermark: isTime,
	createdSeen: (value) => Array.isArray(value) && value.every(isSeenGroup),
	createdAhead: optional(isSeenGroup),
	createdOwed: optional(all({ at: isTime, ids: isIdSet })),
	pendingPass: optional(
		all({ startedAt: isTime, partAt: isTime, known: isIdSet, forgottenTo: optional(isTime) }),
	),
	window: isWindow,
	run: isOpenRun,
	stuckSince: optional(isTime),
	replayed: optional(isTime),
	setAside: optional(isText),
	watched: optional(
		all({
			name: isText,
			partial: isFlag,
			parts: isPartLists,
			records: isNumberText,
			digests: isNumberText,
			learning: optional(
				all({ from: isTime, at: isTime, to: isTime, window: isWindow, run: isOpenRun }),
			),
		}),
	),
};

/**
 * How far above the watermark, in milliseconds, a time may lie that was dealt with: by a lookback, which
 * is a day at most, and some seconds. One in the far future would hide each later version of a record.
 */
const MOST_ABOVE = 7 * 86_400_000;

const isRunBelow = ({ at, until, to = until }: OpenRun, end: number): boolean =>
	at <= until && Math.max(until, to) <= end + MOST_ABOVE;

/** A window without width would be learned for ever. */
const isLearningBelow = ({ from, at, to, run }: Learning, watermark: number): boolean =>
	(from < to || from === 0) &&
	from <= at &&
	at <= to &&
	to <= watermark &&
	(!run || isRunBelow(run, to));

/**
 * Whether a part fits the watermark, where every part has its form. Of other times the next poll minds
 * none that lies in the future.
 */
const FITS: Readonly<Record<string, (state: State) => boolean>> = {
	ledger: ({ ledger, watermark }) =>
		ledgerTimes(ledger, watermark).every((time) => time <= watermark + MOST_ABOVE),
	createdWatermark: ({ createdWatermark, watermark }) => createdWatermark <= watermark,
	run: ({ run, watermark }) => !run || isRunBelow(run, watermark),
	watched: ({ watched, watermark }) =>
		!watched?.learning || isLearningBelow(watched.learning, watermark),
};

const failing = <T>(
	checks: Readonly<Record<string, T>>,
	passes: (check: T, name: string) => boolean,
) => Object.entries(checks).flatMap(([name, check]) => (passes(check, name) ? [] : [name]));

/** Looks at what was saved: nothing that comes from outside is used unchecked. */
export function readState(saved: unknown): Saved {
	if (saved === undefined || saved === null) return {};
	if (!isObject(saved)) return { problem: 'it is no object' };
	const { fingerprint, watermark, version } = saved;
	const reached =
		typeof fingerprint === 'string' && typeof watermark === 'number' && isTime(watermark)
			? { fingerprint, watermark }
			: undefined;
	if (version !== STATE_VERSION) {
		return { problem: 'another version of this package saved it', reached };
	}
	const malformed = failing(PARTS, (check, name) => check(saved[name]));
	const state = saved as unknown as State;
	const broken = malformed.length > 0 ? malformed : failing(FITS, (fits) => fits(state));
	return broken.length > 0 ? { problem: `damaged: ${broken.join(', ')}`, reached } : { state };
}

const isSweep = all({
	fingerprint: isText,
	known: isIdSet,
	leftOut: isIdSet,
	sweptAt: optional(isTime),
	pass: optional(
		all({
			startedAt: isTime,
			unseen: isIdSet,
			cursor: optional(isText),
			listed: optional(isFlag),
			stuckSince: optional(isTime),
		}),
	),
});

/** The same for the state of Deleted. */
export function readSweep(saved: unknown): { state?: SweepState; problem?: string } {
	if (saved === undefined || saved === null) return {};
	if (!isObject(saved)) return { problem: 'it is no object' };
	if (saved.version !== SWEEP_VERSION)
		return { problem: 'another version of this package saved it' };
	return isSweep(saved) ? { state: saved as unknown as SweepState } : { problem: 'damaged' };
}

const isMark = all({ poll: isCount, by: isText });

/** The mark beside it: one that can't be read is none. */
export const readMark = (saved: unknown): Mark | undefined =>
	isMark(saved) ? (saved as Mark) : undefined;

/** Why a state can't answer for this policy; `undefined` when it can. */
export function reasonToBeginAnew(
	{ fingerprint, watched }: State,
	policy: Pick<Policy, 'fingerprint' | 'tells' | 'watches'>,
): 'question' | 'compared' | undefined {
	if (fingerprint !== policy.fingerprint) return 'question';
	// A change needs values that were learned before it.
	return policy.tells === 'changed' && watched?.name !== policy.watches ? 'compared' : undefined;
}
