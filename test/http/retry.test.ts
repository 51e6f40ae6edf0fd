/** What is sent again and when, what is not, and what stays in doubt. */
import tables from './retry.json';
import type {
	CredentialKind,
	SendOptions,
	ServiceError,
	ServiceRequest,
} from '../../nodes/SalesManagement/api';
import { LIMITS } from '../../nodes/SalesManagement/shared';
import { clientOf, failureOf, networkError, type Respond, type TestClient } from './support/client';
import { many } from '../support/many';

const READ = { operation: 'deal.get', path: { id: 1 } } as const;
const CREATE = { operation: 'deal.create', body: { name: 'A' } } as const;
/** Writes that may be sent twice. */
const ADD = { operation: 'userGroup.addMember', path: { userGroupId: 1 }, body: { userId: 2 } };
const REPLACE: ServiceRequest = {
	operation: 'userGroup.replaceMembers',
	path: { userGroupId: 1 },
	body: { userIds: [2] },
};

type Answer = ReturnType<Respond>;
const tooMany = (headers: Record<string, unknown> = {}, body: unknown = {}) => ({
	status: 429,
	headers,
	body,
});
const after = (seconds: number) => tooMany({ 'retry-after': String(seconds) });
const done = { body: { id: 1 } };
const fault = { status: 503, body: { error: 'busy' } };
const refusal = { status: 400, body: { error: 'Unknown user' } };
const LOOK_FIRST =
	/it is not known whether the service carried it out, so look for its result before you repeat it\.$/;
const IN_DOUBT = { outcome: 'unknown', isInDoubt: true };

/** These answers, one after the other; the last one again and again. */
const inTurn =
	(...answers: Answer[]): Respond =>
	(_request, number) =>
		answers[Math.min(number, answers.length) - 1] ?? done;

/** Sends, and tells what came of it, in how many attempts, and how long it took. */
async function run(
	respond: Respond,
	request: ServiceRequest = READ,
	{ kind, latency, ...options }: SendOptions & { kind?: CredentialKind; latency?: number } = {},
) {
	const client = clientOf(respond, { rate: 5, kind, latency });
	const begun = client.clock.elapsed();
	const result = await client.send(request, options).catch((error: unknown) => error);
	return {
		// Where it failed; else it is compared as what it is.
		result: result as ServiceError,
		attempts: client.requests.length,
		waited: client.clock.elapsed() - begun,
		requests: client.requests,
	};
}

describe('after a 429, which was not carried out, even a create is sent again (S2)', () => {
	// The client's own time is 18:48:00.
	test.each(tables.waits)('that says to wait $name', async ({ headers, milliseconds }) => {
		const { result, attempts, waited } = await run(inTurn(tooMany(headers), done), CREATE);
		expect(result).toMatchObject(done);
		expect({ attempts, waited }).toEqual({ attempts: 2, waited: milliseconds });
	});

	test('an endless one ends within two minutes, and says when the daily quota resets (v2 §8)', async () => {
		const { result, attempts, waited } = await run(() => tooMany());
		// The rate is counted anew each second, so a longer wait would only be a try less.
		expect(attempts).toBeGreaterThan(25);
		expect(attempts).toBeLessThanOrEqual(120);
		expect(waited).toBeGreaterThan(30_000);
		expect(waited).toBeLessThanOrEqual(122_000);
		expect(result.message).toMatch(
			/\(Deal: Get, HTTP 429\): if the daily quota is used up, it resets at 2026-11-22T00:00:00\.000Z \(in 5 h 1\d min\)/,
		);
	});

	test('a wait beyond the limit is told at once, and holds nobody else back', async () => {
		const client = clientOf(inTurn(after(18_720), done));
		const begun = client.clock.now();
		expect((await failureOf<ServiceError>(client.send(READ))).retryAfterMs).toBe(18_720_000);
		expect(client.clock.now()).toBe(begun);
		expect((await client.send(READ)).status).toBe(200);
		expect(client.clock.now() - begun).toBeLessThan(2000);
	});
});

