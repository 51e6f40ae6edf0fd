/** A service over HTTP on this machine, and what its clients prove themselves with. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CredentialKind } from '../../../nodes/SalesManagement/api';

export const SECRET = 'svcp_not-a-real-token';

/** The two kinds of token are told apart by their beginning (v2 §5). */
export const secretFor = (kind: CredentialKind): string =>
	kind === 'teamToken' ? SECRET.replace('svcp_', 'svct_') : SECRET;

/** A request as it arrived. */
export interface Received {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export interface Answer {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	/** JSON, or text as it is. */
	readonly body?: unknown;
	readonly act?: (response: ServerResponse) => void;
}

export interface Server {
	readonly url: string;
	readonly requests: Received[];
	close(): Promise<void>;
}

/** A server on a free port of this machine that answers as the test says. */
export async function serve(answer: (request: Received) => Answer): Promise<Server> {
	const requests: Received[] = [];
	const server = createServer((incoming, response) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const { method = '', url = '', headers } = incoming;
			const received = { method, url, headers, body: Buffer.concat(chunks).toString() };
			requests.push(received);
			const { status = 200, headers: own = {}, body, act } = answer(received);
			if (act) {
				act(response);
				return;
			}
			const isText = typeof body === 'string';
			response.writeHead(status, isText ? own : { 'content-type': 'application/json', ...own });
			response.end(isText || body === undefined ? (body ?? '') : JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
