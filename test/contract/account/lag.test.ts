/** Searches that lag and responses that are too large are as documented: nothing differs for them. */
import { differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
afterEach(async () => await steered.close());

const write = async (kind: string, rows: object[]) =>
	await steered.admin<number[]>('POST', `/records/${kind}`, rows);

test('records that searches do not know yet are no difference', async () => {
	steered = await startSteered({ seed: 'empty', set: { searchLagMs: 3_600_000 } });
	await write('customer', [{ name: 'One' }, { name: 'Two' }]);
	const all = await findings(steered.client());
	expect(differing(all)).toEqual([]);
	expect(all.find(({ check }) => check === 'search:equality')).toMatchObject({
		verdict: 'unclear',
		advice: expect.stringMatching(/so new that searches may not know it/) as string,
	});
});

test('of new and old records, an old one is searched for', async () => {
	steered = await startSteered({ seed: 'empty' });
	const updatedAt = '2026-01-05T03:04:05.678Z';
	await write('customer', [{ name: 'Old', updatedAt }]);
	await steered.admin('PATCH', '/options', { searchLagMs: 3_600_000 });
	await write('customer', [{ name: 'New' }]);
	const all = await findings(steered.client());
	expect(all.find(({ check }) => check === 'search:equality')).toMatchObject({
		verdict: 'asDescribed',
	});
});

test('an old record that is not found by its name differs', async () => {
	steered = await startSteered({ seed: 'empty', set: { searchLagMs: 3_600_000 } });
	await write('customer', [{ name: 'Old', updatedAt: '2026-01-05T03:04:05.678Z' }]);
	const all = await findings(steered.client());
	expect(differing(all).map(([check]) => check)).toEqual(['search:equality']);
});

test('a list of v1 whose greatest page is above the largest response does not differ (v1 §7)', async () => {
	steered = await startSteered({ set: { maxResponseBytes: 250_000 } });
	await write(
		'customer',
		Array.from({ length: 600 }, (_, at) => ({ name: `Many ${at}` })),
	);
	const all = await findings(steered.client('v1ApiKey'));
	expect(differing(all)).toEqual([]);
	expect(all.find(({ check }) => check === 'limit:greatest')).toMatchObject({
		verdict: 'unclear',
		evidence: 'A page of 1000 records is too large a response here.',
	});
});

test('Include Writes says once that searches lag, and does not warn of Create or Update for it', async () => {
	steered = await startSteered({ set: { searchLagMs: 3_600_000 } });
	const all = await findings(steered.client(), { includeWrites: true });
	expect(differing(all).map(([check]) => check)).toEqual(['lag:search']);
	expect(all.find(({ check }) => check === 'upsert:customer')).toMatchObject({
		verdict: 'unclear',
	});
});
