/** Places within very many records of one time, from which a later run goes on. */
import { packGaps } from '../../../nodes/SalesManagement/gapBits';
import type { Client } from '../../../nodes/SalesManagement/api/types';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { divisibleList, everyRecord } from '../../../nodes/SalesManagement/operations/stretches';
import {
	Passage,
	placeIn,
	withinPage,
} from '../../../nodes/SalesManagement/operations/stretches/place';
import { asTheyCame } from '../../support/asTheyCame';
import { clientFor, ORDERED_AT } from '../support/manyDeals';

const form = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
	({ id }) => id === 'getMany',
)?.form;
const divisible = form && divisibleList(form);
const request = { operation: 'deal.getMany' } as const;

const batchesOf = (client: Client, startAt?: string) =>
	everyRecord(
		{ client, items: [{}] as Item[] },
		{ request, divisible },
		{ startAt, hold: asTheyCame },
	);

const MINUTE = 60_000;
const CROWD = 60_000;

test.each([
	['at the newest end', MINUTE],
	['where nothing changes any more', 90 * MINUTE],
])('a mass import %s has places in its middle, and the next run goes on there', async (_, age) => {
	const times = Float64Array.from([
		...Array.from({ length: 1_200 }, (_each, at) => ORDERED_AT - age - (1_300 - at) * MINUTE),
		...Array.from({ length: CROWD }, () => ORDERED_AT - age),
	]);
	const first = new Set<number>();
	let place: string | undefined;
	for await (const { records, positionAfter } of batchesOf(clientFor(times, 0))) {
		for (const { id } of records) first.add(Number(id));
		place = positionAfter(records.length);
		if (first.size >= 55_000) break;
	}
	expect(place?.length).toBeLessThan(200);
	const rest: number[] = [];
	for await (const { records } of batchesOf(clientFor(times, 0), place)) {
		rest.push(...records.map(({ id }) => Number(id)));
	}
	expect(rest.filter((id) => first.has(id))).toEqual([]);
	expect(first.size + rest.length).toBe(times.length);
});

test.each<[string, number[]]>([
	['none', []],
	['one', [7]],
	['neighbours', [3, 4, 5, 6, 1_000_000, 1_000_001]],
	['scattered ones', Array.from({ length: 500 }, (_, at) => 5 + at * 37)],
	['very large ones', [2 ** 40, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER]],
])('the ids of a place come back from its text: %s', (_, ids) => {
	const text = withinPage('next', [...ids].reverse());
	expect(text && [...placeIn(text).ids]).toEqual(ids);
});

test('ids that are scattered take little more for it', () => {
	const ids = Array.from({ length: 4_000 }, (_, at) => 1 + at * 37 + (at % 5));
	const text = withinPage('next', ids);
	expect(text?.length).toBeLessThan((4_000 * 9) / 6);
});

test.each([
	['runs without their ends', `page:${packGaps([5, 9])};next`],
	['one run that has no end', `page:${packGaps([5, 9])}.${packGaps([1])};next`],
	['more than fit', `page:${packGaps([5])}.${packGaps([2 ** 40])};next`],
])('a text that is not whole is refused, whatever its ids seem to be: %s', (_, text) => {
	expect(() => placeIn(text)).toThrow(/not whole/);
});

test('a place knows only of what may come again', () => {
	const passage = new Passage({ ids: [] });
	const at = (ms: number) => new Date(ORDERED_AT + ms).toISOString();
	const records = [
		{ id: 1, updatedAt: at(-60_000) },
		{ id: 2, updatedAt: at(-3_999) },
		{ id: 3, updatedAt: at(0) },
	];
	const text = passage.behind(records, ORDERED_AT, true)(3);
	expect(text && [...placeIn(text).ids]).toEqual([2, 3]);
});
