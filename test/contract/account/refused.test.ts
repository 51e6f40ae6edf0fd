/** One question that is refused in the middle of a check is no difference of the service: it is said who may not ask it. */
import {
	beside,
	differing,
	findings,
	startSteered,
	type Request,
	type Steered,
} from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

/** As a gateway may send it, without a time. */
const REFUSED = { headers: { 'content-type': 'application/json' }, body: { error: 'NO' } };

/** What asks for something that is not there: there a refusal is told as what it is. */
const FOR_NOTHING = ['error:record', 'error:search', 'address:missing'];

/** A check of which some requests are refused. */
async function checkedWith(
	status: number,
	isRefused: (request: Request, number: number) => boolean,
) {
	let asked = 0;
	const client = beside(steered.client(), async (request, send) =>
		isRefused(request, ++asked) ? { status, ...REFUSED } : await send(),
	);
	const all = await findings(client, { objectKey: 'ticket' });
	return { all, asked };
}

/** Each third request by turns: what the others are is much the same. */
test.each([
	[403, 0],
	[401, 1],
	[403, 2],
])('%d, whichever request it is: each third, from %d', async (status, rest) => {
	const { asked } = await checkedWith(status, () => false);
	const told: string[] = [];
	for (let number = 3 + rest; number <= asked; number += 6) {
		const { all } = await checkedWith(status, (_, at) => at === number);
		const odd = differing(all).filter(([check]) => !FOR_NOTHING.includes(check));
		expect({ number, odd }).toEqual({ number, odd: [] });
		const refusals = all.filter(({ evidence }) => evidence.startsWith(`${status} `));
		for (const { check, verdict, advice } of refusals) {
			if (verdict !== 'differs') expect(advice).toMatch(/\.$/);
			told.push(check);
		}
	}
	expect(told.length).toBeGreaterThan(5);
});

test.each([
	[403, 'notPermitted', /ask whoever administers the service for the permission/],
	[401, 'unclear', /did not accept the credential for a moment/],
])('a list that may be read, and not in order: %d', async (status, verdict, advice) => {
	const { all } = await checkedWith(
		status,
		({ operation, query }) => operation === 'deal.getMany' && query?.sort !== undefined,
	);
	expect(differing(all)).toEqual([]);
	expect(all.find(({ check }) => check === 'pages:deal.getMany')).toMatchObject({
		verdict,
		advice: expect.stringMatching(advice) as string,
		evidence: expect.stringMatching(
			new RegExp(`^${status} .* to one question, although others were answered`),
		) as string,
	});
});

test('a write that is refused is no validation that is answered otherwise', async () => {
	const client = beside(steered.client(), async ({ operation }, send) =>
		operation === 'customer.update' ? { status: 403, ...REFUSED } : await send(),
	);
	const all = await findings(client, { includeWrites: true });
	expect(differing(all)).toEqual([]);
	expect(all.find(({ check }) => check === 'write:customer.update')?.verdict).toBe('notPermitted');
});
