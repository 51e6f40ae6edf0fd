/** n8n closes a connection after five idle seconds, which a busy process notices too late. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { N8nRest } from '../../../scripts/n8n-host/rest';
import { messageOf } from '../../../scripts/scratch';

let server: Server | undefined;
afterEach(async () => await new Promise((done) => server?.close(done)));

async function n8nThat(answers: RequestListener): Promise<N8nRest> {
	const started = createServer(answers);
	server = started;
	await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
	return new N8nRest(`http://127.0.0.1:${(started.address() as AddressInfo).port}`);
}

test('no call goes out on the connection of another one', async () => {
	const connections = new Set<Socket>();
	const rest = await n8nThat(({ socket }, response) => {
		connections.add(socket);
		response.end(JSON.stringify({ data: connections.size }));
	});
	expect(await rest.call('POST', '/one', {})).toBe(1);
	// Until the first one's is free again.
	await pause(200);
	expect(await rest.call('POST', '/two', {})).toBe(2);
});

test('an error says which call it was, and why: "fetch failed" alone helps nobody', async () => {
	const rest = await n8nThat(({ socket }) => socket.destroy());
	const said = await rest.call('GET', '/login').catch(messageOf);
	expect(said).toMatch(/^GET \/rest\/login: fetch failed: (other side closed|.*ECONNRESET)$/);
});
