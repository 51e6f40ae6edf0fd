import { isObject } from '../values';
import { STATE_VERSION, type Policy, type State } from './types';

/** What was saved, after a look at it: a state, nothing yet, or what can't be used and why. */
export type Saved =
	| { readonly state?: State; readonly problem?: undefined }
	| {
			readonly state?: undefined;
			readonly problem: string;
			/** Where it had got to, and with which question, if that much can be read. */
			readonly reached?: { readonly fingerprint: string; readonly watermark: number };
	  };

/** The calendar of JavaScript ends here, before and after 1970. */
const LAST_TIME = 8.64e15;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTime: Check = (value) => typeof value === 'number' && Math.abs(value) <= LAST_TIME;
const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) =>
	typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const optional =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);

const all =
	(parts: Readonly<Record<string, Check>>): Check =>
	(value) =>
		isObject(value) && Object.entries(parts).every(([key, check]) => check(value[key]));

const BLOCK = /^[\da-z]{1,9}(?:\*|:[\da-z]{1,2}(?:\.[\da-z]{1,2})*|=[A-Za-z\d+/]{171}=)$/;

/** A set of ids as `idSet.ts` packs it. */
const isIdSet: Check = (value) =>
	typeof value === 'string' &&
	(value === '' || value.split(',').every((block) => BLOCK.test(block)));

const ENTRY = /^\d{1,16}:-?[\da-z]{1,11}(?::[\w-]+)+$/;

/** Versions as `ledger.ts` packs them. */
const isLedger: Check = (value) =>
	typeof value === 'string' &&
	(value === '' || value.split(',').every((entry) => ENTRY.test(entry)));

const isIdSets: Check = (value) => isObject(value) && Object.values(value).every(isIdSet);

/** What each part must look like. Parts that are not listed are for their readers to check. */
const PARTS: Readonly<Record<string, Check>> = {
	fingerprint: isText,
	watermark: isTime,
	ledger: isLedger,
	settled: isIdSet,
	createdWatermark: isTime,
	createdSeen: isIdSet,
	createdOwed: optional(all({ at: isTime, ids: isIdSet })),
	pendingPass: optional(all({ startedAt: isTime, partAt: isTime, seenFull: optional(isFlag) })),
	window: optional(all({ ms: (value) => isTime(value) && Number(value) > 0, pageSize: isCount })),
	setAside: optional(isText),
	watched: optional(all({ name: isText, partial: isFlag, ids: isIdSets })),
};

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
	const broken = Object.keys(PARTS).filter((name) => !PARTS[name]?.(saved[name]));
	if (broken.length > 0) return { problem: `damaged: ${broken.join(', ')}`, reached };
	return { state: saved as unknown as State };
}

/** Why a state can't answer for this policy; `undefined` when it can. */
export function reasonToBeginAnew(
	{ fingerprint, watched }: State,
	policy: Pick<Policy, 'fingerprint' | 'tells' | 'watches'>,
): 'question' | 'compared' | undefined {
	if (fingerprint !== policy.fingerprint) return 'question';
	// A change needs values that were learned before it.
	return policy.tells === 'changed' && watched?.name !== policy.watches ? 'compared' : undefined;
}
