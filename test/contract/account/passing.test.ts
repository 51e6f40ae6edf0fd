/** Whatever fails for a moment while the check reads, and whatever else is true of an account: nothing differs for it. */
import { beside, differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

const BUSY = { status: 503, body: '<html>busy</html>' };
const FAULT = { status: 500, body: { error: 'INTERNAL' } };

/** A check of which each request fails so often whose number in the check is among these. */
async function checkedWith(fault: object, isFailing: (number: number) => boolean) {
	let asked = 0;
	const client = beside(steered.client(), async (_, send) => {
		if (isFailing(++asked)) await steered.admin('POST', '/faults', [fault]);
		return await send();
	});
	const all = await findings(client, { objectKey: 'ticket' });
	await steered.admin('DELETE', '/faults');
	return { all, requests: client.usage.requests };
}

test.each<[string, object, number]>([
	['busy', BUSY, 0],
	['out of order', FAULT, 1],
	['out of order', FAULT, 2],
])('each third request is %s: it is asked once more', async (_, fault, rest) => {
	const { all, requests } = await checkedWith(fault, (number) => number % 3 === rest);
	expect(differing(all)).toEqual([]);
	expect(requests).toBeLessThanOrEqual(80);
});

test('a gateway that stays busy in the middle of a check is no difference', async () => {
	const { all } = await checkedWith(BUSY, (number) => number > 25 && number < 45);
	expect(differing(all)).toEqual([]);
	const told = all.filter(({ evidence }) => /^503 html/.test(evidence));
	expect(told.length).toBeGreaterThan(3);
	for (const { verdict, advice } of told) {
		expect({ verdict, advice }).toEqual({
			verdict: 'unclear',
			advice: expect.stringMatching(/again later/) as string,
		});
	}
});

test('a request that fails each time is one', async () => {
	const client = beside(steered.client(), async ({ operation, query }, send) => {
		const seen = await send();
		return operation === 'deal.getMany' && query?.sort !== undefined ? { ...seen, ...FAULT } : seen;
	});
	expect(differing(await findings(client)).map(([check]) => check)).toEqual(['sort:deal.getMany']);
});

test.each<'personalToken' | 'v1ApiKey'>(['personalToken', 'v1ApiKey'])(
	'%s: customers that have a name and a decimal in common are found among their like',
	async (kind) => {
		await steered.admin('POST', '/reset', { seed: 'empty' });
		const customers = Array.from({ length: 30 }, (_, at) => ({
			name: 'Test',
			customerCustoms: [{ itemKey: 'customer_decimal_number', value: '1.5' }],
			updatedAt: new Date(Date.parse('2026-01-05T03:04:05.678Z') + at * 1000).toISOString(),
		}));
		await steered.admin('POST', '/records/customer', customers);
		const all = await findings(steered.client(kind));
		expect(differing(all)).toEqual([]);
		for (const check of ['search:equality', 'search:decimals']) {
			expect(all.find((each) => each.check === check)?.verdict).toBe('asDescribed');
		}
	},
);
