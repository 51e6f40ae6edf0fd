/** One place is left for others now and then, in a long run only. */
import { Pacer } from '../../../nodes/SalesManagement/api/pacing';
import { Room } from '../../../nodes/SalesManagement/api/room';
import { TestClock } from '../support/testClient';

const ALL = 5;

/** When a place is left free in a run that sends something each `every` milliseconds. */
function freeTimes(room: Room, { from = 0, until, every }: Record<string, number>): number[] {
	const times = [];
	for (let now = from; now < until!; now += every!) {
		if (room.besides(now, ALL) < ALL) times.push(now);
		room.start(now);
	}
	return times;
}

test('a run of ten seconds uses every place', () => {
	expect(freeTimes(new Room(), { until: 10_000, every: 100 })).toEqual([]);
});

test('in a long run one place is free for more than a second, again and again', () => {
	const times = freeTimes(new Room(), { until: 60_000, every: 100 });
	const ends = times.filter((time) => !times.includes(time + 100));
	expect(ends).toHaveLength(3);
	for (const end of ends) expect(times).toContain(end - 1_000);
	expect(new Room().besides(0, ALL)).toBe(ALL);
});

test('who pauses begins anew', () => {
	const room = new Room();
	freeTimes(room, { until: 14_000, every: 100 });
	expect(freeTimes(room, { from: 17_000, until: 30_000, every: 100 })).toEqual([]);
});

test('who uses fewer than all leaves room anyway', () => {
	const room = new Room();
	for (let now = 0; now < 60_000; now += 200) {
		expect(room.besides(now, 4)).toBe(4);
		room.start(now);
	}
});

test('in no run of a minute are five of a second used all the time, nor fewer than four', async () => {
	const clock = new TestClock(0);
	const pacer = new Pacer(ALL, clock);
	const starts: number[] = [];
	for (let count = 0; count < 250; count++) {
		const start = (await pacer.turn())!;
		pacer.accepted(start);
		starts.push(start);
	}
	const within = (from: number) => starts.filter((at) => at >= from && at < from + 1_000).length;
	const counts = starts.filter((at) => at < 45_000).map((at) => within(at));
	expect(Math.min(...counts)).toBe(ALL - 1);
});
