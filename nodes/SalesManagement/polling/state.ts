/** What a trigger saves: plain JSON that a person can read, replaced as a whole. Looked at before it is used. */
import { isObject, textOf } from '../values';
import { isIdSet } from './idSet';
import type { SavedValues } from './lastValues';
import type { SavedLedger } from './ledger';
import type { SavedNewRecords } from './newRecords';
import type { Mark } from './n8nSaves';
import { SWEEP_VERSION, type SweepState } from './sweepTypes';
import type { Policy, Window } from './types';

/** Raised whenever a state means something else than before, also when digests are made differently. */
export const STATE_VERSION = 4;

/** What the next poll needs to know. Times are ISO 8601 in UTC. */
export interface State extends SavedNewRecords {
	readonly version: typeof STATE_VERSION;
	readonly fingerprint: string;
	/** Every version below it has been dealt with for good. */
	readonly watermark: string;
	/** Versions dealt with, from a guard's width below the watermark on. */
	readonly ledger: SavedLedger;
	/** After a poll that ended early, how wide a window of the list fits into one response. */
	readonly window?: Window;
	/** The last compared value of each record. */
	readonly values?: SavedValues;
	/** Since when polls have ended early and come no further; the caller's own, as are those below. */
	readonly stalledSince?: string;
	/** The date from which it was begun again last. */
	readonly replayed?: string;
	/** Records that can't be watched, so that each is told once. */
	readonly setAside?: string;
}

/** A state after this look at it; nothing yet; or what can't be used and why. */
export type Saved =
	| { readonly state?: State; readonly problem?: undefined }
	| {
			readonly state?: undefined;
			readonly problem: string;
			/** Where it had got to, and with which question, if that much can be read. */
			readonly reached?: { readonly fingerprint: string; readonly watermark: number };
	  };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const optional =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);
const all =
	(parts: Readonly<Record<string, Check>>): Check =>
	(value) =>
		isObject(value) && Object.entries(parts).every(([key, check]) => check(value[key]));
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every(check);

const isLedger: Check = (value) =>
	isObject(value) &&
	Object.entries(value).every(
		([hour, ids]) =>
			isObject(ids) &&
			Object.entries(ids).every(
				([id, text]) => /^\d+$/.test(id) && isTime(`${hour}${textOf(text).split(' ')[0]}`),
			),
	);

const isWindow = optional(all({ ms: isCount, pageSize: isCount, crowdedTo: optional(isCount) }));

const PARTS: Readonly<Record<string, Check>> = {
	fingerprint: isText,
	watermark: isTime,
	createdWatermark: isTime,
	ledger: isLedger,
	backlog: optional(
		all({
			startedAt: isTime,
			endedEarlyAt: isTime,
			known: isIdSet,
			seen: isIdSet,
			seenTo: optional(isTime),
			forgottenTo: optional(isTime),
		}),
	),
	window: isWindow,
	values: optional(
		all({
			name: isText,
			parts: listOf(listOf(isText)),
			records: (value) => /^(?:\d+:[\d,]+(?: |$))*$/.test(textOf(value)),
			learning: optional(all({ at: isTime, to: isTime, window: isWindow })),
		}),
	),
	stalledSince: optional(isTime),
	replayed: optional(isTime),
	setAside: optional(isText),
};

export function readState(saved: unknown): Saved {
	if (saved === undefined || saved === null) return {};
	if (!isObject(saved)) return { problem: 'it is no object' };
	const { fingerprint, version } = saved;
	const watermark = new Date(saved.watermark as string | number).getTime();
	const reached =
		typeof fingerprint === 'string' && !Number.isNaN(watermark)
			? { fingerprint, watermark }
			: undefined;
	if (version !== STATE_VERSION) {
		return { problem: 'another version of this package saved it', reached };
	}
	const broken = Object.entries(PARTS).filter(([name, check]) => !check(saved[name]));
	if (broken.length === 0) return { state: saved as unknown as State };
	return { problem: `damaged: ${broken.map(([name]) => name).join(', ')}`, reached };
}

const isSweep = all({
	fingerprint: isText,
	known: isIdSet,
	leftOut: isIdSet,
	sweptAt: optional(isTime),
	pass: optional(all({ startedAt: isTime, unseen: isIdSet, cursor: optional(isText) })),
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
	{ fingerprint, values }: State,
	policy: Pick<Policy, 'fingerprint' | 'tells' | 'compares'>,
): 'question' | 'compared' | undefined {
	if (fingerprint !== policy.fingerprint) return 'question';
	// A change needs values that were learned before it.
	return policy.tells === 'changed' && values?.name !== policy.compares ? 'compared' : undefined;
}
