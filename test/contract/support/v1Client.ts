/**
 * Real requests to the v1 interface of a sandbox in this process, which itself holds each response
 * against its description.
 */
import { request } from 'undici';
import { startSandbox, type OptionChanges, type Sandbox } from '../../../sandbox';

export type Fields = Record<string, unknown>;

export interface Answer<Body> {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: Body;
}

export interface Named {
	id: number;
	name: string;
}

/** `{error, messages}` and, for bulk calls, `bulkErrors` (v1 §4, §7). */
export interface Failure {
	error: string;
	messages: string[];
	bulkErrors?: Array<{ index: number; massages: string[] }>;
}

export type Page<Plural extends string, Item = Fields & Named> = {
	totalCount: number;
	page: number;
} & Record<Plural, Item[]>;

export interface DealType extends Named {
	phases: Array<Named & { status: number }>;
	products: Named[];
	probabilities: Named[];
	channels: Named[];
	endPhaseReasons: Named[];
	actionsPurposes: Array<Named & { pattern: number; patternName: string; orderNum: number }>;
	dealCustomItems: Array<Named & { itemKey: string; itemType: string }>;
	dealProductDetailTypes: Named[];
	dealCustomerTypes: Named[];
	dealRequiredFields: Fields[];
}

export interface Settings {
	dealTypes: DealType[];
	users: Array<Named & { email: string }>;
	roles: Named[];
}

export class V1Client {
	constructor(
		readonly sandbox: Sandbox,
		private readonly key: string,
	) {}

	get = <Body = Fields>(path: string) => this.ask<Body>('GET', path);
	post = <Body = Fields>(path: string, body: unknown) => this.ask<Body>('POST', path, body);
	patch = <Body = Fields>(path: string, body: unknown) => this.ask<Body>('PATCH', path, body);
	put = <Body = Fields>(path: string, body: unknown) => this.ask<Body>('PUT', path, body);
	delete = <Body = Fields>(path: string) => this.ask<Body>('DELETE', path);

	/** What a second client with a key of another domain sees. */
	async ofDomain(domainId: number): Promise<V1Client> {
		const { token } = await this.steer<{ token: string }>('POST', 'tokens', {
			kind: 'v1',
			domainId,
		});
		return new V1Client(this.sandbox, token);
	}

	/** Writes records as a second client would, and answers their ids. */
	write = (kind: string, rows: Fields[]) => this.steer<number[]>('POST', `records/${kind}`, rows);

	set = (options: OptionChanges) => this.steer('PATCH', 'options', options);

	async settings(): Promise<Settings> {
		return (await this.get<Settings>('/domains/settings')).body;
	}

	/** A whole create form of a deal, with the first choice of its type. */
	async dealForm(changes: Fields = {}): Promise<Fields & { dealType: { id: number } }> {
		const { dealTypes, users } = await this.settings();
		const [dealType] = dealTypes;
		const { body } = await this.get<Page<'customers'>>('/customers?limit=1');
		const first = (list: Named[] | undefined) => ({ id: list?.[0]?.id ?? 0 });
		return {
			name: 'Deal',
			expectedContractDate: '2027-03-31',
			dealType: { id: dealType?.id ?? 0 },
			customer: first(body.customers),
			phase: first(dealType?.phases),
			product: first(dealType?.products),
			probability: first(dealType?.probabilities),
			channel: first(dealType?.channels),
			user: first(users),
			...changes,
		};
	}

	async steer<Body>(method: string, path: string, body?: unknown): Promise<Body> {
		const { body: answer, statusCode } = await request(`${this.sandbox.admin}/${path}`, {
			method: method as 'GET',
			...(body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		const text = await answer.text();
		if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as Body;
	}

	private async ask<Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
		const {
			statusCode,
			headers,
			body: answer,
		} = await request(`${this.sandbox.v1}${path}`, {
			method: method as 'GET',
			headers: {
				'x-api-key': this.key,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined
				? {}
				: { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await answer.text();
		const parsed: unknown = text === '' ? '' : JSON.parse(text);
		return { status: statusCode, headers, body: parsed as Body };
	}
}

/** Starts a sandbox, without the rate limit unless the options set one. */
export async function startV1Client(set: OptionChanges = {}): Promise<V1Client> {
	const sandbox = await startSandbox({ hasReference: false, set: { rateLimit: 0, ...set } });
	return new V1Client(sandbox, sandbox.credentials.v1);
}

/** Something that must be there, for the rest of the test to make sense. */
export function given<T>(value: T | undefined | null): T {
	if (value === undefined || value === null) throw new Error('the test lacks its precondition');
	return value;
}
