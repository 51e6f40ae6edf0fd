/** What the tests of the API layer share: a server, a client, a clock. What needs n8n is in `contextWith.ts`. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, versionOf } from '../../../nodes/SalesManagement/api/client';
import { Pacer } from '../../../nodes/SalesManagement/api/pacing';
import type { Purpose } from '../../../nodes/SalesManagement/api/line';
import type { Reserve } from '../../../nodes/SalesManagement/api/quota';
import { ROUTES } from '../../../nodes/SalesManagement/api/routes';
import type {
	Clock,
	HttpRequest,
	HttpResponse,
} from '../../../nodes/SalesManagement/api/transport';
import type { Client, CredentialKind } from '../../../nodes/SalesManagement/api/types';
import { refuseNonsense } from './refusals';

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

/** Time that passes only while everyone waits for it. */
export class TestClock implements Clock {
	private timers: Array<{ at: number; resolve: () => void }> = [];

	constructor(private time = Date.parse('2026-11-21T18:48:00Z')) {}

	/** By how much the wall clock was set. */
	set = 0;

	now(): number {
		return this.time + this.set;
	}

	elapsed(): number {
		return this.time;
	}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.timers.push({ at: this.time + milliseconds, resolve });
			setImmediate(() => this.advance());
		});
	}

	private advance(): void {
		this.timers.sort((a, b) => a.at - b.at);
		const timer = this.timers.shift();
		if (!timer) return;
		this.time = Math.max(this.time, timer.at);
		timer.resolve();
	}
}

export type Respond = (request: HttpRequest, number: number) => Partial<HttpResponse> | Error;

export interface TestClient<Time extends Clock = TestClock> extends Client {
	readonly requests: HttpRequest[];
	readonly clock: Time;
}

/** How long the service takes to answer, in milliseconds: always, or at a time of the client's clock. */
export type Latency = number | ((now: number) => number);

interface TestClientOptions {
	readonly kind?: CredentialKind;
	readonly rate?: number;
	readonly latency?: Latency;
	readonly signal?: AbortSignal;
	readonly purpose?: Purpose;
	readonly reserve?: Reserve;
}

/** A client whose service is a function: for what needs time or many requests, not HTTP. */
export const clientOf = (respond: Respond, options: TestClientOptions = {}): TestClient =>
	clientWith(new TestClock(), respond, options);

/** The same, by another clock. */
export function clientWith<Time extends Clock>(
	clock: Time,
	respond: Respond,
	{ kind = 'personalToken', rate = 1000, latency = 0, ...more }: TestClientOptions = {},
): TestClient<Time> {
	const requests: HttpRequest[] = [];
	const client = createClient({
		kind,
		baseUrl: `https://service.example/${versionOf(kind)}`,
		routes: ROUTES[versionOf(kind)],
		clock,
		pacer: new Pacer(rate, clock, () => 0),
		secret: SECRET,
		...more,
		transport: async (request) => {
			refuseNonsense(request);
			requests.push(request);
			const number = requests.length;
			const trip = typeof latency === 'number' ? latency : latency(clock.elapsed());
			if (trip > 0) await clock.sleep(trip);
			const answer = respond(request, number);
			if (answer instanceof Error) throw answer;
			return { status: 200, headers: {}, body: '', ...answer };
		},
	});
	return Object.assign(client, { requests, clock });
}

/** A network error as Node reports it. */
export const networkError = (code: string, more: object = {}): Error =>
	Object.assign(new Error(`${code} while sending`), { code, ...callOf(code), ...more });

/** What the system was asked to do when it usually fails so. */
function callOf(code: string): { syscall?: string } {
	if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return { syscall: 'getaddrinfo' };
	const isOfConnect = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'].includes(code);
	return isOfConnect ? { syscall: 'connect' } : {};
}

/** The error that a promise is rejected with. */
export async function failureOf<T extends Error>(promise: Promise<unknown>): Promise<T> {
	try {
		await promise;
	} catch (error) {
		return error as T;
	}
	throw new Error('It was expected to fail');
}
