/** How a process shares the rate's five places with others of which it only sees refusals. */
import { Places } from '../../../nodes/SalesManagement/api/places';

const ALL = 5;
const HALF = () => 0.5;

/** Four refusals in different seconds: others are there, and each refusal took a place. */
function sharing(refusals = 4) {
	const places = new Places(HALF);
	for (let at = 0; at < refusals; at++) places.refused(at * 1_000, ALL);
	return { places, now: (refusals - 1) * 1_000 };
}

test('a few refusals tell of nobody, four within ten seconds do', () => {
	const places = new Places(HALF);
	for (const at of [0, 4_000, 8_000, 12_000]) places.refused(at, ALL);
	expect(places.areShared).toBe(false);
	expect(places.usable(12_000, ALL)).toBe(ALL);
	places.refused(13_000, ALL);
	expect(places.areShared).toBe(true);
});

test('a refusal takes one place, down to none', () => {
	const { places, now } = sharing();
	expect(places.usable(now, ALL)).toBe(4);
	for (let left = 3; left >= 0; left--) {
		places.refused(now, ALL);
		expect(places.usable(now, ALL)).toBe(left);
	}
	places.refused(now, ALL);
	expect(places.usable(now, ALL)).toBe(0);
});

test.each([0, 1, 4])('who held %d places and sent nothing for a while counts as alone', (held) => {
	const { places, now } = sharing();
	for (let left = 4; left > held; left--) places.refused(now, ALL);
	expect(places.usable(now, ALL)).toBe(held);
	expect(places.usable(now + 20_001, ALL)).toBe(ALL);
	expect(places.areShared).toBe(false);
});

test('who holds more comes later, so that others take places from those who have many', () => {
	const { places, now } = sharing();
	places.start();
	const lateness = [places.lateness(ALL)];
	for (let held = 3; held >= 0; held--) {
		places.refused(now, ALL);
		lateness.unshift(places.lateness(ALL));
	}
	expect(lateness).toEqual([...lateness].sort((a, b) => a - b));
	expect(new Set(lateness).size).toBe(5);
	expect(lateness[0]).toBe(20);
	// A service's second and all that is held: never so late that a place stands empty for long.
	expect(lateness[4]).toBeLessThan(100);
});

test('the only place is given up after some seconds, and who gave it up rests', () => {
	const given = sharing(4);
	for (let count = 0; count < 3; count++) given.places.refused(given.now, ALL);
	expect(given.places.usable(given.now, ALL)).toBe(1);
	given.places.start();
	let now = given.now;
	while (given.places.usable(now, ALL) > 0 && now < 60_000) {
		now += 500;
		// What it tries beside the place that it has is refused.
		if (given.places.usable(now, ALL) > 1) given.places.refused(now, ALL);
		given.places.accepted(now, ALL);
	}
	expect(given.places.usable(now, ALL)).toBe(0);
	const rest = given.places.nextTry(ALL) - now;

	const stolen = sharing(4);
	for (let count = 0; count < 4; count++) stolen.places.refused(stolen.now, ALL);
	const soon = stolen.places.nextTry(ALL) - stolen.now;
	expect(rest).toBeGreaterThan(2 * soon);
});

test('one place more is tried, the sooner the fewer tries were refused', () => {
	const often = sharing(4);
	const untilOften = often.places.nextTry(ALL) - often.now;
	const seldom = sharing(4);
	// The refusals are long ago, and a try that succeeds is followed by the next.
	const later = seldom.now + 11_000;
	expect(seldom.places.usable(later, ALL)).toBe(5);
	seldom.places.refused(later, ALL);
	const untilSeldom = seldom.places.nextTry(ALL) - later;
	expect(untilSeldom).toBeLessThan(untilOften);
});

test('many refusals in a row make the tries later, to a bound', () => {
	const { places, now } = sharing(4);
	for (let count = 0; count < 4; count++) places.refused(now, ALL);
	const first = places.nextTry(ALL) - now;
	for (let count = 0; count < 3; count++) places.refused(now, ALL);
	const tired = places.nextTry(ALL) - now;
	for (let count = 0; count < 40; count++) places.refused(now, ALL);
	const most = places.nextTry(ALL) - now;
	expect(tired).toBeGreaterThan(first);
	expect(most).toBeGreaterThan(tired);
	expect(most).toBe(2_600);
});

test('twenty seconds after the last refusal nobody else is there', () => {
	const { places, now } = sharing();
	const tried = places.nextTry(ALL);
	expect(places.usable(tried, ALL)).toBe(ALL);
	expect(places.areShared).toBe(true);
	expect(places.usable(now + 20_001, ALL)).toBe(ALL);
	expect(places.areShared).toBe(false);
});

test.each([1, 2, 3, 10])('a rate of %d has places as well', (all) => {
	const places = new Places(HALF);
	for (let at = 0; at < 4; at++) places.refused(at, all);
	expect(places.usable(3, all)).toBe(Math.max(0, all - 4));
	expect(places.lateness(all)).toBeGreaterThanOrEqual(20);
	expect(Number.isFinite(places.nextTry(all))).toBe(true);
});
