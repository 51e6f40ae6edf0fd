/** A write that may have been carried out stays in doubt, whatever a later attempt is answered. */
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { clientOf, failureOf, networkError, type Respond } from '../support/testClient';

const READ = { operation: 'deal.get', path: { id: 1 } } as const;
const REPLACE = {
	operation: 'userGroup.replaceMembers',
	path: { userGroupId: 1 },
	body: { userIds: [2] },
} as const;

const LOOK_FIRST =
	/it is not known whether the service carried it out, so look for its result before you repeat it\.$/;

const fault = { status: 503, body: { error: 'busy' } };
const dailyLimit = { status: 429, headers: { 'retry-after': '70' }, body: { error: 'Too much' } };
const refusal = { status: 400, body: { error: 'Unknown user' } };

/** A service that fails first, after it may have acted, and then answers in another way. */
const afterFault =
	(later: ReturnType<Respond>): Respond =>
	(_request, number) =>
		number === 1 ? fault : later;

const IN_DOUBT = { outcome: 'unknown', isInDoubt: true };

describe('after a fault, which may have come too late', () => {
	test.each<[string, ReturnType<Respond>, object, RegExp]>([
		['a long wait', dailyLimit, { status: 429, retryAfterMs: 70_000 }, /^Too much .*daily quota/],
		['a refusal', refusal, { status: 400 }, /^Unknown user .*HTTP 400\): correct the input; /],
		['no connection', networkError('ECONNREFUSED'), { status: undefined }, /refuses connections/],
		['a page of HTML', { body: '<html></html>' }, { status: 200 }, /HTML page .*Base URL/],
		['faults only', fault, { status: 503 }, /^busy .*try again later; /],
	])('%s leaves a write in doubt, in its own words', async (_name, later, kept, words) => {
		const client = clientOf(afterFault(later));
		const error = await failureOf<ServiceError>(client.send(REPLACE));
		expect(client.requests.length).toBeGreaterThan(1);
		expect(error).toMatchObject({ ...kept, ...IN_DOUBT });
		expect(error.message).toMatch(words);
		expect(error.message).toMatch(LOOK_FIRST);
		expect(error.message.match(/look for its result/g)).toHaveLength(1);
	});

	test('a write that then succeeds has succeeded', async () => {
		const client = clientOf(afterFault({ body: { id: 1 } }));
		expect(await client.send(REPLACE)).toMatchObject({ body: { id: 1 } });
	});

	test('a read is refused when it is refused', async () => {
		const error = await failureOf<ServiceError>(clientOf(afterFault(refusal)).send(READ));
		expect(error).toMatchObject({
			outcome: 'refused',
			isInDoubt: false,
			advice: 'correct the input',
		});
	});
});

test('a write that was only refused for its rate is in no doubt', async () => {
	const client = clientOf((_request, number) =>
		number === 1 ? { status: 429, headers: { 'retry-after': '1' } } : refusal,
	);
	const error = await failureOf<ServiceError>(client.send(REPLACE));
	expect(client.requests).toHaveLength(2);
	expect(error).toMatchObject({ outcome: 'refused', advice: 'correct the input' });
});

describe('in doubt it stays when no time is left for another attempt', () => {
	test('since the service asks to wait for longer', async () => {
		const wait = { status: 429, headers: { 'retry-after': '3' }, body: { error: 'Too much' } };
		const client = clientOf(afterFault(wait), { rate: 5, latency: 2_000 });
		const left = { maxWaitMs: 7_000, timeLeftMs: 7_000 };
		const error = await failureOf<ServiceError>(client.send(REPLACE, left));
		expect(client.requests).toHaveLength(2);
		expect(error).toMatchObject({ status: 429, ...IN_DOUBT });
		expect(error.message).toMatch(LOOK_FIRST);
	});

	test('since others are in line', async () => {
		const answers: Array<ReturnType<Respond>> = [fault, networkError('ECONNREFUSED')];
		const client = clientOf(
			({ url }) => (url.endsWith('/users') && answers.shift()) || { body: {} },
			{
				rate: 1,
			},
		);
		const sent = failureOf<ServiceError>(client.send(REPLACE, { maxWaitMs: 3_000 }));
		const others = Array.from({ length: 4 }, async () => {
			while (answers.length > 0) await client.clock.sleep(10);
			await client.send(READ);
		});
		expect(await sent).toMatchObject({
			...IN_DOUBT,
			serviceMessage: expect.stringMatching(/connect|reach/),
		});
		await Promise.all(others);
		expect(client.requests).toHaveLength(6);
	});
});

