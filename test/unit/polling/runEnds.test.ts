/** The end of a long run is read in two requests, between which a record can move from one to the other's place. */
import { poll, type Row, type State } from '../../../nodes/SalesManagement/polling';
import { NOW, policyWith, QuietService, rowAt } from '../support/quietService';

const AT = NOW - 3_600_000;

/** Six records of one time, five on a page, of which the second is reached by a cursor. */
function world(...others: Array<Row<number>>) {
	const run = [1, 2, 3, 4, 5, 6].map((id) => rowAt(id, AT));
	const source = new QuietService(true, [...run, ...others], { pageSize: 5 });
	const change = (id: number, updatedAt = source.now) => {
		const at = source.rows.findIndex((row) => row.id === id);
		const [row] = source.rows.splice(at, 1);
		source.rows.push({ ...row!, updatedAt, digest: `changed at ${updatedAt}` });
	};
	/** What happens before the second page is read, and before the first is read again to connect them. */
	const meanwhile = (beforeSecond: () => void, beforeAgain: () => void) => {
		const read = source.read.bind(source);
		let hasSecond = false;
		let isOver = false;
		source.read = async (query) => {
			if (hasSecond && !isOver) {
				beforeAgain();
				isOver = true;
			}
			if (query.cursor !== undefined && !hasSecond) {
				beforeSecond();
				hasSecond = true;
			}
			return await read(query);
		};
	};
	return { source, change, meanwhile };
}

/** The events of a few polls, a minute apart. */
async function eventsOf(source: QuietService) {
	const events: string[] = [];
	let state: State | undefined;
	for (let polls = 0; polls < 15; polls++) {
		const outcome = await poll(state, source, policyWith({ startFrom: AT - 60_000 }));
		({ state } = outcome);
		for (const { type, row } of outcome.events) events.push(`${type} ${row.id}`);
		source.now += 60_000;
	}
	return events;
}

const firstEventOf = (id: number, events: readonly string[]) =>
	events.find((event) => event.endsWith(` ${id}`));

test('a record that changed before either request showed it still has its first event', async () => {
	const { source, change, meanwhile } = world();
	meanwhile(
		() => change(2),
		() => change(6),
	);
	const events = await eventsOf(source);
	expect(source.rows.map(({ id }) => id)).toEqual([1, 3, 4, 5, 2, 6]);
	expect(firstEventOf(6, events)).toBe('created 6');
});

test('so has one that another, which comes to light late, has moved on', async () => {
	const { source, change, meanwhile } = world(rowAt(7, NOW - 10_000, { createdAt: AT }));
	meanwhile(
		() => [2, 3].forEach((id) => change(id)),
		() => source.rows.push(rowAt(8, NOW - 20_000)),
	);
	const events = await eventsOf(source);
	expect(firstEventOf(7, events)).toBe('created 7');
	expect(firstEventOf(8, events)).toBe('created 8');
	expect(events.filter((event) => event.startsWith('created'))).toHaveLength(8);
});

test('a run that has only just become final is read to its end, with what lies right behind it', async () => {
	const { source } = world();
	const { lookbackMs, guardMs } = policyWith();
	source.now = AT + lookbackMs + guardMs + 1;
	source.rows.push(rowAt(7, AT + 500));
	const outcome = await poll(undefined, source, policyWith({ startFrom: AT - 60_000 }));
	expect(outcome.events.map(({ row }) => row.id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
	expect(outcome.stopped).toBeUndefined();
	expect(source.requests).toBeLessThan(20);
});