describe('a fault or a broken connection', () => {
	test.each<[string, Answer]>([
		['500 without messages', { status: 500, body: { error: 'Internal Server Error' } }],
		['503', { status: 503, body: '' }],
		['an HTML 502', { status: 502, body: '<html></html>' }],
		['a broken connection', networkError('ECONNRESET')],
		['no answer in time', networkError('ECONNABORTED')],
	])('%s: a read is repeated, a create is not and says so', async (_name, failure) => {
		expect(await run(inTurn(failure, failure, done))).toMatchObject({ result: done, attempts: 3 });
		expect((await run(inTurn(failure, done), ADD as ServiceRequest)).attempts).toBe(2);
		const { attempts, result } = await run(inTurn(failure, done), CREATE);
		expect({ attempts, outcome: result.outcome }).toEqual({ attempts: 1, outcome: 'unknown' });
		expect(result.message).toMatch(LOOK_FIRST);
	});

	test('attempts are bounded, and the last failure is told', async () => {
		const { result, attempts, waited } = await run(() => ({ status: 503, body: 'Maintenance' }));
		expect(attempts).toBe(4);
		expect(waited).toBeLessThan(10_000);
		expect(result.message).toBe(
			'Maintenance (Deal: Get, HTTP 503): the fault is in the service, so try again later.',
		);
	});

	test('faults are counted apart from refusals by the rate: the fourth of them is the last', async () => {
		const answers = [fault, after(1), fault, after(1), fault, after(1), fault];
		const { result, attempts } = await run(inTurn(...answers));
		expect([result.status, attempts]).toEqual([503, 7]);
	});

	test.each(tables.longWaits)(
		'Retry-After of a 503 is honoured, but for more than a minute: $seconds s',
		async ({ seconds, went }) => {
			const headers = { 'retry-after': String(seconds) };
			expect(await run(inTurn({ status: 503, headers }, done))).toMatchObject(went);
		},
	);
});

const CONNECTING = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'];
/** One connection to each address of a host. */
const several = (...each: object[]) =>
	Object.assign(new AggregateError(each.map((more) => networkError('ECONNREFUSED', more))), {
		code: 'ECONNREFUSED',
	});
const neverArrived = (name: string, answer: Answer): [string, Answer, string, number] => [
	name,
	answer,
	'unreachable',
	LIMITS.attempts,
];
const inDoubt = (name: string, answer: Answer): [string, Answer, string, number] => [
	name,
	answer,
	'unknown',
	1,
];

test.each<[string, Answer, string, number]>([
	...CONNECTING.map((code) => neverArrived(`${code} while connecting`, networkError(code))),
	neverArrived('a name server that fails', networkError('EAI_AGAIN')),
	neverArrived('a connect without end', networkError('ETIMEDOUT', { syscall: 'connect' })),
	neverArrived('no address that takes a connection', several({}, {})),
	['a certificate', networkError('ERR_TLS_CERT_ALTNAME_INVALID'), 'unreachable', 1],
	...CONNECTING.flatMap((code) =>
		['read', 'write'].map((syscall) =>
			inDoubt(`${code} of an open connection, in ${syscall}`, networkError(code, { syscall })),
		),
	),
	inDoubt('one address of several that broke off', several({}, { syscall: 'read' })),
	...['EPROTO', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'ERR_TLS_HANDSHAKE_TIMEOUT'].map((code) =>
		inDoubt(code, networkError(code)),
	),
	inDoubt('a 303, which tells of something done', { status: 303, headers: {} }),
	['another redirect', { status: 307, headers: {} }, 'refused', 1],
])('what a create is that ends with %s', async (_name, answer, outcome, attempts) => {
	const { result, attempts: made } = await run(() => answer, CREATE);
	expect({ outcome: result.outcome, attempts: made }).toEqual({ outcome, attempts });
});

describe('an answer to the input is never repeated', () => {
	test.each(tables.outcomes)(
		'$kind: $status $body to $request is $outcome',
		async ({ kind, status, body, request, outcome }) => {
			const { result, attempts } = await run(() => ({ status, body }), request as ServiceRequest, {
				kind: kind as CredentialKind,
			});
			expect({ outcome: result.outcome, attempts }).toEqual({ outcome, attempts: 1 });
			expect(LOOK_FIRST.test(result.message)).toBe(outcome === 'unknown');
		},
	);
});

