/** More records of one timestamp than fit on a page, while others change them: each is told, none twice. */
import type { Row } from '../../../nodes/SalesManagement/polling';
import { pollOnce, type Saved } from '../model/support/engine';
import {
	HOUR,
	List,
	MINUTE,
	NOW,
	SORTED,
	Trigger,
	policyWith,
	range,
	rowAt,
	rowsAt,
} from './support/list';

const AT = NOW - HOUR;
const ALL = { startFrom: AT - MINUTE };
const tied = (count: number) => rowsAt(count, () => AT);

describe('more than a poll has time for', () => {
	test('are told as what it can’t get past, and come at once with the time for them', async () => {
		const list = new List(tied(6_000));
		const since: Array<number | undefined> = [];
		let saved: Saved | undefined;
		const poll = async (requests: number) => {
			const mayAsk = list.requests + requests;
			const hasTime = () => list.requests < mayAsk;
			const went = await pollOnce(
				saved,
				list,
				policyWith({ ...ALL, hasTime, ownTime: () => list.now }),
			);
			({ saved } = went);
			list.now += MINUTE;
			return went;
		};
		for (let polls = 0; polls < 9; polls++) since.push((await poll(5)).stalled?.since);
		expect(since).toEqual([undefined, ...Array<number>(8).fill(NOW + MINUTE)]);
		const { outcome, stalled } = await poll(20);
		expect([outcome.events.length, stalled]).toEqual([6_000, undefined]);
	});

	test('pages without a record that can be read are gone through like others', async () => {
		const isReadable = ({ id }: Row<number>) => id < 150 || id >= 850;
		const list = new List(tied(1_200), { pageSize: 100 });
		const read = list.read.bind(list);
		list.read = async (query) => {
			const view = await read(query);
			const rows = view.rows.filter(isReadable);
			return { ...view, rows, unreadable: view.rows.length - rows.length };
		};
		const trigger = new Trigger(list, ALL);
		await trigger.drain();
		expect(trigger.notOnce([...range(150), ...range(350, 850)])).toEqual([]);
	});
});

/** Six records on two pages. What happens before the second is read, and before the first is read again. */
function sixWith(...others: Array<Row<number>>) {
	const run = rowsAt(
		6,
		() => AT,
		(n) => n + 1,
	);
	const trigger = new Trigger(new List([...run, ...others], { pageSize: 5 }), ALL);
	const { list } = trigger;
	const whatHappens = (beforeSecond: () => void, beforeAgain: () => void) => {
		let [hasSecond, isOver] = [false, false];
		list.before = ({ cursor }) => {
			if (hasSecond && !isOver) {
				isOver = true;
				beforeAgain();
			}
			if (cursor === undefined || hasSecond) return;
			hasSecond = true;
			beforeSecond();
		};
	};
	const firstOf = (id: number) => trigger.told.find(([, other]) => other === id)?.[0];
	return { trigger, list, whatHappens, firstOf };
}

describe('within a poll', () => {
	test('a record that changed before either request showed it still has its first event', async () => {
		const { trigger, list, whatHappens, firstOf } = sixWith();
		whatHappens(
			() => list.change(2, NOW),
			() => list.change(6, NOW),
		);
		await trigger.drain();
		for (let polls = 0; polls < 9; polls++, list.now += MINUTE) await trigger.poll();
		expect(range(6, 1).map(firstOf)).toEqual(Array(6).fill('created'));
	});

	test('so has one that another, which comes to light late, has moved on', async () => {
		const late = rowAt(7, NOW - 10_000, { createdAt: AT });
		const { trigger, list, whatHappens, firstOf } = sixWith(late);
		whatHappens(
			() => [2, 3].forEach((id) => list.change(id, NOW)),
			() => list.add(rowAt(8, NOW - 20_000)),
		);
		await trigger.drain();
		for (let polls = 0; polls < 9; polls++, list.now += MINUTE) await trigger.poll();
		expect(range(8, 1).map(firstOf)).toEqual(Array(8).fill('created'));
		expect(trigger.told.filter(([type]) => type === 'created')).toHaveLength(8);
	});
});

test('what an earlier poll left of a timestamp is found, where the filter takes some for older (A2)', async () => {
	const again = AT + 10_000;
	const rows = [
		...rowsAt(3, (n) => AT + n * 1_000),
		...rowsAt(
			10,
			() => again,
			(n) => 10 + n,
		),
	];
	const list = new List(rows, { ordered: false });
	const read = list.read.bind(list);
	list.read = async (query) => {
		const view = await read(query);
		const isOlder = ({ id, updatedAt }: Row<number>) =>
			updatedAt === again && id % 2 === 0 && (query.from ?? 0) > again - 500;
		return { ...view, rows: view.rows.filter((row) => !isOlder(row)) };
	};
	const trigger = new Trigger(list, { ...ALL, batchLimit: 6 });
	await trigger.drain();
	expect(trigger.notOnce([...range(3), ...range(10, 10)])).toEqual([]);
});

test.each(SORTED)('in a list %s changes behind a tie follow it', async (_name, ordered) => {
	const rows = rowsAt(60, (n) => (n < 35 ? AT : AT + n * 5_000));
	const trigger = new Trigger(new List(rows, { ordered, pageSize: 10 }), ALL);
	await trigger.poll();
	expect(trigger.notOnce(range(60))).toEqual([]);
});
