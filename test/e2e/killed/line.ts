/** The network between n8n and the service, which can be cut, stand still, or be slow. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Reset: connections break, and new ones do. Still: they stay, and nothing comes through. */
export type LineState = 'open' | 'reset' | 'still' | 'slow';

const SLOW = { latencyMs: 500, bytesPerMs: 100 };
const POLL = /GET \S*\/deals\?/;

export class Line {
	/** How often the trigger's list was asked for, with whatever success. */
	polls = 0;
	/** Connections that met anything but an open line and a service at its end. */
	struck = 0;
	private state: LineState = 'open';
	private readonly sockets = new Set<Socket>();
	private opened: Promise<void> = Promise.resolve();
	private open: () => void = () => undefined;

	private constructor(
		private readonly server: Server,
		private readonly target: number,
	) {}

	/** Leads to a port of this machine. */
	static async start(target: number): Promise<Line> {
		const server = createServer({ allowHalfOpen: true });
		const line = new Line(server, target);
		server.on('connection', (socket) => line.connected(socket));
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return line;
	}

	/** The same address, over this line. */
	over(address: string): string {
		const url = new URL(address);
		url.port = String((this.server.address() as AddressInfo).port);
		return url.href;
	}

	become(state: LineState): void {
		if (state !== 'open') this.struck += this.sockets.size / 2;
		this.state = state;
		this.open();
		if (state === 'still') {
			this.opened = new Promise((done) => (this.open = done));
		}
		if (state === 'reset') for (const socket of this.sockets) socket.resetAndDestroy();
	}

	close(): void {
		this.server.close();
		for (const socket of this.sockets) socket.destroy();
	}

	private connected(client: Socket): void {
		if (this.state !== 'open') this.struck += 1;
		if (this.state === 'reset') {
			client.on('error', () => undefined).resetAndDestroy();
			return;
		}
		const service = connect({ port: this.target, host: '127.0.0.1', allowHalfOpen: true });
		service.once('error', () => (this.struck += 1));
		for (const [one, other] of [
			[client, service],
			[service, client],
		] as const) {
			this.sockets.add(one);
			one.on('error', () => other.destroy());
			one.once('close', () => this.sockets.delete(one));
			void this.pass(one, other);
		}
	}

	private async pass(from: Socket, to: Socket): Promise<void> {
		try {
			// An iterator that ends would end the other direction as well.
			const chunks = from.iterator({ destroyOnReturn: false });
			for await (const chunk of chunks as AsyncIterable<Buffer>) {
				if (POLL.test(chunk.toString('latin1'))) this.polls += 1;
				await this.opened;
				if (this.state === 'slow') {
					await pause(SLOW.latencyMs + chunk.length / SLOW.bytesPerMs);
				}
				if (!to.write(chunk)) await once(to, 'drain');
			}
			to.end();
		} catch {
			// One end broke; so does the other.
			to.destroy();
		}
	}
}