describe('a write that may have been carried out stays in doubt', () => {
	test.each<[string, Answer, object, RegExp]>([
		['a long wait', tooMany({ 'retry-after': '70' }), { retryAfterMs: 70_000 }, /daily quota/],
		['a refusal', refusal, { status: 400 }, /^Unknown user .*HTTP 400\): correct the input; /],
		['no connection', networkError('ECONNREFUSED'), {}, /refuses connections/],
		['a page of HTML', { body: '<html></html>' }, { status: 200 }, /HTML page .*Base URL/],
		['faults only', fault, { status: 503 }, /^busy .*try again later; /],
	])('where %s follows the fault, in its own words', async (_name, later, kept, words) => {
		const { result, attempts } = await run(inTurn(fault, later), REPLACE);
		expect(attempts).toBeGreaterThan(1);
		expect(result).toMatchObject({ ...kept, ...IN_DOUBT });
		expect(result.message).toMatch(words);
		expect(result.message).toMatch(LOOK_FIRST);
		expect(result.message.match(/look for its result/g)).toHaveLength(1);
	});

	test.each<[string, Answer[], ServiceRequest]>([
		['a read is not', [fault, refusal], READ],
		['nor is a write that was refused for its rate only', [after(1), refusal], REPLACE],
	])('%s', async (_name, answers, request) => {
		expect((await run(inTurn(...answers), request)).result).toMatchObject({
			outcome: 'refused',
			isInDoubt: false,
			advice: 'correct the input',
		});
	});

	test('nor one that then succeeds', async () => {
		expect((await run(inTurn(fault, done), REPLACE)).result).toMatchObject(done);
	});

	test('where the service asks to wait for longer than there is time', async () => {
		const left = { maxWaitMs: 7_000, timeLeftMs: 7_000, latency: 2_000 };
		const { result, attempts } = await run(inTurn(fault, after(3)), REPLACE, left);
		expect(attempts).toBe(2);
		expect(result).toMatchObject({ status: 429, ...IN_DOUBT });
		expect(result.message).toMatch(LOOK_FIRST);
	});

	test('where others are in line when it would be sent again', async () => {
		const answers: Answer[] = [fault, networkError('ECONNREFUSED')];
		const client = clientOf(
			({ url }) => (url.endsWith('/users') && answers.shift()) || { body: {} },
			{ rate: 1 },
		);
		const sent = failureOf<ServiceError>(client.send(REPLACE, { maxWaitMs: 3_000 }));
		const others = many(4, async () => {
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
	const cancelled = async (request: ServiceRequest, ...answers: Answer[]) => {
		const cancel = new AbortController();
		const respond: Respond = (given, number) => {
			if (number === answers.length) cancel.abort();
			return inTurn(...answers)(given, number);
		};
		const client = clientOf(respond, { signal: cancel.signal });
		const error = await failureOf<ServiceError>(client.send(request));
		expect(client.requests).toHaveLength(answers.length);
		return error;
	};

	test.each<[string, Answer, RegExp]>([
		['for the rate', after(5), /^Too many requests/],
		['after no connection', networkError('ECONNREFUSED'), /reach|connection/],
		['after a fault', fault, /^busy/],
	])('a write that waits %s stays in doubt', async (_name, later, words) => {
		const error = await cancelled(REPLACE, fault, later);
		expect(error).toMatchObject(IN_DOUBT);
		expect(error.message).toMatch(words);
		expect(error.message).toMatch(LOOK_FIRST);
	});

	test('a request that failed is told with its failure, not as one that was not sent', async () => {
		expect(await cancelled(READ, fault)).toMatchObject({ status: 503, serviceMessage: 'busy' });
	});

	test('nothing more is sent, neither what waits nor what would be repeated', async () => {
		const cancel = new AbortController();
		const client = clientOf(
			() => {
				cancel.abort();
				return networkError('ECONNREFUSED');
			},
			{ rate: 1, signal: cancel.signal },
		);
		const sent = [1, 2, 3].map(() => failureOf<ServiceError>(client.send(READ)));
		for (const { message, outcome } of await Promise.all(sent)) {
			expect(message).toBe('The execution was cancelled (Deal: Get): this request was not sent.');
			expect(outcome).toBe('unreachable');
		}
		expect(client.requests).toHaveLength(1);
	});
});

describe('a request with a time of its own', () => {
	test('waits no longer for the rate', async () => {
		const { result, attempts } = await run(inTurn(after(20)), READ, { maxWaitMs: 10_000 });
		expect(result).toMatchObject({ status: 429, retryAfterMs: 20_000 });
		expect(attempts).toBe(1);
	});

	test('nor although n8n’s clock is set back meanwhile', async () => {
		const client: TestClient = clientOf(
			() => {
				client.clock.set -= 3_600_000;
				return after(2);
			},
			{ rate: 5 },
		);
		const begun = client.clock.elapsed();
		await failureOf<ServiceError>(client.send(READ, { maxWaitMs: 10_000 }));
		expect(client.clock.elapsed() - begun).toBeLessThanOrEqual(10_000);
		expect(client.requests.length).toBeLessThanOrEqual(6);
	});

	test('gives a hanging service up when it is over', async () => {
		const left = { maxWaitMs: 7_000, timeLeftMs: 9_000, latency: 4_000 };
		const { result, waited, requests } = await run(() => networkError('ETIMEDOUT'), READ, left);
		expect(result.message).toMatch(/^The service did not respond in time/);
		expect(requests.map(({ timeoutMs }) => Math.ceil(timeoutMs! / 1000))).toEqual([9, 5]);
		expect(waited).toBeLessThanOrEqual(9_000);
	});

	test('is not sent where others before it use it up, and says for how long they do', async () => {
		const client = clientOf(() => done, { rate: 5 });
		const others = many(50, () => client.send(READ));
		const error = await failureOf<ServiceError>(client.send(READ, { maxWaitMs: 3000 }));
		expect(error).toMatchObject({ outcome: 'unreachable' });
		expect(error.retryAfterMs).toBeGreaterThan(3000);
		await Promise.all(others);
		expect(client.requests).toHaveLength(50);
	});
});

/** A process whose first request got through; then it is answered so. */
async function afterProgress(...answers: Answer[]) {
	const client = clientOf(inTurn(done, ...answers), { rate: 5 });
	await client.send(READ);
	return { client, acceptedAt: client.clock.elapsed() };
}

describe('a run goes on through 429s while its process gets anything through', () => {
	/** Something is let through twice a minute, for an hour. */
	async function withProgress(client: TestClient, isOver: () => boolean) {
		for (let count = 0; count < 120 && !isOver(); count++) {
			await client.send(READ);
			await client.clock.sleep(30_000);
		}
	}
	/** Refuses creates so often; reads pass. */
	const refusing = (times: number): Respond => {
		let left = times;
		return ({ method }) => (method === 'POST' && left-- > 0 ? after(1) : done);
	};
	const sending = async (client: TestClient, options?: SendOptions) => {
		let came: { status?: number } | undefined;
		const sent = client.send(CREATE, options).then(
			(answer) => (came = answer),
			(error: unknown) => (came = error as ServiceError),
		);
		await withProgress(client, () => came !== undefined);
		await sent;
		return came;
	};

	test('a create that is refused 30 times is created', async () => {
		expect(await sending(clientOf(refusing(30), { rate: 5 }))).toMatchObject({ status: 200 });
	});

	test.each([
		['a time of its own', { maxWaitMs: 20_000, timeLeftMs: 20_000 }, 'run'],
		['a form', {}, 'form'],
		['a poll', {}, 'poll'],
	] as const)('%s keeps its bounds', async (_name, options, purpose) => {
		const client = clientOf(refusing(Infinity), { rate: 5, purpose });
		const begun = client.clock.elapsed();
		expect(await sending(client, options)).toMatchObject({ status: 429 });
		expect(client.clock.elapsed() - begun).toBeLessThan(2 * LIMITS.retryWaitMs);
	});
});

describe('with progress that ended for many requests at once', () => {
	/** So many creates, ten under way at once. */
	const failing = async (client: TestClient, count: number) => {
		let left = count;
		const oneByOne = async () => {
			while (left-- > 0) await failureOf<ServiceError>(client.send(CREATE));
		};
		await Promise.all(Array.from({ length: 10 }, oneByOne));
	};

	test.each([
		['the rate', tooMany()],
		['the day', tooMany({}, { error: 'The daily quota is used up' })],
	])('by %s, they end within a few minutes, and each behind them is tried once', async (_, no) => {
		const { client, acceptedAt } = await afterProgress(no);
		await failing(client, 10);
		// Then each has one more try, and these come one after the other.
		const took = client.clock.elapsed() - acceptedAt;
		expect(took).toBeLessThan(LIMITS.shutOutMs + 30_000);
		const before = client.requests.length;
		await failing(client, 40);
		expect(client.requests.length - before).toBeLessThanOrEqual(40);
	});

	test('once one gets through again, the others have all their attempts', async () => {
		let refused = true;
		const client = clientOf(() => (refused ? after(1) : done), { rate: 5 });
		await failureOf<ServiceError>(client.send(CREATE));
		refused = false;
		await client.send(READ);
		refused = true;
		const before = client.requests.length;
		await failureOf<ServiceError>(client.send(CREATE));
		expect(client.requests.length - before).toBeGreaterThan(20);
	});
});
