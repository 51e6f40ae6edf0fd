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
