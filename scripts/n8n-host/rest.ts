/** n8n's REST interface, as its editor uses it. */
import { randomUUID } from 'node:crypto';
import { fetch, type Response } from 'undici';
import { messageOf } from '../scratch';

/**
 * A header that closes the connection after each call. n8n closes connections after five idle
 * seconds, and a process that was busy meanwhile would send its next call into a closed one.
 */
export const OWN_CONNECTION = { connection: 'close' } as const;

export interface Owner {
	readonly email: string;
	readonly password: string;
}

export interface WorkflowNode {
	readonly name: string;
	readonly type: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, { id: string; name: string }>>;
	readonly [other: string]: unknown;
}
export interface Workflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly [other: string]: unknown;
}
export interface SavedWorkflow extends Workflow {
	readonly id: string;
	readonly versionId: string;
}

export interface Credential {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, unknown>>;
}

export class N8nRest {
	private readonly cookies = new Map<string, string>();
	private readonly browserId = randomUUID();

	constructor(readonly url: string) {}

	async setUp({ email, password }: Owner): Promise<void> {
		await this.call('POST', '/owner/setup', {
			email,
			password,
			firstName: 'Sandbox',
			lastName: 'Owner',
		});
	}

	async signIn({ email, password }: Owner): Promise<void> {
		await this.call('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Makes a call and returns the `data` of its body. */
	async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.send(method, `/rest${path}`, body);
		return ((await response.json()) as { data: T }).data;
	}

	/** The node or credential types that the editor is given. */
	async types(kind: 'nodes' | 'credentials'): Promise<Array<{ name: string }>> {
		const response = await this.send('GET', `/types/${kind}.json`);
		return (await response.json()) as Array<{ name: string }>;
	}

	/** @throws Error with the status and the answer when it isn't a success */
	async send(method: string, path: string, body?: unknown): Promise<Response> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				...OWN_CONNECTION,
				'content-type': 'application/json',
				'browser-id': this.browserId,
				cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		}).catch((error: unknown) => {
			throw new Error(`${method} ${path}: ${messageOf(error)}`);
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (name !== undefined) this.cookies.set(name, value ?? '');
		}
		if (response.ok) return response;
		const text = await response.text();
		throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
	}
}
