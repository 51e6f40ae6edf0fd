/** A client whose service is a function and whose time is counted, not waited for. */
import {
	createClient,
	Pacer,
	reserveOf,
	ROUTES,
	versionOf,
	type Client,
	type ClientParts,
	type Clock,
	type HttpRequest,
	type HttpResponse,
} from '../../../nodes/SalesManagement/api';
import { refuseNonsense } from './refusals';
import { SECRET } from './server';

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
	readonly pacer: Pacer;
}

/** How long the service takes to answer, in milliseconds: always, or at a time of the client's clock. */
export type Latency = number | ((now: number) => number);

interface TestClientOptions extends Partial<Omit<ClientParts, 'transport' | 'clock' | 'reserve'>> {
	/** Requests a second. */
	readonly rate?: number;
	/** Daily requests that are kept for triggers. */
	readonly reserve?: number;
	readonly latency?: Latency;
	/** Whether the service takes any address, also those that are tried because others are missing. */
	readonly isLenient?: boolean;
}

/** A client whose service is a function: for what needs time or many requests, not HTTP. */
export const clientOf = (respond: Respond, options: TestClientOptions = {}): TestClient =>
	clientWith(new TestClock(), respond, options);

/** The same, by another clock. */
export function clientWith<Time extends Clock>(
	clock: Time,
	respond: Respond,
	{ latency = 0, isLenient = false, rate = 1000, reserve, ...parts }: TestClientOptions = {},
): TestClient<Time> {
	const requests: HttpRequest[] = [];
	const { kind = 'personalToken', pacer = new Pacer(rate, clock, () => 0) } = parts;
	const version = versionOf(kind);
	const client = createClient({
		baseUrl: `https://service.example/${version}`,
		routes: ROUTES[version],
		secret: SECRET,
		...parts,
		kind,
		pacer,
		clock,
		reserve: reserveOf(kind, reserve),
		transport: async (request) => {
			if (!isLenient) refuseNonsense(request);
			requests.push(request);
			const number = requests.length;
			const trip = typeof latency === 'number' ? latency : latency(clock.elapsed());
			if (trip > 0) await clock.sleep(trip);
			const answer = respond(request, number);
			if (answer instanceof Error) throw answer;
			return { status: 200, headers: {}, body: '', ...answer };
		},
	});
	return Object.assign(client, { requests, clock, pacer });
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
