/** One interface while it is checked, and how one read of it is asked. */
import type { IDataObject } from 'n8n-workflow';
import { sendingBy } from '../api/client';
import { ServiceError } from '../api/errors/errors';
import { answerTo } from '../api/expectedAnswer';
import { ROUTES, type OperationId } from '../api/routes/routes';
import type { Client, Route } from '../api/routes/types';
import { recordsOf } from '../lookups/source';
import { shapeOf } from './answerShape';
import { READS, type Ask, type Read } from './reads';
import { Untold, type Requests } from './requestBudget';
import type { Rewrite } from './rewrites';

/** What a read came to, as the node reads it. */
export interface Outcome {
	/** `missing` at its address, `forbidden`, `refused` as it is asked, `unreadable` for the node. */
	readonly is: 'read' | 'missing' | 'forbidden' | 'refused' | 'unreadable' | 'untold';
	/** Empty unless it was read. */
	readonly records: readonly IDataObject[];
	/** Status, names and types; or why nothing can be told. */
	readonly evidence: string;
	/** What to do where nothing can be told. */
	readonly advice?: string;
	/** Where it was found that is missing at its address. */
	readonly foundAt?: Route;
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

	constructor(readonly given: Given) {
		this.client = given.requests.by(given.client);
		const { version, kind } = this.client;
		this.reads = READS.filter(
			({ operation: id }) =>
				id in ROUTES[version] &&
				// A key beside a token is for what only v1 has.
				!(given.mark === 'v1:' && id in ROUTES.v2) &&
				// A team token belongs to no user (v2 §4.1).
				!(kind === 'teamToken' && id === 'user.getCurrent'),
		);
	}

	/** The row of the table, whatever is entered under Endpoint Overrides. */
	row(operation: OperationId): Route {
		return ROUTES[this.client.version][operation] ?? this.client.route(operation);
	}

	/** Where an operation is, as far as it is known. */
	place(operation: OperationId): Route {
		return this.outcome(operation).foundAt ?? this.client.route(operation);
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
		const returns = operation === 'domainSetting.get' ? 'settings' : 'record';
		try {
			const client = this.at(operation, route);
			const records = route.list
				? await recordsOf(client, request, { limit: FEW, pageLimit: 1 })
				: [(await answerTo(client, request, { writes: false, returns })) as IDataObject];
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
		const evidence = `${status}`;
		// A redirect leads elsewhere, and a page is no answer.
		const isMissing =
			status < 400 ||
			[404, 405, 410].includes(status) ||
			// Nothing is asked that could be refused: it was taken for the ID of a user.
			(operation === 'user.getCurrent' && [400, 422].includes(status));
		if (isMissing) return { is: 'missing', evidence };
		return { is: [401, 403].includes(status) ? 'forbidden' : 'refused', evidence };
	}
}
