/** The edge of the check: what it asks of whom, and when it stops. */
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import { ROUTES } from '../../../../nodes/SalesManagement/api/routes';
import { lenientClient } from '../../support/lenientClient';
import { isOfTable } from '../../support/ofTable';
import { networkError, type Respond } from '../../support/testClient';

const verdicts = async (respond: Respond) => {
	const client = lenientClient(respond);
	const { parts, summary } = await checkAccount({ client });
	return { client, summary, findings: parts.flatMap(({ findings }) => findings) };
};

const notFound = { status: 404, body: { error: 'NOT_FOUND' } };

test('where every address is missing, five other spellings of each are tried at most', async () => {
	const { client, findings } = await verdicts(() => notFound);
	const missing = findings.filter(
		({ check, verdict }) => check.startsWith('route:') && verdict === 'differs',
	);
	expect(missing.length).toBeGreaterThan(5);
	expect(client.requests.length).toBeLessThanOrEqual(80 + 5 * missing.length);
	for (const { shape, advice } of missing) {
		expect(shape).toBe('missing');
		expect(advice).toMatch(/under Endpoint Overrides: \{"/);
	}
});

test('a search is sent only to addresses that call themselves a search', async () => {
	const { client } = await verdicts(() => notFound);
	const sent = client.requests.filter(({ method }) => method !== 'GET').map(({ url }) => url);
	expect(sent.length).toBeGreaterThan(0);
	for (const url of sent) expect(url).toMatch(/search|query/);
});

test('a service that can’t be reached is an error, as everywhere', async () => {
	await expect(verdicts(() => networkError('ECONNREFUSED'))).rejects.toThrow(/refuses connections/);
});

test('a service that stops answering is asked no more after three failures', async () => {
	const { client, findings } = await verdicts((_, number) =>
		number <= 2 ? notFound : networkError('ETIMEDOUT'),
	);
	expect(client.requests.length).toBeLessThan(10);
	expect(
		findings.filter(({ evidence }) => /stopped answering/.test(evidence)).length,
	).toBeGreaterThan(5);
});

test('a token that is refused each time is not tried on', async () => {
	const { client, summary } = await verdicts(() => ({ status: 401, body: { error: 'NO' } }));
	expect(client.requests.length).toBeLessThan(10);
	expect(summary.item.verdict).not.toBe('asDescribed');
});

test('a page that stands everywhere is no route', async () => {
	const { findings } = await verdicts(() => ({ status: 200, body: '<html>Welcome</html>' }));
	const routes = findings.filter(({ check }) => check.startsWith('route:'));
	expect(routes.filter(({ verdict }) => verdict === 'asDescribed')).toEqual([]);
});

test('what a 429 costs is counted, also where no answer is another one in the end', async () => {
	const lists = { hasMore: false, totalCount: 1, page: 1 };
	const record = { id: 5, name: 'A', updatedAt: '2026-01-05T03:04:05.678Z' };
	const body = {
		...lists,
		...record,
		...Object.fromEntries(
			Object.values(ROUTES.v2).flatMap(({ list }) => (list ? [[list.plural, [record]]] : [])),
		),
	};
	const { client } = await verdicts(({ url }, number) => {
		if (number % 2 === 0 || number > 75) return { status: 429, headers: { 'retry-after': '1' } };
		return url.endsWith('/no_such_address_at_all') ? notFound : { status: 200, body };
	});
	expect(client.requests.filter(isOfTable).length).toBeGreaterThan(60);
	expect(client.requests.filter(isOfTable).length).toBeLessThanOrEqual(80);
});

test('no missing route is looked for at more than five other addresses, whatever is learned', async () => {
	const users = { users: [{ id: 5, name: 'A' }], totalCount: 1, page: 1 };
	const isThere = (url: string) => /\/api\/(?:users|user-groups)$/.test(url);
	const { client, findings } = await verdicts(({ url }) =>
		isThere(url) ? { status: 200, body: users } : notFound,
	);
	const missing = findings.filter(({ shape }) => shape === 'missing');
	const others = client.requests.filter((request) => !isOfTable(request) && !isThere(request.url));
	expect(missing.length).toBeGreaterThan(5);
	const asked = client.requests.map(({ method, url, query }) =>
		JSON.stringify([method, url, query]),
	);
	expect(new Set(asked).size).toBe(asked.length);
	expect(others.length).toBeLessThanOrEqual(5 * missing.length + 8);
});

test('what answers with nothing of what was asked is not as described', async () => {
	const { findings } = await verdicts(() => ({ status: 200, body: { ok: true } }));
	const lists = findings.filter(({ check }) => /^envelope:.*getMany$/.test(check));
	expect(lists.filter(({ verdict }) => verdict === 'asDescribed')).toEqual([]);
	const routes = findings.filter(({ check }) => check.startsWith('route:'));
	expect(routes.filter(({ verdict }) => verdict === 'asDescribed')).toEqual([]);
	expect(findings.flatMap(({ endpointOverrides = {} }) => Object.keys(endpointOverrides))).toEqual(
		[],
	);
});

test.each<[number, unknown, string]>([
	[405, { error: 'NO' }, 'fails with 405,'],
	[403, { error: 'NO' }, 'fails with 403,'],
	[404, '<html>Not found</html>', 'fails with 404 and no JSON,'],
])(
	'what a missing address answers is told as errors have it: %i %j',
	async (status, body, says) => {
		const { findings } = await verdicts(() => ({ status, body }));
		const [missing] = findings.filter(({ check }) => check === 'address:missing');
		expect(missing).toMatchObject({ verdict: 'differs' });
		expect(missing?.advice).toContain(says);
	},
);
