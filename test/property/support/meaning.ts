/**
 * What a value means, by the types of the documents alone (v2 §2, v1 §2): an oracle for what the
 * connector sends. It shares no code with the connector, and where it can it uses another method: it
 * finds a moment by looking at clocks, and compares decimals digit by digit.
 */

import { isDeepStrictEqual } from 'node:util';

/** Whether what was sent means what was given; `undefined` where what was given means nothing. */
export type Meaning = ((sent: unknown) => boolean) | undefined;

const is =
	(expected: unknown): Meaning =>
	(sent) =>
		Object.is(sent, expected);

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers of JavaScript that still have all of their digits. */
const isExact = (value: number) =>
	Number.isFinite(value) && (value % 1 !== 0 || Math.abs(value) <= Number.MAX_SAFE_INTEGER);

export function text(given: unknown): Meaning {
	if (typeof given === 'string') return is(given);
	if (typeof given === 'boolean') return is(`${given}`);
	if (typeof given !== 'number' || !isExact(given)) return undefined;
	return (sent) => typeof sent === 'string' && !/e/i.test(sent) && Number(sent) === given;
}

/** Sign, digits and decimal places of a number; zeros that mean nothing are left out. */
function digits(given: string): string | undefined {
	const [, sign = '', before = '', after = ''] =
		/^([+-]?)([0-9]*)(?:\.([0-9]+))?$/.exec(given) ?? [];
	if (before === '' && after === '') return undefined;
	const short = `${before.replace(/^0+/, '')}.${after.replace(/0+$/, '')}`;
	return short === '.' ? '.' : `${sign === '-' ? '-' : ''}${short}`;
}

