/** Somebody outside of n8n, whom a workflow tells the ids of its events. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export class Listener {
	/** How often each event id was told. */
	readonly told = new Map<string, number>();

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Listener> {
		const server = createServer();
		const listener = new Listener(server);
		server.on('request', (request, response) => {
			void text(request).then((body) => {
				for (const id of JSON.parse(body) as string[]) {
					listener.told.set(id, (listener.told.get(id) ?? 0) + 1);
				}
				response.end('{}');
			});
		});
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
		return listener;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((done) => this.server.close(done));
	}
}
