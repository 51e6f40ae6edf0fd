/** Include Writes on a service that answers otherwise: it touches nothing but what it made, and leaves nothing unsaid. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../../../nodes/SalesManagement/api/errors';
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import type { HttpRequest } from '../../../../nodes/SalesManagement/api/transport';
import { textOf } from '../../../../nodes/SalesManagement/values';
import { lenientClient } from '../../support/lenientClient';
import { networkError, type Respond } from '../../support/testClient';

const THEIRS = 7;
const [OWN, SECOND] = [501, 502];
const now = '2026-01-05T03:04:05.678Z';
const named = (id: number, name: unknown) => ({ id, name, createdAt: now, updatedAt: now });

/** A service of one customer of somebody else's, which keeps what is made and tells of what is asked. */
function service(odd: (request: HttpRequest) => ReturnType<Respond> | undefined) {
	const names = new Map<number, string>([[THEIRS, 'Theirs']]);
	const respond: Respond = (request) => {
		const { method, url } = request;
		const path = url.replace('https://service.example/v2', '');
		const body = (request.body ?? {}) as IDataObject;
		const id = Number(/^\/customers\/(\d+)$/.exec(path)?.[1]);
		const made = `${method} ${path}`;
		if (made === 'POST /customers') names.set(OWN, textOf(body.name));
		if (made === 'POST /customers/bulk') {
			names.set(SECOND, textOf((body.customers as IDataObject[])[0]?.name));
		}
		const answer = odd(request);
		if (answer) return answer;
		if (method === 'DELETE') names.delete(id);
		if (made === 'POST /customers') return { status: 200, body: named(OWN, body.name) };
		if (made === 'POST /customers/bulk') return { status: 200, body: [SECOND] };
		if (names.has(id)) return { status: 200, body: named(id, names.get(id)) };
		if (method === 'DELETE') return { status: 200, body: '' };
		return path === '/customers'
			? { status: 200, body: { customers: [], hasMore: false, totalCount: 0 } }
			: { status: 404, body: { error: 'NOT_FOUND' } };
	};
	return { names, respond };
}

async function checked(odd: Parameters<typeof service>[0]) {
	const { names, respond } = service(odd);
	const client = lenientClient(respond);
	const { parts } = await checkAccount({ client, includeWrites: true });
	const findings = parts.flatMap((part) => part.findings);
	const touched = client.requests
		.filter(({ method, url }) => method !== 'GET' && url.endsWith(`/${THEIRS}`))
		.map(({ method, url }) => `${method} ${url}`);
	const remains = findings.filter(({ check }) => check.startsWith('remains'));
	return { names: [...names.keys()], touched, remains };
}

const at = ({ method, url }: HttpRequest, asked: string) =>
	`${method} ${url.replace('https://service.example/v2', '')}` === asked;

test('what it made is deleted', async () => {
	const { names, remains } = await checked(() => undefined);
	expect(names).toEqual([THEIRS]);
	expect(remains).toMatchObject([{ check: 'remains', verdict: 'asDescribed' }]);
});

test.each([
	['once', 1],
	['each time', Infinity],
])(
	'what it made is deleted where it can’t be read %s, nor be found by its name',
	async (_, most) => {
		let times = 0;
		const { names, remains } = await checked((request) => {
			if (at(request, 'POST /customers/search'))
				return { status: 200, body: { customers: [], hasMore: false, totalCount: 0 } };
			const isLook = at(request, `GET /customers/${OWN}`) && times++ < most;
			return isLook ? { status: 503, body: { error: 'BUSY' } } : undefined;
		});
		expect(times).toBeGreaterThan(0);
		expect(names).toEqual([THEIRS]);
		expect(remains).toMatchObject([{ check: 'remains', verdict: 'asDescribed' }]);
	},
);

const BULK: Array<[string, unknown]> = [
	['how many were created', [THEIRS]],
	['all customers', { customers: [named(THEIRS, 'Theirs'), named(SECOND, '')] }],
	['rows and ids', [{ index: 0, id: THEIRS }]],
];

