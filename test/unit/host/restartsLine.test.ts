/** The line between n8n and the service does to connections what the part `restarts` says it does. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Line } from '../../e2e/restarts/line';

let service: Server;
let line: Line;
let served = 0;

beforeEach(async () => {
	served = 0;
	service = createServer((request, response) => {
		served += 1;
		response.end(`answers ${request.url ?? ''}`);
	}).listen(0, '127.0.0.1');
	await once(service, 'listening');
	line = await Line.start((service.address() as AddressInfo).port);
});
afterEach(() => {
	line.close();
	service.closeAllConnections();
	service.close();
});

/** As n8n does, each with a connection of its own. */
async function asks(path: string): Promise<string> {
	const answer = await fetch(line.over(`http://127.0.0.1:1${path}`), {
		headers: { connection: 'close' },
	});
	return await answer.text();
}

test('open, it leads to the service, and counts what asks for deals', async () => {
	expect(await asks('/v2/deals?limit=1')).toBe('answers /v2/deals?limit=1');
	expect(await asks('/v2/users')).toBe('answers /v2/users');
	expect([line.polls, line.struck]).toEqual([1, 0]);
});

test('cut, connections break and the service hears nothing; then it leads there again', async () => {
	line.become('reset');
	await expect(asks('/v2/deals?limit=1')).rejects.toThrow('fetch failed');
	expect([served, line.struck]).toEqual([0, 1]);
	line.become('open');
	expect(await asks('/v2/users')).toBe('answers /v2/users');
});

test('cut in the middle of a request, that one breaks', async () => {
	line.become('still');
	const answer = asks('/v2/deals?limit=1');
	await passes(() => line.polls === 0);
	line.become('reset');
	await expect(answer).rejects.toThrow('fetch failed');
	expect(served).toBe(0);
});

test('still, a request waits and is answered when it is open again', async () => {
	line.become('still');
	const answer = asks('/v2/deals?limit=1');
	await passes(() => line.polls === 0);
	expect([served, line.struck]).toEqual([0, 1]);
	line.become('open');
	expect(await answer).toBe('answers /v2/deals?limit=1');
});

test('slow, it comes through whole', async () => {
	line.become('slow');
	expect(await asks('/v2/users')).toBe('answers /v2/users');
	expect(line.struck).toBe(1);
});

test('without a service at its end, a connection breaks and is counted', async () => {
	service.close();
	await expect(asks('/v2/users')).rejects.toThrow('fetch failed');
	expect(line.struck).toBe(1);
});

async function passes(isNotYet: () => boolean): Promise<void> {
	while (isNotYet()) await new Promise((done) => setTimeout(done, 5));
}
