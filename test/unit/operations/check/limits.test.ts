/** What a 429 says of the service: nothing, as others may use the same limit, unless answers name theirs. */
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import { lenientClient } from '../../support/lenientClient';

type Headers = Record<string, string>;

/** A service that refuses a request now and then, with these headers on each response. */
async function rateLimit(status: number, headers: Headers, refusal: Headers = {}) {
	const client = lenientClient((_, number) =>
		number % 10 === 5
			? { status, headers: { ...headers, ...refusal }, body: { error: 'TOO_MANY' } }
			: { status: 200, headers, body: { customers: [], hasMore: false, totalCount: 0 } },
	);
	const { parts } = await checkAccount({ client });
	return parts.flatMap(({ findings }) => findings).filter(({ check }) => check === 'rateLimit');
}

test.each<[number, Headers, RegExp]>([
	[429, {}, /^429 without Retry-After/],
	[429, { 'retry-after': '1' }, /^429 with Retry-After in seconds/],
	[429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:01 GMT' }, /^429 with Retry-After as a date/],
	[503, {}, /^503, which may mean/],
])('a %s with %j may be due to others', async (status, refusal, says) => {
	expect(await rateLimit(status, {}, refusal)).toMatchObject([
		{
			verdict: 'unclear',
			evidence: expect.stringMatching(says) as string,
			advice: expect.stringMatching(/Another program/) as string,
		},
	]);
});

test.each<Headers>([
	{ 'x-ratelimit-limit': '2' },
	{ 'ratelimit-limit': '100, 100;w=60' },
	{ 'ratelimit-policy': '60;w=60' },
	{ 'ratelimit-policy': '"default";q=100;w=60' },
])('%j is less than the documents say', async (headers) => {
	expect(await rateLimit(200, headers)).toMatchObject([
		{ verdict: 'differs', evidence: 'answers name a limit of less than 5 requests a second' },
	]);
});

test.each<Headers>([
	{ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
	{ 'ratelimit-policy': '300;w=60' },
	{ 'ratelimit-policy': '"day";q=50000;w=86400' },
	{ 'ratelimit-policy': 'none' },
])('%j is no less', async (headers) => {
	expect(await rateLimit(429, headers)).toMatchObject([{ verdict: 'unclear' }]);
});
