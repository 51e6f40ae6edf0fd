/** Stands between the node and the sandbox, keeps what is on the wire, and lets other things happen there. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { request as send } from 'undici';
import { serve } from '../../http/support/server';

/** A request of the node. */
export interface Asked {
	/** How many there have been, this one included. */
	readonly number: number;
	readonly method: string;
	/** Below the interface, such as `/deals/5`, decoded. */
	readonly path: string;
	/** As sent, decoded. */
	readonly query: string;
	/** Parsed JSON; `undefined` when nothing was sent. */
	readonly body: unknown;
}

interface Recorded extends Asked {
	status?: number;
	/** The body of the response. */
	answer?: string;
}

export interface Answered {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** JSON, or text as it is. */
	readonly body?: unknown;
}

/** The connection breaks. */
export const BREAKS: Answered = { status: 0 };

/** @param pass asks the sandbox, with another query where one is given. */
export type Happens = (
	asked: Asked,
	pass: (query?: string) => Promise<Answered>,
) => Promise<Answered> | Answered;

export interface Recorder {
	/** The base address to give the credential instead of the sandbox's. */
	readonly baseUrl: string;
	requests: Recorded[];
	/** What happens to each request; the sandbox answers unless it is said otherwise. */
	happens: Happens;
	close(): Promise<void>;
}

const HOP = ['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding'];
const endToEnd = (headers: IncomingHttpHeaders): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers)
			.filter(([name]) => !HOP.includes(name))
			.map(([name, value]) => [name, String(value)]),
	);

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
};

/** @param target the sandbox's address, with an interface or without, such as `http://127.0.0.1:4010/v2`. */
export async function startRecorder(target: string): Promise<Recorder> {
	const { origin, pathname } = new URL(target);
	const server = await serve(({ method, url: asks, headers: from, body: text }) => {
		const url = new URL(asks, origin);
		const pass = async (query?: string): Promise<Answered> => {
			const to = query === undefined ? url : new URL(`?${query}`, url);
			const answer = await send(to, {
				method: method as 'GET',
				headers: endToEnd(from),
				...(text !== '' && { body: text }),
			});
			const { statusCode: status, headers, body } = answer;
			return { status, headers: endToEnd(headers), body: parsed(await body.text()) };
		};
		const asked: Recorded = {
			number: recorder.requests.length + 1,
			method,
			path: decodeURIComponent(url.pathname.replace(/^\/v\d/, '')),
			query: decodeURIComponent(url.search.slice(1).replace(/\+/g, ' ')),
			body: text === '' ? undefined : (JSON.parse(text) as unknown),
		};
		recorder.requests.push(asked);
		const act = async (outgoing: ServerResponse) => {
			const answered = await recorder.happens(asked, pass);
			if (answered === BREAKS) {
				outgoing.destroy();
				return;
			}
			const { status, headers, body } = answered;
			const isText = typeof body === 'string';
			asked.status = status;
			asked.answer = isText ? body : JSON.stringify(body);
			// The sandbox's own date, or none.
			outgoing.sendDate = false;
			outgoing.writeHead(status, {
				...(!isText && { 'content-type': 'application/json' }),
				...headers,
			});
			outgoing.end(asked.answer);
		};
		return {
			act: (outgoing) =>
				void act(outgoing).catch((error: unknown) => outgoing.destroy(error as Error)),
		};
	});
	const recorder: Recorder = {
		baseUrl: `${server.url}${pathname === '/' ? '' : pathname}`,
		requests: [],
		happens: async (_, pass) => await pass(),
		close: server.close,
	};
	return recorder;
}
