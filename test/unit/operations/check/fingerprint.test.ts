/** The same service has the same fingerprint, whatever its numbers are. */
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import { lenientClient } from '../../support/lenientClient';

async function fingerprintOf(number: number) {
	const dealCustoms = [{ dealCustomItemId: 1, itemKey: 'a', decimalNumber: number }];
	const deal = { id: 5, totalCost: number, dealCustoms };
	const body = { deals: [deal], hasMore: false, totalCount: 1 };
	const client = lenientClient(({ url }) =>
		url.endsWith('/deals') ? { body } : { status: 404, body: { error: 'NO' } },
	);
	const { summary } = await checkAccount({ client });
	expect(JSON.stringify(summary.shapes)).toMatch(/totalCost is \w+ instead of decimal as text/);
	return summary.fingerprint;
}

test('decimals as numbers are that, whole or not', async () => {
	expect(await fingerprintOf(1000)).toBe(await fingerprintOf(1000.5));
});

/** What is told of how finely times are written, where these are the times of deals. */
async function fineness(times: readonly string[]) {
	const deals = times.map((time, at) => ({ id: at, name: 'A', createdAt: time, updatedAt: time }));
	const client = lenientClient(({ url }) =>
		url.endsWith('/deals') ? { body: { deals } } : { status: 404, body: { error: 'NO' } },
	);
	const { summary } = await checkAccount({ client });
	return summary.shapes['v2 times:deal.getMany fineness'];
}

test('whole seconds are told of several times, not of several records of one time', async () => {
	const whole = [1, 2, 3, 4, 5].map((second) => `2026-01-05T03:04:0${second}.000Z`);
	expect(await fineness(whole)).toBe('differs: times are whole seconds');
	expect(await fineness([...whole, '2026-01-05T03:04:06.007Z'])).toBe('asDescribed');
	expect(await fineness(whole.map(() => '2026-01-05T03:04:05.000Z'))).toBeUndefined();
});
