/** What a process takes the service's time to be, whatever one response says. */
import { SteadyClock } from '../../../nodes/SalesManagement/polling';
import { NOW } from '../support/quietService';

const MINUTE = 60_000;

/** A service whose clock is right, unless a response is told to be off, and to take its time. */
function service() {
	let passed = 0;
	const clock = {
		now: () => NOW + passed,
		elapsed: () => passed,
		sleep: async (milliseconds: number) => (passed += milliseconds),
	};
	let next = { off: 0, takes: 0 };
	const source = new SteadyClock(clock).over<never>({
		ordered: true,
		read: async () => {
			const { off, takes } = next;
			next = { off: 0, takes: 0 };
			passed += takes;
			return { rows: [], serverTime: NOW + passed + off };
		},
		serverTime: async () => NOW + passed,
	});
	/** By how much the time is wrong that a page is said to have. */
	return async (off = 0, takes = 0) => {
		next = { off, takes };
		return (await source.read({})).serverTime - NOW - passed;
	};
}

test('a slow response says less of the time than a quick one before it', async () => {
	const errorOf = service();
	expect(await errorOf()).toBe(0);
	expect(await errorOf(0, 4 * MINUTE)).toBe(0);
	expect(await errorOf(3 * MINUTE)).toBe(0);
});
