/** One pacer for each credential of the process, and never more than it can remember. */
import { Pacer, pacerFor } from '../../../nodes/SalesManagement/api/pacing';
import { TestClock } from '../support/testClient';

const clock = new TestClock();
const pacer = (secret: string, rate = 5, baseUrl = 'https://service.example/v2') =>
	pacerFor(baseUrl, secret, rate, clock);

test('a credential has one pacer, whoever asks; another address or secret has its own', () => {
	const one = pacer('shared');
	expect(pacer('shared')).toBe(one);
	expect(pacer('other')).not.toBe(one);
	expect(pacer('shared', 5, 'https://other.example/v2')).not.toBe(one);
});

test('its rate is the one that was set last', () => {
	const one = pacer('with a rate', 5);
	pacer('with a rate', 2);
	expect(one.rate).toBe(2);
});

test('500 are remembered: the oldest makes room for the newest, and no other', () => {
	const made = Array.from({ length: 500 }, (_, number) => pacer(`token ${number}`));
	expect(pacer('token 0')).toBe(made[0]);
	pacer('one more');
	expect(pacer('token 1')).toBe(made[1]);
	expect(pacer('token 499')).toBe(made[499]);
	// Asking for it makes it anew, so it comes last.
	expect(pacer('token 0')).not.toBe(made[0]);
});

test('what every answer takes is usual, and costs no speed; only more than that is a delay', async () => {
	const own = new TestClock(0);
	const slow = new Pacer(2, own);
	const starts: number[] = [];
	for (let burst = 0; burst < 40; burst++) {
		const both = (await Promise.all([slow.turn(), slow.turn()])) as number[];
		await own.sleep(400);
		for (const start of both) {
			slow.accepted(start);
			starts.push(start);
		}
	}
	const gaps = starts.map((start, index) => start - (starts[index - 2] ?? start)).slice(20);
	// A window of a second with its margin, and none of the 400 ms on top of it.
	expect(Math.max(...gaps)).toBeLessThan(1_150);
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);

	const held = (await slow.turn())!;
	await own.sleep(900);
	slow.accepted(held);
	const next = (await Promise.all([slow.turn(), slow.turn()]))[1]!;
	expect(next - held).toBeGreaterThanOrEqual(1_500);
});
