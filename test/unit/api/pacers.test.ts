/** One pacer for each credential of the process, and never more than it can remember. */
import { pacerFor } from '../../../nodes/SalesManagement/api/pacing';
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
