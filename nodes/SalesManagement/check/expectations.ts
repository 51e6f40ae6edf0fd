/**
 * The expectations that workflows rest on: how each one is judged. `expectations.json` has what is checked, what
 * breaks without it, and what to do.
 */
import type { IDataObject } from 'n8n-workflow';
import { failureIn } from '../api/errors/errors';
import type { PagesOptions } from '../api/paging/page';
import { GUARD_MS, LOOKBACK_MS, updateTimeOf } from '../api/paging/timeRange';
import type { OperationId, ServiceRequest } from '../api/routes';
import { comparisonKey, textType } from '../fields';
import { readRecords } from '../lookups/source';
import { RECORDS } from '../records';
import { attempt, isoOf, timeOf } from '../shared';
import { routeText, type ReadOutcome, type Side } from './checkedInterface';
import expectations from './expectations.json';
import { propertyProblems } from './properties';
import { Inconclusive, type Requests } from './requestBudget';

/** From the worst to the best. */
export const VERDICTS = ['does not work', 'works with care', 'could not be told', 'works'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * `true`: as expected. Text: what was seen instead, as statuses, names and types. `false`, empty text or `undefined`:
 * the expectation doesn't apply.
 */
type Finding = string | boolean | undefined;

/** A row of `expectations.json`. */
interface Described {
	readonly check: string;
	/** The verdict if it is not met. */
	readonly matters: Exclude<Verdict, 'works'>;
	readonly advice: string;
}

type ExpectationId = keyof typeof expectations;

const DESCRIBED = expectations as Readonly<Record<ExpectationId, Described>>;

/** An expectation with its judge, which throws `Inconclusive` if there is nothing to judge by. */
type Expectation<About> = readonly [
	id: ExpectationId,
	judge: (about: About) => Finding | Promise<Finding>,
];

/** A read and its outcome. */
interface CheckedRead extends ReadOutcome {
	readonly side: Side;
	readonly operation: OperationId;
}

/**
 * Makes a judge that reports the evidence of a read with one of these outcomes, and is satisfied by one that
 * succeeded.
 */
const cameTo =
	(...those: ReadonlyArray<ReadOutcome['is']>) =>
	({ is, evidence }: CheckedRead): Finding =>
		those.includes(is) ? evidence : is === 'read';

const entered = ({ side, operation }: CheckedRead) => routeText(side.client.route(operation));

/** How long the service's search index may lag behind a change: minutes, by v2 §4.4. */
const INDEXED_MS = 10 * 60_000;

const loose = (name: unknown) => comparisonKey(name, textType)?.loose;

function isFoundByName({ operation, is, records, ask }: CheckedRead): Finding {
	if (!operation.endsWith('.search') || is !== 'read') return false;
	const sought = ask?.record ?? {};
	const isNamed = (each: IDataObject) => loose(each.name) === loose(sought.name);
	if (!records.every(isNamed)) return 'records of other names are found too';
	if (records.some(({ id }) => id === sought.id)) return true;
	if (updateTimeOf(sought) < Date.now() - INDEXED_MS) {
		return 'a record is not found by its name';
	}
	throw new Inconclusive('it may not know a record yet that was just changed');
}

/** The update times of the records of a list that is read again, one page of it, with more in its query. */
async function timesOf(
	{ side, operation, ask }: CheckedRead,
	query?: ServiceRequest['query'],
	options: PagesOptions = { pageLimit: 1 },
): Promise<number[]> {
	const records = await readRecords(side.at(operation), { operation, ...ask, query }, options);
	return records.map(updateTimeOf);
}

async function arePagesFollowed(seen: CheckedRead): Promise<Finding> {
	const { side, operation, records } = seen;
	const takesLimit = side.row(operation).list?.takesLimit;
	const wanted = 3;
	if (!takesLimit || records.length < wanted) return false;
	const { length } = await timesOf(seen, undefined, { limit: wanted, pageSize: 2 });
	return length === wanted || `page by page it has ${length} of ${wanted} records`;
}

/**
 * The record that triggers watch by this read: by its list, or by asking for one. `undefined` for any other read, and
 * for one that failed.
 */
const watchedIn = ({ is, operation }: CheckedRead, verb = 'getMany') =>
	RECORDS.find(({ id, watch }) => watch && is === 'read' && operation === `${id}.${verb}`);

const isRising = (times: readonly number[]) =>
	times.every((time, at) => time >= (times[at - 1] ?? time));

/** The finding about a list whose records are too few or too much alike; none about an empty one. */
function unproven({ records }: CheckedRead): Finding {
	if (records.length === 0) return false;
	throw new Inconclusive(
		'its records don’t differ enough in their update times',
		'Change two of these records in the service, 10 seconds apart, the older one last; then run the check again.',
	);
}

/**
 * Reads the list in the order that triggers ask for, beside a window as they do; also in the opposite one where
 * there is one, since a service that ignores `sort` may happen to have the right order.
 */
async function isSorted(seen: CheckedRead): Promise<Finding> {
	const { sortable, newestFirst } = watchedIn(seen)?.watch ?? {};
	if (!sortable) return false;
	const sorted = async (sort: string) => await timesOf(seen, { updatedAtFrom: isoOf(0), sort });
	const { version } = seen.side.client;
	const times = await sorted(version === 'v1' ? 'updatedAt,id' : 'updatedAt');
	const [newest = Infinity] = newestFirst ? await sorted('-updatedAt') : [];
	if (!isRising([...times, newest])) return 'not sorted by update time as asked';
	// Records with the same update time may come in any order, so they prove nothing, nor do those that come in this
	// order anyway.
	const isByChance = !newestFirst && isRising(seen.records.map(updateTimeOf));
	return (new Set(times).size > 1 && !isByChance) || unproven(seen);
}

/** The events that go by times alone, as if they compared these texts: without a time, both throw. */
const BY_TIMES = [
	{
		name: 'Created',
		// Without a time, a day is always the same within the hour, in whatever time zone.
		compared: () => ({
			valueIn: ({ createdAt }: IDataObject) => isoOf(timeOf(createdAt)).slice(14),
		}),
	},
	{
		name: 'Updated',
		// An update time that is always the creation's is always as far from it.
		compared: () => ({
			valueIn: (record: IDataObject) => isoOf(updateTimeOf(record) - timeOf(record.createdAt)),
		}),
	},
];

/**
 * Makes a judge of the values by which triggers know events. It reports the events of which the records of a list have
 * so many different values; without a number, those of which some record has none.
 */
const eventsWith =
	(problem: string, differing?: number) =>
	(seen: CheckedRead): Finding => {
		const described = watchedIn(seen);
		if (!described?.watch || seen.records.length === 0) return false;
		const events = [...BY_TIMES, ...described.watch.events].filter((event) => {
			// With no option of the trigger set.
			const valueIn = (record: IDataObject) => event.compared?.({}, described)?.valueIn(record);
			return attempt(() => new Set(seen.records.map(valueIn)).size) === differing;
		});
		return events.length === 0 || `${problem} ${events.map(({ name }) => name).join(', ')}`;
	};

/** Whether the service's clock has reached the update times of the records: triggers read no further (S7). */
function isReached(seen: CheckedRead): Finding {
	const { clockAheadMs = Infinity } = seen.side.shared.requests;
	const ahead = Math.max(...seen.records.map(updateTimeOf)) - clockAheadMs - Date.now();
	return watchedIn(seen) && ahead > LOOKBACK_MS && 'update times are later than the header Date';
}

/** An ID that no record has. */
const NO_ID = 2_147_483_647;

/** Asks for a record that does not exist, as the event Deleted does for one that a list no longer shows. */
async function isMissed(seen: CheckedRead): Promise<Finding> {
	// An unlinkable record has no event Deleted.
	if (watchedIn(seen, 'get')?.watch?.unlinkable !== false) return false;
	const { side, operation, ask } = seen;
	const request = { operation, path: { ...ask?.path, id: NO_ID } };
	const failure = await side
		.at(operation)
		.send(request)
		.then(() => undefined, failureIn);
	if (failure?.kind === 'missing' && failure.isOwn) return true;
	return `${failure?.status ?? 200} for an ID that no record has`;
}

/**
 * Reads the list around its first and its last update time, so that both ends of the window are judged, with the same
 * margin as the trigger (`GUARD_MS`, A2).
 */
async function isWindowHeeded(seen: CheckedRead): Promise<Finding> {
	if (!watchedIn(seen)) return false;
	const isFar = (one: number, other: number) => Math.abs(one - other) > 2 * GUARD_MS;
	const times = seen.records.map(updateTimeOf);
	const last = Math.max(...times);
	const first = Math.min(...times, last);
	if (!isFar(first, last)) return unproven(seen);
	for (const at of [first, last]) {
		const query = { updatedAtFrom: isoOf(at - GUARD_MS), updatedAtTo: isoOf(at + GUARD_MS) };
		const within = await timesOf(seen, query);
		if (within.some((time) => isFar(time, at))) return 'records of other times are listed too';
		if (within.includes(at)) continue;
		if ((await timesOf(seen)).includes(at)) return 'a record is not found by its own update time';
		throw new Inconclusive('the record was changed meanwhile');
	}
	return true;
}

/** Finds nothing wrong where the read was found at another address: that is told as its own finding. */
function isAtAddress(seen: CheckedRead): Finding {
	const { is, evidence, advice, foundAt, operation } = seen;
	if (is === 'inconclusive') throw new Inconclusive(evidence, advice);
	// A forbidden read says nothing about its address: the right one may be elsewhere.
	if (is !== 'missing') return is !== 'forbidden' && !foundAt;
	const where = `${evidence} at ${entered(seen)}`;
	if (operation !== 'customObject.getMany') return where;
	throw new Inconclusive(
		where,
		'Check Definition Key, which the address of custom objects contains, and what is entered for them under Endpoint Overrides.',
	);
}

/** The expectations about each read. */
export const READ_EXPECTATIONS: ReadonlyArray<Expectation<CheckedRead>> = [
	[
		'movedAddress',
		(seen) => seen.foundAt && `missing at ${entered(seen)}, found at ${routeText(seen.foundAt)}`,
	],
	['lostAddress', isAtAddress],
	['permission', cameTo('forbidden')],
	['reading', cameTo('refused', 'unreadable')],
	['search', isFoundByName],
	[
		'properties',
		({ side, operation, records }) => propertyProblems(operation, records, side.client.version),
	],
	['pages', arePagesFollowed],
	['window', isWindowHeeded],
	['sort', isSorted],
	['events', eventsWith('nothing to go by for')],
	['variety', eventsWith('no two records differ for', 1)],
	['deleted', isMissed],
	['reached', isReached],
];

/** One request in this many may be refused for the rate: other programs may use the credential, too. */
const FEW_REFUSED = 10;
/** A clock that is off by more seconds than this is reported. */
const NEAR_S = 5;

/** The expectations about all answers together. */
export const SERVICE_EXPECTATIONS: ReadonlyArray<Expectation<Requests>> = [
	[
		'rate',
		({ tooMany, sent }) =>
			tooMany * FEW_REFUSED <= sent || `${tooMany} of ${sent} requests were refused with 429`,
	],
	[
		'dates',
		({ undated, firstAheadMs = 0, clockAheadMs = 0 }) =>
			firstAheadMs - clockAheadMs > NEAR_S * 1000
				? 'Date falls behind n8n’s clock while the check runs'
				: [...undated].join(', '),
	],
	[
		'clock',
		({ clockAheadMs }) => {
			if (clockAheadMs === undefined) return false;
			const off = Math.round(Math.abs(clockAheadMs) / 1000);
			const where = clockAheadMs > 0 ? 'ahead of' : 'behind';
			return off <= NEAR_S || `the service’s clock is ${off} s ${where} n8n’s`;
		},
	],
];

/** One row of the report. */
export interface Judged {
	readonly check: string;
	readonly verdict: Verdict;
	readonly evidence: string;
	readonly advice: string;
	/** The operation as Endpoint Overrides names it; absent for statements about the whole service. */
	readonly operation?: string;
}

/** @returns the row as a list; an empty list if the expectation does not apply. */
export async function judged<About>(
	[id, judge]: Expectation<About>,
	about: About,
	operation?: string,
): Promise<Judged[]> {
	const { check, matters, advice } = DESCRIBED[id];
	const row = (verdict: Verdict, evidence = '', todo = advice): Judged[] => [
		{ check, operation, verdict, evidence, advice: todo },
	];
	try {
		const found = await judge(about);
		if (!found) return [];
		return found === true ? row('works', '', '') : row(matters, found);
	} catch (error) {
		if (error instanceof Inconclusive) return row('could not be told', error.message, error.advice);
		return row(matters, `${failureIn(error).status ?? 'the list can’t be read'}`);
	}
}
