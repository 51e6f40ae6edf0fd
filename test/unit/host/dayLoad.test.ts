/** The part `day`: how much is written when, and what counts as memory that stays as it is. */
import { amountsIn, DAY_MINUTES, KINDS } from '../../e2e/day/load';
import { isFlat, levelsOf } from '../../e2e/day/memory';

const inHours = (from: number, to: number): number => {
	let sum = 0;
	for (let minute = from * 60; minute < to * 60; minute += 1) {
		for (const { created, changed } of amountsIn(minute)) sum += created + changed;
	}
	return sum;
};

describe('the load', () => {
	test('a night is quiet, a day is busy, an evening is in between', () => {
		const [night, day, evening] = [inHours(1, 3), inHours(9, 11), inHours(19, 21)];
		expect(night).toBeGreaterThan(0);
		expect(day).toBe(120 * 15);
		expect(day).toBeGreaterThan(5 * night);
		expect(evening).toBeGreaterThan(night);
		expect(evening).toBeLessThan(day);
	});

	test('of every kind something is created and changed in each part of the day', () => {
		const hours = Array.from({ length: 8 }, (_, part) => part * 3);
		for (const kind of KINDS) {
			for (const hour of hours) {
				const amounts = Array.from({ length: 180 }, (_, at) => amountsIn(hour * 60 + at)).flat();
				const own = amounts.filter((amount) => amount.kind === kind);
				expect(own.some(({ created }) => created > 0)).toBe(true);
				expect(own.some(({ changed }) => changed > 0)).toBe(true);
			}
		}
	});

	test('nothing is left over by its rounding', () => {
		const deals = Array.from({ length: DAY_MINUTES }, (_, minute) => amountsIn(minute)[0]);
		const created = deals.reduce((sum, amount) => sum + (amount?.created ?? 0), 0);
		const changed = deals.reduce((sum, amount) => sum + (amount?.changed ?? 0), 0);
		expect(Math.abs(changed - 4 * created)).toBeLessThan(4);
	});
});

describe('the memory of a day', () => {
	const around = (level: number) => [0, 8, -8, 3].map((more) => level + more);
	const warm = [200, 260, 320];

	test('that warms up and then stays is flat, whatever a single sample says', () => {
		const values = [...warm, ...Array.from({ length: 5 }, () => around(400)).flat(), 900];
		expect(levelsOf(values)).toEqual({ first: 400, second: 403 });
		expect(isFlat(levelsOf(values))).toBe(true);
	});

	test('that grows from hour to hour is not', () => {
		const values = Array.from({ length: 24 }, (_, hour) => 300 + 25 * hour);
		expect(isFlat(levelsOf(values))).toBe(false);
	});
});
