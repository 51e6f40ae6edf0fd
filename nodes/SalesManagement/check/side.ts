/** One interface while it is checked, and how one read of it is asked. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors/errors';
import { pages } from '../api/lists/pages';
import { ROUTES, type OperationId } from '../api/routes/routes';
import type { Client, Route, ServiceRequest } from '../api/types';
import { assertAnswer } from '../operations/answer';
import { isObject, textOf } from '../values';
import { Untold, type Requests } from './requests';
import type { Rewrite } from './rewrites';
import { shapeOf } from './shape';
import { linkedKey, type Ask, type Read } from './targets';

/** What a read came to, as the node reads it. */
export type Outcome =
	| { readonly is: 'read'; readonly records: readonly IDataObject[] }
	/** `missing` at its address, `forbidden`, `refused` as it is asked, or `unreadable` for the node. */
	| {
			readonly is: 'missing' | 'forbidden' | 'refused' | 'unreadable';
			/** Status, names and types. */
			readonly evidence: string;
			readonly status?: number;
	  }
	| { readonly is: 'untold'; readonly why: string; readonly advice: string };

/** As many records of a list as show most properties filled. */
const FEW = 10;

const NOT_ASKED: Outcome = {
	is: 'untold',
	why: 'there is no record to ask it of',
	advice:
		'To have these checked too, create such records in the service, or for custom objects enter their key under Definition Key; then run the check again.',
};

/** An address that no service has. */
const NOWHERE: Route = {
	...{ method: 'GET', path: '/no_such_address_at_all', parameters: {} },
	...{ known: 'inferred', repeatable: false },
};

export const routeText = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
	`${method} ${path}`;

interface Given {
	readonly client: Client;
	readonly requests: Requests;
	readonly reads: readonly Read[];
	/** What stands before its operations in Endpoint Overrides. */
	readonly mark: '' | 'v1:';
	/** The rewrites that hold, also at the other interface. */
	readonly seen: Set<Rewrite>;
	/** As the form names it. */
	readonly objectKey?: string;
}

export class Side {
	readonly client: Client;
	readonly reads: readonly Read[];
	/** How reads were asked, and what they came to. */
	readonly outcomes = new Map<OperationId, Outcome & { readonly ask?: Ask }>();
	/** Where reads were found that are missing at their address. */
	readonly found = new Map<OperationId, Route>();
	/** With which error an address is answered that is certainly missing. */
	private nowhere?: number;

	constructor(readonly given: Given) {
		this.client = given.requests.by(given.client);
		this.reads = given.reads.filter(({ operation }) => operation in ROUTES[this.version]);
	}

	get version() {
		return this.given.client.version;
	}

	/** The row of the table, whatever is entered under Endpoint Overrides. */
	row(operation: OperationId): Route {
		return ROUTES[this.version][operation] ?? this.client.route(operation);
	}

	/** Where an operation is, as far as it is known. */
	place(operation: OperationId): Route {
		return this.found.get(operation) ?? this.client.route(operation);
	}

	readonly shown = (operation: OperationId): readonly IDataObject[] => {
		const outcome = this.outcomes.get(operation);
		return outcome?.is === 'read' ? outcome.records : [];
	};

	/** What an expectation gets to see of a read. */
	seen(read: Read) {
		const outcome = this.outcomes.get(read.operation) ?? NOT_ASKED;
		const { ask } = outcome as { readonly ask?: Ask };
		return { side: this, read, ask, outcome, records: this.shown(read.operation) };
	}

	asksOf(read: Read): readonly Ask[] {
		return read.asks(this.shown, this.given.objectKey?.trim() || linkedKey(this.shown));
	}

	/** The client, for which one operation is at the address given. */
	at(operation: OperationId, route = this.place(operation)): Client {
		const { client } = this;
		const send: Client['send'] = async (request, options) =>
			await client.send(request, { ...options, route });
		return Object.create(client, {
			send: { value: send },
			route: { value: () => route },
		}) as Client;
	}

	/** @throws ServiceError where nothing comes back from the service. */
	async learnNowhere(): Promise<void> {
		const request = { operation: 'user.getMany' } as const;
		try {
			await this.client.send(request, { route: NOWHERE });
		} catch (error) {
			if (error instanceof Untold && error.failure) throw error.failure;
			this.nowhere = error instanceof ServiceError ? error.status : undefined;
		}
	}

	async read({ operation }: Read, ask: Ask, route = this.place(operation)): Promise<Outcome> {
		const { path, query, body } = ask;
		const request: ServiceRequest = { operation, path, query, body };
		try {
			const client = this.at(operation, route);
			const records = route.list ? await firstOf(client, request) : [await one(client, request)];
			return { is: 'read', records };
		} catch (error) {
			return this.failed(error);
		}
	}

	private failed(error: unknown): Outcome {
		if (error instanceof Untold) return { is: 'untold', why: error.message, advice: error.advice };
		if (!(error instanceof ServiceError)) throw error as Error;
		const { last } = this.given.requests;
		// Where it came as JSON, it is what the node makes of it that failed.
		if (last) return { is: 'unreadable', evidence: `${last.status} ${shapeOf(last.body)}` };
		const { status = 200 } = error;
		const failure = { status, evidence: `${status}` };
		// A redirect leads elsewhere, and a page is no answer of the interface. A gateway may forbid what it does not know.
		const isMissing = status < 400 || [404, 405, 410].includes(status);
		if (isMissing || (status === 403 && this.nowhere === 403)) return { is: 'missing', ...failure };
		return { is: [401, 403].includes(status) ? 'forbidden' : 'refused', ...failure };
	}

	/** Whether nothing at all is where this interface is asked: then its base address is wrong, not each route. */
	get isNowhere(): boolean {
		return this.are(({ is }) => is === 'missing');
	}

	/** Whether the secret of the credential is not accepted. */
	get isRefused(): boolean {
		return this.are((each) => each.is === 'forbidden' && each.status === 401);
	}

	private are(be: (outcome: Outcome) => boolean): boolean {
		return this.outcomes.size > 0 && [...this.outcomes.values()].every(be);
	}
}

async function one(client: Client, request: ServiceRequest): Promise<IDataObject> {
	const { operation } = request;
	const { body } = await client.send(request);
	const returns = operation === 'domainSetting.get' ? 'settings' : 'record';
	const ownNames = operation === 'customObject.get';
	assertAnswer(body, { route: operation, writes: false, returns, ownNames }, client);
	return body as IDataObject;
}

async function firstOf(client: Client, request: ServiceRequest): Promise<IDataObject[]> {
	for await (const { records } of pages(client, request, { limit: FEW, pageLimit: 1 })) {
		return records;
	}
	return [];
}

/** Whether a value is one that a record has. */
export const hasId = (record: unknown, id: unknown): boolean =>
	isObject(record) && textOf(record.id) === textOf(id);
