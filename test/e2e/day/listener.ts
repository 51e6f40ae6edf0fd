/** Somebody outside of n8n, whom each trigger's workflow tells what the trigger handed out. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { node } from '../workflows';

/** One item: the record's ID, the name of its version, the type of the event, and what is wrong. */
type Told = readonly [number | null, string | null, string, string | null];

export interface Batch {
	/** By this machine's clock. */
	readonly at: number;
	readonly items: readonly Told[];
}

export class Listener {
	private readonly batches = new Map<string, Batch[]>();

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Listener> {
		const server = createServer();
		const listener = new Listener(server);
		server.on('request', (request, response) => {
			void text(request).then((body) => {
				const items = JSON.parse(body) as Told[];
				listener.of(decodeURIComponent(request.url ?? '')).push({ at: Date.now(), items });
				response.end('{}');
			});
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return listener;
	}

	/** What a trigger has handed out so far. */
	of(path: string): Batch[] {
		const known = this.batches.get(path) ?? [];
		this.batches.set(path, known);
		return known;
	}

	/** The node that tells; `named` is the field that holds the name of a version. */
	teller(path: string, named: string): WorkflowNode {
		const { port } = this.server.address() as AddressInfo;
		const item = `[item.json.id, item.json.${named}, item.json._event.type, item.json.problem]`;
		return node('Tell', 'n8n-nodes-base.httpRequest', {
			typeVersion: 4.2,
			executeOnce: true,
			parameters: {
				method: 'POST',
				url: `http://127.0.0.1:${port}${encodeURI(path)}`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: `={{ JSON.stringify($input.all().map((item) => ${item})) }}`,
			},
		});
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((done) => this.server.close(done));
	}
}