/** The parts of a number in which marks between digits group thousands; the last may hold decimals. */
function inMachineForm(given: string, isOneGroupThousands: boolean): string {
	const marks = given.replace(/[0-9+-]/g, '');
	const distinct = [...new Set(marks)];
	if (!/^[+-]?[0-9]+([.,'’ \u00a0\u202f][0-9]+)+$/.test(given) || distinct.length > 2) return given;
	const last = marks.at(-1) ?? '';
	const isDecimalMark = '.,'.includes(last) && marks.indexOf(last) === marks.length - 1;
	const parts = given.replace(/^[+-]/, '').split(/[^0-9]/);
	const areGroups = (groups: string[]) =>
		/^[1-9][0-9]{0,2}$/.test(groups[0] ?? '') &&
		groups.slice(1).every((group) => group.length === 3) &&
		new Set(marks.slice(0, groups.length - 1)).size < 2;
	const sign = given.startsWith('-') ? '-' : '';
	if (marks.length === 1) {
		const isThousands = areGroups(parts) && (!isDecimalMark || isOneGroupThousands);
		if (isThousands) return sign + parts.join('');
		if (areGroups(parts)) return 'a thousand or one';
		return isDecimalMark ? sign + parts.join('.') : given;
	}
	if (!isDecimalMark) return areGroups(parts) ? sign + parts.join('') : given;
	const decimals = parts.pop() ?? '';
	return areGroups(parts) ? `${sign}${parts.join('')}.${decimals}` : given;
}

export function decimal(given: unknown): Meaning {
	if (typeof given === 'number') return isExact(given) ? text(given) : undefined;
	const wanted = digits(typeof given === 'string' ? inMachineForm(given.trim(), false) : '');
	if (wanted === undefined) return undefined;
	return (sent) =>
		typeof sent === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(sent) && digits(sent) === wanted;
}

/** A whole number in digits, `12.0` included; otherwise what is no number. */
function whole(given: unknown): number {
	if (typeof given === 'number') return given;
	if (typeof given !== 'string') return Number.NaN;
	const written = inMachineForm(given.trim(), true);
	// Beside 500.000 in the same column it would be a thousand times less.
	if (/\.000$/.test(written)) return Number.NaN;
	const [places] = /\.[0-9]+$/.exec(written) ?? [''];
	const isWhole = digits(written)?.endsWith('.') && !/[1-9]/.test(places);
	return isWhole ? Number(written) : Number.NaN;
}

export function integer(given: unknown, min = -Infinity, max = Infinity): Meaning {
	const number = whole(given);
	if (!Number.isSafeInteger(number) || number < min || number > max) return undefined;
	return (sent) => typeof sent === 'number' && sent === number;
}

export function flag(given: unknown, on: unknown = true, off: unknown = false): Meaning {
	if (!['string', 'number', 'boolean'].includes(typeof given)) return undefined;
	const said = String(given).trim().toLowerCase();
	if (['true', '1', 'yes', 'on'].includes(said)) return is(on);
	return ['false', '0', 'no', 'off'].includes(said) ? is(off) : undefined;
}

/** One of the documented values, in camelCase or snake_case (v2 §2.1). */
export function choice(given: unknown, values: ReadonlyArray<string | number>): Meaning {
	if (given === undefined || given === null) return undefined;
	const snake = (value: unknown) =>
		String(value)
			.trim()
			.replace(/([a-z])([A-Z])/g, '$1_$2')
			.toLowerCase();
	const bare = (value: unknown) =>
		snake(value)
			.replace(/([a-z])_([a-z])/g, '$1$2')
			.replace(/([a-z])_([a-z])/g, '$1$2');
	if (typeof given === 'object') return undefined;
	const found = values.find(
		(value) => snake(value) === snake(given) || bare(value) === bare(given),
	);
	return found === undefined ? undefined : is(found);
}

/** The id that an address names, if its path ends with this resource and digits. */
function idOfAddress(given: string, resource: readonly string[]): string {
	if (resource.length === 0 || !/^https?:\/\/[^\s]+$/i.test(given)) return '';
	const segments = new URL(given).pathname.split('/').filter((segment) => segment !== '');
	const end = segments.slice(-resource.length - 1);
	const isNamed = end.length > resource.length && resource.every((name, at) => end[at] === name);
	return isNamed ? (end.at(-1) ?? '') : '';
}

/** A record that is given as its JSON, or what was given. */
function outOfJson(given: unknown): unknown {
	try {
		const parsed: unknown = typeof given === 'string' ? JSON.parse(given) : undefined;
		return isRecord(parsed) ? parsed : given;
	} catch {
		return given;
	}
}

/** A positive whole number: as one, in digits, in an address, in a locator, or in a record or its JSON. */
export function idIn(given: unknown, resource: readonly string[]): number | undefined {
	const chosen = outOfJson(isRecord(given) && '__rl' in given ? given.value : given);
	const value = isRecord(chosen) && 'id' in chosen ? chosen.id : chosen;
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value > 0 ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const written = value.trim();
	const id = /^[0-9]+$/.test(written) ? written : idOfAddress(written, resource);
	if (!/^[0-9]+$/.test(id) || id.startsWith('0')) return undefined;
	return BigInt(id) <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : undefined;
}

const sameJson =
	(expected: unknown): Meaning =>
	(sent) =>
		JSON.stringify(sent) === JSON.stringify(expected);

export function reference(given: unknown, resource: readonly string[], bare: boolean): Meaning {
	const id = idIn(given, resource);
	return id === undefined ? undefined : sameJson(bare ? id : { id });
}

/** The entries of a list: an array, its JSON or that of one record, text with commas, or a single value. */
export function entries(given: unknown): unknown[] | undefined {
	if (Array.isArray(given)) return given as unknown[];
	if (typeof given !== 'string') return [given];
	const alone = outOfJson(given);
	if (isRecord(alone)) return [alone];
	if (!given.trim().startsWith('[')) {
		return given
			.split(',')
			.map((each) => each.trim())
			.filter(Boolean);
	}
	try {
		return JSON.parse(given) as unknown[];
	} catch {
		return undefined;
	}
}

/** Whether text can be one part of an address: no part of it is empty or dots, nor half a character. */
export function isPathPart(given: string): boolean {
	try {
		encodeURIComponent(given);
	} catch {
		return false;
	}
	return given.split(/[\\/]/).every((part) => part.trim().replaceAll('.', '') !== '');
}

/** Several records; an empty list means nothing, since it would empty the record's. */
export function references(given: unknown, bare: boolean): Meaning {
	const inner = isRecord(given) && '__rl' in given ? given.value : given;
	const ids = entries(inner)?.map((each) => idIn(each, []));
	if (!ids || ids.length === 0 || ids.includes(undefined)) return undefined;
	return sameJson(bare ? ids : ids.map((id) => ({ id })));
}

function link(entry: unknown): object | undefined {
	const given = outOfJson(entry);
	if (isRecord(given)) {
		const names = Object.keys(given).filter((name) => !['id', 'delete'].includes(name));
		if (!('__rl' in given) && names.length > 0) return undefined;
		const id = idIn(given, []);
		const removes = [true, false].find((value) => flag(given.delete ?? false)?.(value));
		if (id === undefined || removes === undefined) return undefined;
		return removes ? { id, delete: true } : { id };
	}
	const isText = ['string', 'number'].includes(typeof given);
	const said = isText ? String(given).trim() : '';
	const id = idIn(said.startsWith('-') ? said.slice(1) : given, []);
	if (id === undefined) return undefined;
	return said.startsWith('-') ? { id, delete: true } : { id };
}

/** Associations, of which a minus removes one (v2 §2.8). */
export function links(given: unknown): Meaning {
	const all = entries(given)?.map(link);
	return !all || all.length === 0 || all.includes(undefined) ? undefined : sameJson(all);
}

/** Objects as they are given. */
export function listOfObjects(given: unknown): Meaning {
	let list = given;
	try {
		if (typeof given === 'string') list = JSON.parse(given);
	} catch {
		return undefined;
	}
	if (isRecord(list)) list = [list];
	const isFilled = (each: unknown) => isRecord(each) && Object.keys(each).length > 0;
	return Array.isArray(list) && list.length > 0 && list.every(isFilled)
		? (sent) => isDeepStrictEqual(sent, list)
		: undefined;
}

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface Written {
	readonly day: string;
	readonly clock: string;
	readonly ms: string;
	readonly offset: string;
}

/** A day of the calendar with a time of the clock, as people and programs write them. */
function written(given: unknown): Written | undefined {
	const isDate = Object.prototype.toString.call(given) === '[object Date]';
	if (isDate && Number.isNaN((given as Date).getTime())) return undefined;
	const luxon =
		isRecord(given) && typeof given.toISO === 'function'
			? (given as { toISO(): unknown }).toISO()
			: undefined;
	const iso = isDate ? (given as Date).toISOString() : (luxon ?? given);
	if (typeof iso !== 'string') return undefined;
	const [first = '', clock = '00:00', ...more] = iso.trim().toUpperCase().split(/[T ]/);
	// People and spreadsheets leave out zeros, also that of the hour.
	const isEntered = typeof given === 'string' && /^\d{4}([-/])\d\d?\1\d\d?$/.test(first);
	const date = isEntered
		? first
				.split(/[-/]/)
				.map((part) => part.padStart(2, '0'))
				.join('-')
		: first;
	const time = isEntered && clock[1] === ':' ? `0${clock}` : clock;
	const [, year = '', month = '', dayOfMonth = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
	const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
	const days = (MONTHS[Number(month) - 1] ?? 0) + (leap && month === '02' ? 1 : 0);
	const [, hour = '', minute = '', second = '00', ms = '', offset = ''] =
		/^(\d\d):(\d\d)(?::(\d\d))?(\.\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(time) ?? [];
	const isDay = Number(year) >= 100 && Number(dayOfMonth) >= 1 && Number(dayOfMonth) <= days;
	const isTime = hour !== '' && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
	if (more.length > 0 || !isDay || !isTime || /[T ]$/i.test(iso.trim())) return undefined;
	if (Number(/\d\d$/.exec(offset.length > 3 ? offset : '')?.[0] ?? 0) > 59) return undefined;
	return {
		day: date,
		clock: `${hour}:${minute}:${second}`,
		ms: `${ms.slice(1)}000`.slice(0, 3),
		offset,
	};
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall shows at a moment: Swedish writes dates as ISO 8601 does. */
function shownAt(moment: number, timeZone: string): string {
	const clock =
		clocks.get(timeZone) ??
		new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	clocks.set(timeZone, clock);
	return clock.format(moment);
}

const QUARTER = 15 * 60_000;

/** The first moment, looking at each quarter of an hour of a day around it, that meets a condition. */
function firstMoment(near: number, meets: (moment: number) => boolean): number | undefined {
	for (let moment = near - 60 * QUARTER; moment <= near + 60 * QUARTER; moment += QUARTER) {
		if (meets(moment)) return moment;
	}
	return undefined;
}

const moments = new Map<string, number | undefined>();

/** The moment at which it is that time, remembered, since looking for it takes many looks. */
function momentOf(given: Written, isBareDay: boolean, zone: string): number | undefined {
	const key = JSON.stringify([given, isBareDay, zone]);
	if (!moments.has(key)) moments.set(key, lookedFor(given, isBareDay, zone));
	return moments.get(key);
}

function lookedFor(
	{ day, clock, offset }: Written,
	isBareDay: boolean,
	zone: string,
): number | undefined {
	const near = Date.parse(`${day}T${clock}Z`);
	if (offset === 'Z') return near;
	if (offset !== '') {
		const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', ''));
		return near - (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
	}
	const exact = firstMoment(near, (moment) => shownAt(moment, zone) === `${day} ${clock}`);
	// Where clocks are set forward at midnight, a day begins later.
	if (exact !== undefined || !isBareDay) return exact;
	return firstMoment(near, (moment) => shownAt(moment, zone).startsWith(day));
}

const isBareDay = (given: unknown) => typeof given === 'string' && !given.includes(':');

/** A moment, sent as UTC (v2 §2.1 rule 2). */
export function dateTime(given: unknown, zone: string): Meaning {
	const read = written(given);
	const moment = read && momentOf(read, isBareDay(given), zone);
	if (read === undefined || moment === undefined) return undefined;
	const expected = moment + Number(read.ms);
	return (sent) =>
		typeof sent === 'string' && /^\d{4}-.*Z$/.test(sent) && Date.parse(sent) === expected;
}

/** A day, never shifted; a moment with an offset is the day that it has in the zone. */
export function date(given: unknown, zone: string): Meaning {
	const read = written(given);
	if (!read) return undefined;
	if (read.offset === '') return is(read.day);
	const moment = momentOf(read, false, zone);
	return moment === undefined ? undefined : is(shownAt(moment, zone).slice(0, 10));
}

/** A date of a custom field is kept as a date-time; a bare day is in no zone. */
export const customDate = (given: unknown, zone: string): Meaning =>
	isBareDay(given) && written(given)
		? is(`${written(given)?.day ?? ''}T00:00:00Z`)
		: dateTime(given, zone);
