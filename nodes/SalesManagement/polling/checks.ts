/** What a saved value must look like. */
import { isObject } from '../values';

/** The calendar of JavaScript ends here, before and after 1970. */
export const LAST_TIME = 8.64e15;

export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isTime: Check = (value) => typeof value === 'number' && Math.abs(value) <= LAST_TIME;
export const isFlag: Check = (value) => typeof value === 'boolean';
export const isCount: Check = (value) =>
	typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

export const optional =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);

export const all =
	(parts: Readonly<Record<string, Check>>): Check =>
	(value) =>
		isObject(value) && Object.entries(parts).every(([key, check]) => check(value[key]));

const BLOCK = /^[\da-z]{1,9}(?:\*|:[\da-z]{1,2}(?:\.[\da-z]{1,2})*|=[A-Za-z\d+/]{171}=)$/;

const GAPS = /^\^[A-Za-z0][\w-]+$/;

/** A set of ids as `idSet.ts` packs it. */
export const isIdSet: Check = (value) =>
	typeof value === 'string' &&
	(value === '' || GAPS.test(value) || value.split(',').every((block) => BLOCK.test(block)));

const ENTRY = /^\d{1,16}:-?[\da-z]{1,11}(?::[\w-]+)+$/;

/** Versions as `ledger.ts` packs them. */
export const isLedger: Check = (value) =>
	typeof value === 'string' &&
	(value === '' || value.split(',').every((entry) => ENTRY.test(entry)));

/** The times of its entries, which are kept as steps from the watermark on. */
export function ledgerTimes(ledger: string, watermark: number): number[] {
	let time = watermark;
	const steps = ledger === '' ? [] : ledger.split(',').map((entry) => entry.split(':')[1] ?? '0');
	return steps.map((step) => (time += parseInt(step, 36)));
}

/** The distinct parts of watched values, field by field, as `packedValues.ts` has them. */
export const isPartLists: Check = (value) =>
	Array.isArray(value) && value.every((list) => Array.isArray(list) && list.every(isText));
