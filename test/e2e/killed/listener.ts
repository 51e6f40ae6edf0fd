/** Somebody outside of n8n, whom a workflow tells what came through it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export class Listener {
	/** How often each version was told, by its name. */
	readonly told = new Map<string, number>();
	/** How often something came that had not come before. */
	news = 0;

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Listener> {
		const server = createServer();
		const listener = new Listener(server);
		server.on('request', (request, response) => {
			void text(request).then((body) => {
				const before = listener.told.size;
				for (const name of JSON.parse(body) as string[]) {
					listener.told.set(name, (listener.told.get(name) ?? 0) + 1);
				}
				if (listener.told.size > before) listener.news += 1;
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
