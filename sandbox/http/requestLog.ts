import type { CredentialKind } from '../contract/operationContract';

export interface RequestEntry {
	number: number;
	/** Service time, ISO 8601. */
	time: string;
	method: string;
	/** The whole path, without query. */
	path: string;
	/** The query as it was sent, without its question mark. */
	query: string;
	/** null while the request is under way, and for one that never gets a response. */
	status: number | null;
	tokenKind: CredentialKind | null;
	/** Which credential: its sequence number, the ready line's being 1 to 3. */
	tokenNumber: number | null;
	/** What an injected fault did to the connection or the response. */
	fault?: 'reset' | 'hang' | 'truncate' | 'garbage';
}

export interface NotificationEntry {
	time: string;
	operation: string;
	domainId: number;
	id: number;
	/** Who is notified by bell, e-mail and push. */
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

/** Whoever puts a token into an address by mistake does not find it in the log. */
const hidden = (text: string): string => text.replace(/svc[pt]_\w*|[0-9a-f]{40}/gi, '(token)');

/** What was asked, and what it caused: for tests to read, never for the service itself. */
export class Journal {
	private requests: RequestEntry[] = [];
	/** Of all, also of those that are not kept any more. */
	requestCount = 0;
	notifications: NotificationEntry[] = [];
	audits: AuditEntry[] = [];
	/** How many requests held what the documents do not have, by operation and name. */
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
