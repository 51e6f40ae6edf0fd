/** What is sent again, and what it is counted among. */
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import type { HttpResponse } from '../../../../nodes/SalesManagement/api/transport';
import { lenientClient } from '../../support/lenientClient';
import { isOfTable } from '../../support/ofTable';
import { networkError, type Respond } from '../../support/testClient';

const notFound = { status: 404, body: { error: 'NOT_FOUND' } };
const roles = { roles: [{ id: 5, name: 'A' }], totalCount: 1, page: 1 };

async function checked(respond: Respond) {
	const client = lenientClient(respond);
	const { parts } = await checkAccount({ client });
	return { client, findings: parts.flatMap(({ findings }) => findings) };
}

const pathOf = ({ url }: { url: string }) => new URL(url).pathname.replace('/v2', '');

test.each([
	['503', { status: 503, body: '<html>busy</html>' }],
	['500', { status: 500, body: { error: 'INTERNAL' } }],
	['a connection that breaks', networkError('ECONNRESET')],
	['429', { status: 429, headers: { 'retry-after': '1' } }],
])('another address is asked once more after %s', async (_, failure) => {
	let asked = 0;
	const { findings } = await checked((request) => {
		if (pathOf(request) !== '/role') return notFound;
		return ++asked === 1 ? failure : { status: 200, body: roles };
	});
	expect(asked).toBe(2);
	expect(findings.find(({ check }) => check === 'route:role.getMany')).toMatchObject({
		endpointOverrides: { 'role.getMany': 'GET /role' },
	});
});

test('where another address stays out of order, it is not known that the route is missing', async () => {
	const { findings } = await checked((request) =>
		pathOf(request) === '/role' ? { status: 503, body: '' } : notFound,
	);
	expect(findings.find(({ check }) => check === 'route:role.getMany')).toMatchObject({
		verdict: 'unclear',
		evidence: expect.stringContaining('503 at /role') as string,
		advice: expect.stringMatching(/could not answer at that moment/) as string,
	});
	expect(findings.find(({ check }) => check === 'route:userGroup.getMany')?.verdict).toBe(
		'differs',
	);
});

test.each<[string, Partial<HttpResponse> | Error, number]>([
	['429', { status: 429, headers: { 'retry-after': '1' } }, 1],
	['429', { status: 429, headers: { 'retry-after': '1' } }, 3],
	['503', { status: 503, body: '' }, 1],
	['a connection that breaks', networkError('ETIMEDOUT'), 1],
])(
	'each other address fails by %s at first: 80 in all, and five for each missing route',
	async (_, failure, times) => {
		const failed = new Map<string, number>();
		const { client, findings } = await checked((request) => {
			const key = JSON.stringify([request.method, request.url]);
			const count = failed.get(key) ?? 0;
			failed.set(key, count + 1);
			return isOfTable(request) || count >= times ? notFound : failure;
		});
		const looked = findings.filter(({ evidence }) => evidence.includes('; also '));
		expect(looked.length).toBeGreaterThan(5);
		expect(client.requests.length).toBeLessThanOrEqual(80 + 5 * looked.length);
	},
);
