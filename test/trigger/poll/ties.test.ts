/** More records of one timestamp than fit on a page, while others change them: each is told, none twice. */
import { CursorRejected, type Row } from '../../../nodes/SalesManagement/polling';
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

describe('between two polls', () => {
	test.each<[string, (list: List, polls: number) => unknown]>([
		['some are deleted', ({ rows }, polls) => polls < 20 && rows.splice(0, 30)],
		['more are deleted than a page holds', ({ rows }, polls) => polls === 3 && rows.splice(0, 250)],
	])('%s', async (_what, change) => {
		const trigger = new Trigger(new List(tied(3_000), { pageSize: 100 }), ALL);
		const gone = new Set<number>();
		await trigger.drain(9, (polls) => {
			const before = trigger.list.rows.map(({ id }) => id);
			change(trigger.list, polls);
			trigger.list.sort();
			const left = new Set(trigger.list.rows.map(({ id }) => id));
			for (const id of before) if (!left.has(id)) gone.add(id);
		});
		expect(new Set(trigger.ids).size).toBe(trigger.ids.length);
		expect(gone.size).toBeGreaterThanOrEqual(250);
		const told = new Set(trigger.ids);
		expect(trigger.list.rows.filter(({ id }) => !told.has(id))).toEqual([]);
	});

	test('some change, so that a cursor leads to the same records once more', async () => {
		const trigger = new Trigger(new List(tied(600), { pageSize: 100 }), ALL);
		const { list } = trigger;
		await trigger.drain(9, (polls) => {
			if (polls > 0) return;
			for (const id of [...range(200), ...range(100, 300)]) {
				list.change(id, list.now - (id < 200 ? 10_000 : 20_000));
			}
		});
		expect(new Set(trigger.ids)).toEqual(new Set(range(600)));
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
		await trigger.drain(7, (polls) => {
			if (polls === 1) list.rows.splice(0, 30);
		});
		expect(trigger.notOnce([...range(150), ...range(350, 850)])).toEqual([]);
	});

	test('the service takes a cursor no longer', async () => {
		const trigger = new Trigger(new List(tied(3_000), { pageSize: 100 }), {
			...ALL,
			batchLimit: 700,
		});
		let rejects = false;
		trigger.list.before = ({ cursor }) => {
			if (!rejects || cursor === undefined) return;
			rejects = false;
			throw new CursorRejected('400');
		};
		const polls = await trigger.drain(50, (at) => (rejects = at === 1));
		expect(trigger.notOnce(range(3_000))).toEqual([]);
		expect(polls).toBeLessThan(20);
	});
});

test('cursors that live for one poll only: where there are too many, that it can’t move is told', async () => {
	const list = new List(tied(6_000));
	const read = list.read.bind(list);
	let [polls, cursors] = [0, 0];
	list.read = async ({ cursor, ...query }) => {
		const [poll, , place] = cursor?.split(' ') ?? [];
		if (cursor !== undefined && Number(poll) !== polls) throw new CursorRejected('400');
		const view = await read({ ...query, ...(place !== undefined && { cursor: place }) });
		return { ...view, ...(view.cursor && { cursor: `${polls} ${++cursors} ${view.cursor}` }) };
	};
	const since: Array<number | undefined> = [];
	let saved: Saved | undefined;
	let events = 0;
	for (; polls < 20; polls++) {
		const mayAsk = list.requests + 5;
		const policy = policyWith({ ...ALL, hasTime: () => list.requests < mayAsk });
		const went = await pollOnce(saved, list, policy);
		saved = went.saved;
		since.push(went.standstill?.since);
		events += went.outcome.events.length;
		list.now += MINUTE;
	}
	expect(events).toBeLessThan(6_000);
	expect(since.at(-1)).toBeDefined();
	expect(since.slice(-15)).toEqual(Array(15).fill(since.at(-1)));
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
