/** What counts as refused by itself: only that shows what is wrong with the rows beside it. */
import { sendBulk } from '../../../nodes/SalesManagement/api/bulk';
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';

const failure = (status: number, outcome: 'refused' | 'unknown') =>
	new ServiceError({
		operation: 'customer.createMany',
		outcome,
		status,
		serviceMessage: `a ${status}`,
		advice: 'do something',
	});

const GUILTY = 0;
const ROWS = Array.from({ length: 400 }, (_, row) => row);

/** A service that refuses one row for its content, without naming it, and some lone rows otherwise. */
async function run(alone: ServiceError, times: number) {
	let left = times;
	const written: number[] = [];
	const results = await sendBulk<number, number>({
		rows: ROWS,
		isolate: true,
		send: async (rows) => {
			if (rows.includes(GUILTY)) throw failure(400, 'refused');
			if (rows.length === 1 && left-- > 0) throw alone;
			written.push(...rows);
			return rows;
		},
	});
	const errors = results.flatMap((result) => ('error' in result ? [result.error as Error] : []));
	return { written, messages: errors.map(({ message }) => message) };
}

test.each([
	['refused for the rate', failure(429, 'refused')],
	['in doubt', failure(502, 'unknown')],
	['refused as not allowed', failure(403, 'refused')],
	['refused as too large', failure(413, 'refused')],
])('a sample of rows each of which is %s says nothing of the others', async (_name, alone) => {
	const { written, messages } = await run(alone, 20);
	expect(messages.filter((message) => message.includes('one by one'))).toEqual([]);
	expect(messages).toHaveLength(21);
	expect(written).toHaveLength(ROWS.length - 21);
});

test('rows refused for their content do, and only they are counted', async () => {
	const { written, messages } = await run(failure(422, 'refused'), Infinity);
	expect(written).toEqual([]);
	const givenUp = messages.filter((message) => message.includes('tried one by one'));
	expect(givenUp).toHaveLength(ROWS.length - 21);
	expect(givenUp[0]).toContain('none of 21 rows that were tried one by one was accepted');
});
