import { request as send, type Dispatcher } from 'undici';
import { startSandbox, type Sandbox, type StartOptions } from '../../../sandbox';
import { recordsIn } from '../../support/meets';

export { idsOf, recordsIn } from '../../support/meets';

export type Fields = Record<string, unknown>;
export interface Row extends Fields {
	id: number;
}
export type Version = 'v1' | 'v2';
export interface Answer<Body = Row> {
	status: number;
	body: Body;
	headers: Readonly<Record<string, string | string[] | undefined>>;
}
interface Sent {
	/** Instead of the personal token, or in v1 the key, of the ready line; null sends none. */
	token?: string | null;
	headers?: Record<string, string>;
}

/** What is answered; a body that is text is sent as it is. */
async function sent<Body>(
	method: string | undefined,
	url: string,
	body: unknown,
	headers: Record<string, string | undefined>,
): Promise<Answer<Body>> {
	const response = await send(url, {
		method: method as Dispatcher.HttpMethod,
		headers,
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await response.body.text();
	const parsed: unknown = text === '' ? '' : JSON.parse(text);
	// The caller names the shape that it goes on with.
	return { status: response.statusCode, body: parsed as Body, headers: response.headers };
}

/**
 * A sandbox in this process, and calls of both its versions as a client over HTTP makes them. The
 * sandbox itself holds every response against its OpenAPI description.
 */
export class Api {
	sandbox!: Sandbox;

	/** Without records, a rate limit or a page to read, unless the options say otherwise. */
	async start({ set, ...options }: StartOptions = {}): Promise<this> {
		const usual = { seed: 'empty', hasReference: false, checkResponses: true } as const;
		this.sandbox = await startSandbox({ ...usual, ...options, set: { rateLimit: 0, ...set } });
		return this;
	}

	close = (): Promise<void> => this.sandbox.close();

	/** A call such as `POST /customers`; a body that is text is sent as it is. */
	async call<Body = Row>(
		version: Version,
		request: string,
		body?: unknown,
		more: Sent = {},
	): Promise<Answer<Body>> {
		const [method, path = ''] = request.split(/ (.*)/);
		const { personal, v1 } = this.sandbox.credentials;
		const { token = version === 'v2' ? personal : v1 } = more;
		const [header, scheme] = version === 'v2' ? ['authorization', 'Bearer '] : ['x-api-key', ''];
		return await sent<Body>(method, this.sandbox[version] + path, body, {
			...(token === null ? {} : { [header]: scheme + token }),
			'content-type': 'application/json',
			...more.headers,
		});
	}

	/** The body of a call that must succeed. */
	async ok<Body = Row>(...call: Parameters<Api['call']>): Promise<Body> {
		const { status, body } = await this.call<Body>(...call);
		if (status >= 300) throw new Error(`${call[1]}: ${status} ${JSON.stringify(body)}`);
		return body;
	}

	/** A call of the steering, such as `GET /stats`. */
	async steer<Body = Fields>(request: string, body?: unknown): Promise<Body> {
		const [method, path = ''] = request.split(' ');
		const headers = body === undefined ? {} : { 'content-type': 'application/json' };
		const answer = await sent<Body>(method, this.sandbox.admin + path, body, headers);
		if (answer.status < 300) return answer.body;
		throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`);
	}

	records = (kind: string, rows: unknown[]) => this.steer<number[]>(`POST /records/${kind}`, rows);
	options = (changes: object) => this.steer('PATCH /options', changes);
	reset = (seed?: string) => this.steer('POST /reset', { seed });
	advance = (advanceMs: number) => this.steer('POST /clock', { advanceMs });
	token = async (asked: object): Promise<string> =>
		(await this.steer<{ token: string }>('POST /tokens', asked)).token;

	/** The records of every page of a list, in both versions. */
	async all(version: Version, path: string, sent?: Sent): Promise<Row[]> {
		const rows: Row[] = [];
		const mark = path.includes('?') ? '&' : '?';
		for (let page = 1, more = ''; ; page++) {
			const body = await this.ok<Fields>(version, `GET ${path}${more}`, undefined, sent);
			const found = recordsIn(body);
			rows.push(...found);
			if (version === 'v2' && 'hasMore' in body) {
				expect(body.hasMore).toBe(body.nextCursor !== null);
				if (body.nextCursor === null) return rows;
				more = `${mark}cursor=${encodeURIComponent(body.nextCursor as string)}`;
			} else {
				if (found.length === 0 || rows.length >= Number(body.totalCount)) return rows;
				more = `${mark}page=${page + 1}`;
			}
		}
	}
}

/** A sandbox for the tests around: started before them, and closed behind them. */
export function withSandbox(options?: StartOptions): Api {
	const api = new Api();
	beforeAll(() => api.start(options));
	afterAll(api.close);
	return api;
}

export const times = <One>(count: number, one: (at: number) => One): One[] =>
	Array.from({ length: count }, (_, at) => one(at));
