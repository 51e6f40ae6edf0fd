/** Cancelling an execution ends what it waits for, at once, and sends nothing more. */
import { connect } from '../../../nodes/SalesManagement/api/connect';
import { Pacer } from '../../../nodes/SalesManagement/api/pacing';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { contextWith } from '../support/contextWith';
import { failureOf, serve, TestClock, type Answer } from '../support/testClient';

/** How long the service asks to wait; a wait that is not ended lasts this long. */
const SECONDS = 20;
/** Generous, since the machine may be busy. */
const AT_ONCE_MS = 5_000;

const WAITS: ReadonlyArray<[string, Answer]> = [
	['the rate limit', { status: 429, headers: { 'retry-after': String(SECONDS) } }],
	['a fault', { status: 503, headers: { 'retry-after': String(SECONDS) } }],
	['an answer that has not begun', { act: () => undefined }],
	[
		'an answer that stopped halfway',
		{ act: (response) => void response.writeHead(200).write('{"id":') },
	],
];

test.each(WAITS)('a wait for %s ends when the execution is cancelled', async (_name, answer) => {
	const server = await serve(() => answer);
	const cancel = new AbortController();
	try {
		const context = contextWith(
			'personalToken',
			{ baseUrl: `${server.url}/v2`, requestsPerSecond: 1000 },
			cancel.signal,
		);
		const client = await connect(context, 'personalToken');
		const failing = failureOf<ServiceError>(
			client.send({ operation: 'deal.get', path: { id: 1 } }),
		);
		while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await new Promise((resolve) => setTimeout(resolve, 50));
		const cancelledAt = performance.now();
		cancel.abort();
		expect((await failing).name).toBe('ServiceError');
		expect(performance.now() - cancelledAt).toBeLessThan(AT_ONCE_MS);
		expect(server.requests).toHaveLength(1);
	} finally {
		await server.close();
	}
});

test('who is cancelled does not wait behind another execution on the same credential', async () => {
	const clock = new TestClock();
	// Time stands still, so that only cancelling can end a wait.
	jest.spyOn(clock, 'sleep').mockImplementation(async () => await new Promise(() => undefined));
	const pacer = new Pacer(1, clock);
	await pacer.turn();
	void pacer.turn();
	const cancel = new AbortController();
	const turn = pacer.turn({ signal: cancel.signal });
	cancel.abort();
	expect(await turn).toBeUndefined();
});

test('a turn that was given up is nobody’s: the next one gets it', async () => {
	const clock = new TestClock();
	const pacer = new Pacer(1, clock);
	await pacer.turn();
	const cancel = new AbortController();
	const given = pacer.turn({ signal: cancel.signal });
	const next = pacer.turn();
	cancel.abort();
	const begun = clock.now();
	expect(await given).toBeUndefined();
	expect(await next).toBeDefined();
	expect(clock.now() - begun).toBeLessThanOrEqual(pacer.window);
});
