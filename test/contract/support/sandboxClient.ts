import { startSandbox, type Sandbox, type StartOptions } from '../../../sandbox';

export type Fields = Record<string, unknown>;
export interface Row extends Fields {
	id: number;
}
export interface Answer<Body = Row> {
	status: number;
	body: Body;
	headers: Headers;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export interface Sent {
	body?: unknown;
	/** Sent instead of the personal token of the ready line; null sends none. */
	token?: string | null;
	headers?: Record<string, string>;
}

/**
 * A sandbox in this process, and calls to it as a client over HTTP makes them. The sandbox itself
 * holds every response against its OpenAPI description.
 */
export class SandboxClient {
	private constructor(readonly sandbox: Sandbox) {}

	/** Without a rate limit, or a page to read, unless the options say otherwise. */
	static async start(options: StartOptions = {}): Promise<SandboxClient> {
		const set = { rateLimit: 0, ...options.set };
		return new SandboxClient(await startSandbox({ hasReference: false, ...options, set }));
	}

	close = (): Promise<void> => this.sandbox.close();

	/** A call of v2. */
	async call<Body = Row>(method: Method, path: string, sent: Sent = {}): Promise<Answer<Body>> {
		const { body, token = this.sandbox.credentials.personal, headers } = sent;
		const response = await fetch(this.sandbox.v2 + path, {
			method,
			headers: {
				'content-type': 'application/json',
				...(token === null ? {} : { authorization: `Bearer ${token}` }),
				...headers,
			},
			...(body === undefined
				? {}
				: { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		const parsed: unknown = text === '' ? '' : JSON.parse(text);
		const answer = { status: response.status, body: parsed, headers: response.headers };
		// The caller names the shape that it goes on with.
		return answer as Answer<Body>;
	}

	get = <Body = Row>(path: string, sent?: Sent) => this.call<Body>('GET', path, sent);
	post = <Body = Row>(path: string, body?: unknown, sent?: Sent) =>
		this.call<Body>('POST', path, { body, ...sent });
	patch = <Body = Row>(path: string, body?: unknown, sent?: Sent) =>
		this.call<Body>('PATCH', path, { body, ...sent });
	put = <Body = Row>(path: string, body?: unknown, sent?: Sent) =>
		this.call<Body>('PUT', path, { body, ...sent });
	delete = <Body = Row>(path: string, sent?: Sent) => this.call<Body>('DELETE', path, sent);

	/** The body of a call that must succeed. */
	async ok<Body = Row>(answer: Promise<Answer<Body>>): Promise<Body> {
		const { status, body } = await answer;
		if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
		return body;
	}

	/** A call of `/__sandbox`. */
	async steer<Body = unknown>(path: string, body?: unknown, method = 'POST'): Promise<Body> {
		const response = await fetch(`${this.sandbox.admin}${path}`, {
			method: body === undefined && method === 'POST' ? 'GET' : method,
			...(body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
		// The caller names the shape that it goes on with.
		return (text === '' ? undefined : JSON.parse(text)) as Body;
	}

	records = (kind: string, rows: unknown[]) => this.steer<number[]>(`/records/${kind}`, rows);
	options = (changes: object) => this.steer('/options', changes, 'PATCH');
	reset = (seed?: string) => this.steer('/reset', seed === undefined ? {} : { seed });
	advance = (advanceMs: number) => this.steer('/clock', { advanceMs });
	async token(asked: object): Promise<string> {
		return (await this.steer<{ token: string }>('/tokens', asked)).token;
	}
}

export interface CursorList extends Fields {
	hasMore: boolean;
	nextCursor: string | null;
	totalCount: number;
}

/** The records of every page, and how many pages there were. */
export async function readAll(
	api: SandboxClient,
	path: string,
	plural: string,
	sent?: Sent,
): Promise<Row[]> {
	const rows: Row[] = [];
	let cursor: string | null = null;
	do {
		const separator = path.includes('?') ? '&' : '?';
		const more: string = cursor === null ? '' : `${separator}cursor=${encodeURIComponent(cursor)}`;
		const page: CursorList = await api.ok(api.get<CursorList>(path + more, sent));
		// The envelope's plural holds the records.
		rows.push(...(page[plural] as Row[]));
		cursor = page.nextCursor;
		expect(page.hasMore).toBe(cursor !== null);
	} while (cursor !== null);
	return rows;
}

export const idsOf = (rows: unknown): number[] => (rows as Row[]).map(({ id }) => id);

/** A search for records whose field meets one comparison. */
export const filterOf = (field: string | Fields, comparisonOperator: string, value?: Fields) => ({
	valueFilter: {
		field: typeof field === 'string' ? { name: field } : field,
		comparisonOperator,
		...(value === undefined ? {} : { value }),
	},
});

export const composite = (logicalOperator: string, ...subFilters: object[]) => ({
	compositeFilter: { logicalOperator, subFilters },
});

/** A create form of a deal of the first deal type, on the first customer. */
export const dealForm = (more: Fields = {}): Fields => ({
	name: 'A deal',
	expectedContractDate: '2026-12-24',
	customer: { id: 1 },
	dealType: { id: 1 },
	phase: { id: 1 },
	product: { id: 1 },
	probability: { id: 1 },
	channel: { id: 1 },
	user: { id: 1 },
	...more,
});

/** A create form of a customer or contact action. */
export const actionForm = (more: Fields = {}): Fields => ({
	pattern: { id: 1 },
	startDatetime: '2026-05-01T10:00:00Z',
	endDatetime: '2026-05-01T11:00:00Z',
	creator: { id: 1 },
	...more,
});

/** A create form of a deal action; purposes 1 and 2 are of the first deal type. */
export const dealActionForm = (dealId: number, more: Fields = {}): Fields => {
	const { pattern: _, ...form } = actionForm();
	return { ...form, purpose: { id: 1 }, deal: { id: dealId }, ...more };
};
