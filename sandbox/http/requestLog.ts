import type { CredentialKind } from '../contract/operationContract';

export interface RequestEntry {
	number: number;
	/** The moment of the request in service time, as ISO 8601. */
	time: string;
	method: string;
	/** The whole path, without query. */
	path: string;
	/** The query as it was sent, without its question mark. */
	query: string;
	/** The status of the response; null while the request is under way, and for one that never gets any. */
	status: number | null;
	tokenKind: CredentialKind | null;
	/** The number of the credential; those of the ready line have 1 to 3. */
	tokenNumber: number | null;
	/** The injected fault that struck the connection or the response. */
	fault?: 'reset' | 'hang' | 'truncate' | 'garbage';
}

export interface NotificationEntry {
	time: string;
	operation: string;
	domainId: number;
	id: number;
	/** The users who are notified, by bell, e-mail and push. */
	userIds: number[];
}

export interface AuditEntry {
	time: string;
	operation: string;
	domainId: number;
	userId: number | null;
	ids: number[];
}

const keptRequests = 200_000;

/** Hides tokens, so that one put into an address by mistake does not stay in the log. */
const hidden = (text: string): string => text.replace(/svc[pt]_\w*|[0-9a-f]{40}/gi, '(token)');

/** The log of requests and their effects, for people and tests to read; the service never reads it. */
export class Journal {
	private requests: RequestEntry[] = [];
	/** The number of all requests, including those that are no longer kept. */
	requestCount = 0;
	notifications: NotificationEntry[] = [];
	audits: AuditEntry[] = [];
	/** The number of requests that held a name which the documents do not have, by operation and name. */
	ignored: Record<string, number> = {};

	request(asked: Omit<RequestEntry, 'number' | 'status' | 'fault'>): RequestEntry {
		const shown = { ...asked, path: hidden(asked.path), query: hidden(asked.query) };
		const entry = { number: ++this.requestCount, status: null, ...shown };
		this.requests.push(entry);
		if (this.requests.length > keptRequests) this.requests = this.requests.slice(-keptRequests / 2);
		return entry;
	}

	/** Counts a parameter or property that was ignored. */
	ignore(name: string): void {
		const shown = hidden(name);
		this.ignored[shown] = (this.ignored[shown] ?? 0) + 1;
	}

	/** The requests with a number above the given one. */
	requestsSince(number: number): RequestEntry[] {
		return this.requests.filter((entry) => entry.number > number);
	}

	/** The last requests, the newest first. */
	latest(count: number): RequestEntry[] {
		return this.requests.slice(-count).reverse();
	}

	clear(): void {
		this.requests = [];
		this.requestCount = 0;
		this.notifications = [];
		this.audits = [];
		this.ignored = {};
	}
}