describe('when the execution is cancelled', () => {
	/** Cancelled while the answer to the last of these is awaited. */
	const cancelled = async (
		request: typeof READ | typeof REPLACE,
		...answers: Array<ReturnType<Respond>>
	) => {
		const cancel = new AbortController();
		const respond: Respond = (_request, number) => {
			if (number === answers.length) cancel.abort();
			return answers[number - 1] ?? { body: {} };
		};
		const client = clientOf(respond, { signal: cancel.signal });
		const error = await failureOf<ServiceError>(client.send(request));
		expect(client.requests).toHaveLength(answers.length);
		return error;
	};

	test.each<[string, ReturnType<Respond>, RegExp]>([
		['for the rate', { status: 429, headers: { 'retry-after': '5' } }, /^Too many requests/],
		['after no connection', networkError('ECONNREFUSED'), /reach|connection/],
		['after a fault', fault, /^busy/],
	])('a write that waits %s stays in doubt', async (_name, later, words) => {
		const error = await cancelled(REPLACE, fault, later);
		expect(error).toMatchObject(IN_DOUBT);
		expect(error.message).toMatch(words);
		expect(error.message).toMatch(LOOK_FIRST);
	});

	test('a request that failed is told with its failure, not as one that was not sent', async () => {
		const error = await cancelled(READ, fault);
		expect(error).toMatchObject({ status: 503, serviceMessage: 'busy', outcome: 'unknown' });
	});
});

describe('only what failed before there was a connection never arrived', () => {
	const attempts = async (error: Error) => {
		const client = clientOf(() => error);
		const failure = await failureOf<ServiceError>(
			client.send({ operation: 'customer.create', body: { name: 'A' } }),
		);
		return [failure.outcome, client.requests.length];
	};
	const codes = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'];

	test.each(codes)('%s while connecting: sent again', async (code) => {
		expect(await attempts(networkError(code, { syscall: 'connect' }))).toEqual(['unreachable', 4]);
	});

	test.each(
		codes.flatMap((code) => [
			[code, 'read'],
			[code, 'write'],
		]),
	)('%s of an open connection, in %s: in doubt, and never sent again', async (code, syscall) => {
		expect(await attempts(networkError(code, { syscall }))).toEqual(['unknown', 1]);
	});

	test('of several addresses, when none could be connected', async () => {
		const [tried, open] = ['connect', 'read'].map((syscall) =>
			networkError('ECONNREFUSED', { syscall }),
		);
		const aggregate = (errors: unknown[]) =>
			Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
		expect(await attempts(aggregate([tried, tried]))).toEqual(['unreachable', 4]);
		expect(await attempts(aggregate([tried, open]))).toEqual(['unknown', 1]);
	});

	test.each(['EPROTO', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'ERR_TLS_HANDSHAKE_TIMEOUT'])(
		'%s may come in the middle of a response: in doubt',
		async (code) => {
			expect(await attempts(networkError(code))).toEqual(['unknown', 1]);
		},
	);

	test('a certificate is refused before anything is sent', async () => {
		expect(await attempts(networkError('ERR_TLS_CERT_ALTNAME_INVALID'))).toEqual([
			'unreachable',
			1,
		]);
	});

	test('303 means that the request was carried out, other redirects that it was not', async () => {
		const redirected = async (status: number, operation: 'customer.create' | 'user.getCurrent') => {
			const client = clientOf(() => ({ status, headers: { location: 'https://h.example/' } }));
			return (await failureOf<ServiceError>(client.send({ operation }))).outcome;
		};
		expect(await redirected(303, 'customer.create')).toBe('unknown');
		expect(await redirected(303, 'user.getCurrent')).toBe('refused');
		expect(await redirected(307, 'customer.create')).toBe('refused');
	});
});
