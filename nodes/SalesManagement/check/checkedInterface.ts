/** One interface while it is checked, and how one read of it is asked. */
import type { IDataObject } from 'n8n-workflow';
import { sendingBy } from '../api/client';
import { failureIn, isOfKind } from '../api/errors/errors';
import { answerTo } from '../api/expectedAnswer';
import { ROUTES, type Client, type OperationId, type Route } from '../api/routes';
import { readRecords } from '../lookups/source';
import { shapeOf } from './answerShape';
import { READ_IDS, type Ask } from './reads';
import { Inconclusive, type Requests } from './requestBudget';
import type { Rewrite } from './rewrites';

/** The outcome of one read, as the node's own readers see it. */
export interface ReadOutcome {
	/**
	 * `missing`: not at its address. `refused`: the service rejects the request. `unreadable`: it answers, and
	 * the node can't read the answer. `inconclusive`: nothing is known.
	 */
	readonly is: 'read' | 'missing' | 'forbidden' | 'refused' | 'unreadable' | 'inconclusive';
	/** Empty unless it was read. */
	readonly records: readonly IDataObject[];
	/** Status, names and types; if inconclusive, the reason. */
	readonly evidence: string;
	/** The advice about an inconclusive outcome. */
	readonly advice?: string;
	/** The other address at which a read was found that is missing at its own. */
	readonly foundAt?: Route;
	/** The request, and the record that it asked for; absent if nothing was asked. */
	readonly ask?: Ask;
}

/** Records read of each list: enough for most properties to be filled in one of them, and for examples of most events. */
const SAMPLE_SIZE = 100;

/** The outcome of a read that was not asked, since no record is there to ask it of. */
export const NOT_ASKED: ReadOutcome = {
	is: 'inconclusive',
	records: [],
	evidence: 'there is no record to ask it of',
	advice:
		'To have these checked too, create such records in the service, or for custom objects enter their key under Definition Key; then run the check again.',
};

/** A route as Endpoint Overrides has it: `GET /deals/{id}`. */
export const routeText = ({ method, path }: Route): string => `${method} ${path}`;

/** The things that both interfaces share. */
interface Shared {
	readonly requests: Requests;
	/** The rewrites that were seen to hold. */
	readonly rewrites: Set<Rewrite>;
	/**
	 * Words in which the addresses of reads differ from the documented ones: those found, and those that they
	 * replace.
	 */
	readonly moved: Set<string>;
	/** The Definition Key of the form. */
	readonly objectKey?: string;
}

/** One interface of the service (v1 or v2), with the outcomes of its reads so far. */
export class Side {
	readonly client: Client;
	readonly reads: readonly OperationId[];
	readonly outcomes = new Map<OperationId, ReadOutcome>();
	/** Words of inferred addresses at which reads were found. */
	readonly unmoved = new Set<string>();

	/** @param overridePrefix the prefix of its operations in Endpoint Overrides. */
	constructor(
		client: Client,
		readonly shared: Shared,
		readonly overridePrefix: '' | 'v1:',
	) {
		this.client = shared.requests.by(client);
		const { version, kind } = this.client;
		this.reads = READ_IDS.filter(
			(id) =>
				id in ROUTES[version] &&
				// The v1 key of a token's credential is used only for operations that v2 lacks.
				!(overridePrefix === 'v1:' && id in ROUTES.v2) &&
				// A team token belongs to no user (v2 §4.1).
				!(kind === 'teamToken' && id === 'user.getCurrent'),
		);
	}

	/** The documented route, whatever is entered under Endpoint Overrides. */
	row(operation: OperationId): Route {
		return ROUTES[this.client.version][operation] ?? this.client.route(operation);
	}

	/** The route of an operation, as far as it is known: found, entered or documented. */
	place(operation: OperationId): Route {
		return this.outcome(operation).foundAt ?? this.client.route(operation);
	}

	outcome(operation: OperationId): ReadOutcome {
		return this.outcomes.get(operation) ?? NOT_ASKED;
	}

	/** Whether there is an outcome, and all of them satisfy the condition. */
	are(isSo: (outcome: ReadOutcome) => boolean): boolean {
		const all = [...this.outcomes.values()];
		return all.length > 0 && all.every(isSo);
	}

	/** A client that sends one operation to the given route. */
	at(operation: OperationId, route = this.place(operation)): Client {
		const { client } = this;
		return sendingBy(
			client,
			async (request, options) => await client.send(request, { ...options, route }),
		);
	}

	/**
	 * Asks one read, and reads the answer with the node's own readers.
	 * @throws ServiceError if nothing comes back from the service, and no read before it got an answer.
	 */
	async read(
		operation: OperationId,
		ask: Ask,
		route = this.place(operation),
	): Promise<ReadOutcome> {
		const request = { operation, ...ask };
		const returns = operation === 'domainSetting.get' ? 'settings' : 'record';
		try {
			const client = this.at(operation, route);
			const records = route.list
				? await readRecords(client, request, { limit: SAMPLE_SIZE, pageLimit: 1 })
				: [(await answerTo(client, request, returns)) as IDataObject];
			return { is: 'read', records, evidence: '', ask };
		} catch (error) {
			return { records: [], ask, ...this.failed(operation, error) };
		}
	}

	private failed(operation: OperationId, error: unknown): Omit<ReadOutcome, 'records'> {
		if (error instanceof Inconclusive) {
			if (error.failure && this.outcomes.size === 0) throw error.failure;
			return { is: 'inconclusive', evidence: error.message, advice: error.advice };
		}
		const failure = failureIn(error);
		const { last } = this.shared.requests;
		// JSON did come back, so it is the node that can't read it.
		if (last) return { is: 'unreadable', evidence: `${last.status} ${shapeOf(last.body)}` };
		const evidence = `${failure.status ?? 200}`;
		// A redirect leads elsewhere, and an HTML page with status 200 is not an answer of the service.
		const isMissing =
			isOfKind(failure, 'missing', 'address', 'unclear', 'answerTooLarge') ||
			// This request has nothing to refuse, so the service must have read "me" as the ID of a user.
			(operation === 'user.getCurrent' && failure.kind === 'invalid');
		if (isMissing) return { is: 'missing', evidence };
		return {
			is: isOfKind(failure, 'credential', 'permission') ? 'forbidden' : 'refused',
			evidence,
		};
	}
}