test.each(BULK)(
	'a bulk create that answers with %s leads to no record of others',
	async (_, body) => {
		const { names, touched } = await checked((request) =>
			at(request, 'POST /customers/bulk') ? { status: 200, body } : undefined,
		);
		expect(touched).toEqual([]);
		expect(names).toContain(THEIRS);
	},
);

test.each([
	['its company', { company: { id: THEIRS, name: 'Theirs' } }],
	['an id of another kind', { id: THEIRS }],
])('a create that answers with %s leads to no record of others', async (_, body) => {
	const { names, touched, remains } = await checked((request) =>
		at(request, 'POST /customers') ? { status: 200, body } : undefined,
	);
	expect(touched).toEqual([]);
	expect(names).toContain(THEIRS);
	expect(remains).toMatchObject([{ verdict: 'differs' }]);
});

test('what may be written and not read is deleted all the same, and nothing else is done to it', async () => {
	const { names, remains } = await checked((request) => {
		const isRead = at(request, `GET /customers/${OWN}`);
		if (at(request, `PATCH /customers/${OWN}`)) throw new Error('It is not to be changed.');
		return isRead ? { status: 404, body: { error: 'NOT_FOUND' } } : undefined;
	});
	expect(names).toEqual([THEIRS]);
	expect(remains).toMatchObject([{ check: 'remains', verdict: 'asDescribed' }]);
});

test('where it may not be deleted either, its ID says which it is', async () => {
	const { names, remains } = await checked((request) =>
		request.url.includes(`/customers/${OWN}`)
			? { status: 404, body: { error: 'NOT_FOUND' } }
			: undefined,
	);
	expect(names).toEqual([THEIRS, OWN]);
	expect(remains).toMatchObject([
		{
			check: 'remains:customer',
			verdict: 'notPermitted',
			evidence: `customer ${OWN} could not be deleted`,
		},
	]);
});

test.each([500, 502, 504])('a create that %s answers may have been carried out', async (status) => {
	const { remains } = await checked((request) =>
		at(request, 'POST /customers') ? { status, body: '' } : undefined,
	);
	expect(remains).toMatchObject([{ check: 'remains:customer.create', verdict: 'unclear' }]);
});

test('what it made is deleted also where something fails that is no answer', async () => {
	const { names, remains } = await checked((request) => {
		if (at(request, `PATCH /customers/${OWN}`)) throw new UsageError('An address needs more.');
		return undefined;
	});
	expect(names).toEqual([THEIRS]);
	expect(remains).toMatchObject([{ check: 'remains', verdict: 'asDescribed' }]);
});

test('what it made is deleted also where the execution is cancelled half-way', async () => {
	const cancelling = new AbortController();
	const { names, respond } = service((request) => {
		if (at(request, `PATCH /customers/${OWN}`)) cancelling.abort();
		return undefined;
	});
	const client = lenientClient(respond, cancelling.signal);
	await checkAccount({ client, includeWrites: true });
	expect(cancelling.signal.aborted).toBe(true);
	expect([...names.keys()]).toEqual([THEIRS]);
	expect(client.requests.map(({ method }) => method)).not.toContain('PUT');
});

test('what a timeout hides is found by its name, and deleted', async () => {
	const { names, remains } = await checked((request) => {
		if (at(request, 'POST /customers')) return networkError('ETIMEDOUT');
		const asked = at(request, 'POST /customers/search') && JSON.stringify(request.body);
		const name = asked && /n8n check [^"]+/.exec(asked)?.[0];
		return name
			? { status: 200, body: { customers: [named(THEIRS, 'Theirs'), named(OWN, name)] } }
			: undefined;
	});
	expect(names).toEqual([THEIRS]);
	expect(remains).toMatchObject([{ check: 'remains', verdict: 'asDescribed' }]);
});

test('what may have been carried out at one address is not sent to the next', async () => {
	const sent: string[] = [];
	const { remains } = await checked((request) => {
		const { method, url } = request;
		if (method !== 'POST' || !/bulk|batch/.test(url)) return undefined;
		sent.push(url);
		return sent.length === 1 ? { status: 404, body: '' } : { status: 504, body: '' };
	});
	expect(sent).toHaveLength(2);
	expect(remains).toMatchObject([{ check: 'remains:customer.createMany', verdict: 'unclear' }]);
});
