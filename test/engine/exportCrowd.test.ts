/** Files of a list in which very many records share one update time, on n8n's real engine. */
import { textOf } from '../../nodes/SalesManagement/values';
import { ORDERED_AT } from '../unit/support/manyDeals';
import { getManyFrom, serveDeals } from './support/dealsServer';

const MINUTE = 60_000;
const CROWD = 12_000;
const LATER = 4_000;

/** A mass import an hour ago, and after it a deal each half second. */
const times = Float64Array.from([
	...Array.from({ length: CROWD }, () => ORDERED_AT - 60 * MINUTE),
	...Array.from({ length: LATER }, (_, at) => ORDERED_AT - 59 * MINUTE + at * 500),
]);

test('where the list has no place to go on from, Max Files does not leave the rest out of reach', async () => {
	// IDs far apart: those of 10,000 of one time are too many for a cursor.
	const server = await serveDeals({ times, idStep: 1_001 });
	try {
		const options = { recordsPerFile: 10_000, maxFiles: 1 };
		const { items, error } = await getManyFrom(server, { output: 'file', options });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.count, json.cursor, json.isLast])).toEqual([
			[10_000, null, false],
			[6_000, null, true],
		]);
	} finally {
		await server.close();
	}
});

test('it stops at the first file after it that has one', async () => {
	const server = await serveDeals({ times, idStep: 1_001 });
	try {
		const options = { recordsPerFile: 7_000, maxFiles: 1 };
		const one = await getManyFrom(server, { output: 'file', options });
		expect(one.items.map(({ json }) => [json.count, json.isLast])).toEqual([
			[7_000, false],
			[7_000, false],
		]);
		const [, second] = one.items;
		const more = { ...options, startCursor: textOf(second?.json.cursor) };
		const two = await getManyFrom(server, { output: 'file', options: more });
		expect(two.items.map(({ json }) => [json.part, json.count, json.isLast])).toEqual([
			[3, 2_000, true],
		]);
	} finally {
		await server.close();
	}
});
