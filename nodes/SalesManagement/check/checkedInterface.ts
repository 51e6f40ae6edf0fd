/** One interface while it is checked, and how one read of it is asked. */
import type { IDataObject } from 'n8n-workflow';
import { sendingBy } from '../api/client';
import { ServiceError } from '../api/errors/errors';
import type { PagesOptions } from '../api/paging/listing';
import { pages } from '../api/paging/pages';
import { ROUTES, type OperationId } from '../api/routes/routes';
import type { Client, Route, ServiceRequest } from '../api/routes/types';
import { assertAnswer } from '../api/errors/expectedAnswer';
import { Untold, type Requests } from './requestBudget';
import type { Rewrite } from './rewrites';
import { shapeOf } from './answerShape';
import type { Ask, Read } from './reads';

/** What a read came to, as the node reads it. */
export interface Outcome {
	/** `missing` at its address, `forbidden`, `refused` as it is asked, `unreadable` for the node. */
	readonly is: 'read' | 'missing' | 'forbidden' | 'refused' | 'unreadable' | 'untold';
	/** Empty unless it was read. */
	readonly records: readonly IDataObject[];
	/** Status, names and types; or why nothing can be told. */
	readonly evidence: string;
	/** The status of an error. */
	readonly status?: number;
	/** What to do where nothing can be told. */
	readonly advice?: string;
	/** How it was asked; absent where it was not. */
	readonly ask?: Ask;
}

/** As many records of a list as show most properties filled. */
const FEW = 10;

/** What could not be told of what was not asked. */
export const NOT_ASKED: Outcome = {
	is: 'untold',
	records: [],
	evidence: 'there is no record to ask it of',
	advice:
		'To have these checked too, create such records in the service, or for custom objects enter their key under Definition Key; then run the check again.',
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
	readonly rewrites: Set<Rewrite>;
	/** Words of addresses: those at which reads were found, and those in whose place they stand. */
	readonly moved: Set<string>;
	/** As the form names it. */
	readonly objectKey?: string;
}

export class Side {
	readonly client: Client;
	readonly reads: readonly Read[];
	readonly outcomes = new Map<OperationId, Outcome>();
	/** Words of the addresses where reads are as they were inferred. */
	readonly unmoved = new Set<string>();
	/** Where reads were found that are missing at their address. */
	readonly found = new Map<OperationId, Route>();

	constructor(readonly given: Given) {
		this.client = given.requests.by(given.client);
		const { version, kind } = this.client;
		// v2 §4.1: a team token belongs to no user.
		const none = kind === 'teamToken' ? 'user.getCurrent' : '';
		this.reads = given.reads.filter(({ operation: id }) => id in ROUTES[version] && id !== none);
	}

	/** The row of the table, whatever is entered under Endpoint Overrides. */
	row(operation: OperationId): Route {
		return ROUTES[this.client.version][operation] ?? this.client.route(operation);
	}

	/** Where an operation is, as far as it is known. */
	place(operation: OperationId): Route {
		return this.found.get(operation) ?? this.client.route(operation);
	}

	outcome(operation: OperationId): Outcome {
		return this.outcomes.get(operation) ?? NOT_ASKED;
	}

	/** Whether all reads came to this. */
	are(isSo: (outcome: Outcome) => boolean): boolean {
		const all = [...this.outcomes.values()];
		return all.length > 0 && all.every(isSo);
	}

	/** The client, for which one operation is at the address given. */
	at(operation: OperationId, route = this.place(operation)): Client {
		const { client } = this;
		return sendingBy(
			client,
			async (request, options) => await client.send(request, { ...options, route }),
		);
	}

	/**
	 * Asks by the node's own readers.
	 * @throws ServiceError where nothing comes back from the service, and nothing has before.
	 */
	async read(operation: OperationId, ask: Ask, route = this.place(operation)): Promise<Outcome> {
		const request = { operation, ...ask };
		try {
			const client = this.at(operation, route);
			const records = route.list
				? await recordsOf(client, request, { limit: FEW, pageLimit: 1 })
				: await one(client, request);
			return { is: 'read', records, evidence: '', ask };
		} catch (error) {
			return { records: [], ask, ...this.failed(operation, error) };
		}
	}

	private failed(operation: OperationId, error: unknown): Omit<Outcome, 'records'> {
		if (error instanceof Untold) {
			if (error.failure && this.outcomes.size === 0) throw error.failure;
			return { is: 'untold', evidence: error.message, advice: error.advice };
		}
		if (!(error instanceof ServiceError)) throw error as Error;
		const { last } = this.given.requests;
		// Where it came as JSON, it is what the node makes of it that failed.
		if (last) return { is: 'unreadable', evidence: `${last.status} ${shapeOf(last.body)}` };
		const { status = 200 } = error;
		const failure = { status, evidence: `${status}` };
		// A redirect leads elsewhere, and a page is no answer.
		const isMissing =
			status < 400 ||
			[404, 405, 410].includes(status) ||
			// Nothing is asked that could be refused: it was taken for the ID of a user.
			(operation === 'user.getCurrent' && [400, 422].includes(status));
		if (isMissing) return { is: 'missing', ...failure };
		return { is: [401, 403].includes(status) ? 'forbidden' : 'refused', ...failure };
	}
}

async function one(client: Client, request: ServiceRequest): Promise<IDataObject[]> {
	const { operation: route } = request;
	const { body } = await client.send(request);
	const returns = route === 'domainSetting.get' ? 'settings' : 'record';
	assertAnswer(body, route, { writes: false, returns }, client);
	return [body as IDataObject];
}

/** The records of a list, as the node reads them. */
export async function recordsOf(
	client: Client,
	request: ServiceRequest,
	options: PagesOptions,
): Promise<IDataObject[]> {
	const all: IDataObject[] = [];
	for await (const { records } of pages(client, request, options)) all.push(...records);
	return all;
}
