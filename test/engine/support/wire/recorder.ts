/** Stands between the node and the sandbox, passes everything on, and keeps what was on the wire. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request as send } from 'undici';

export interface Recorded {
	readonly method: string;
	/** Below the base address, without the query. */
	readonly path: string;
	/** As sent, decoded. */
	readonly query: string;
	/** Parsed JSON; `undefined` when nothing was sent. */
	readonly body: unknown;
	readonly status: number;
	/** The body of the response, as it came. */
	readonly answer: string;
}

export interface Recorder {
	/** The base address to give the credential instead of the sandbox's. */
	readonly baseUrl: string;
	readonly requests: Recorded[];
	close(): Promise<void>;
}

const textOf = async (stream: AsyncIterable<unknown>): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
	return Buffer.concat(chunks).toString('utf8');
};

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers)
			.filter(
				([name]) => !['host', 'connection', 'content-length', 'accept-encoding'].includes(name),
			)
			.map(([name, value]) => [name, String(value)]),
	);

/** @param target the sandbox's base address, such as `http://127.0.0.1:4010/v2`. */
export async function startRecorder(target: string): Promise<Recorder> {
	const requests: Recorded[] = [];
	const { origin, pathname: base } = new URL(target);
	const server = createServer((incoming, outgoing) => {
		void (async () => {
			const text = await textOf(incoming);
			const url = new URL(incoming.url ?? '/', origin);
			const method = incoming.method ?? 'GET';
			const answer = await send(url, {
				method: method as 'GET',
				headers: headersOf(incoming),
				...(text === '' ? {} : { body: text }),
			});
			const answered = await textOf(answer.body);
			requests.push({
				method,
				path: decodeURIComponent(url.pathname.slice(base.length)),
				query: decodeURIComponent(url.search.slice(1).replace(/\+/g, ' ')),
				body: text === '' ? undefined : (JSON.parse(text) as unknown),
				status: answer.statusCode,
				answer: answered,
			});
			outgoing.writeHead(answer.statusCode, {
				'content-type': String(answer.headers['content-type'] ?? 'application/json'),
				date: String(answer.headers.date ?? new Date().toUTCString()),
			});
			outgoing.end(answered);
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}${base}`,
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
