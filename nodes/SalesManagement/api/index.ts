/**
 * The door of this folder: what it is to the rest of the node, in names that stay when its inside is
 * rewritten. Tests come in here, so that they hold what the service and a user see of it.
 */
import { createClient as clientOf, versionOf } from './client';
import { routesWith } from './routes/endpoints';
import { Pacer } from './pace/pacer';
import { reserveOf } from './pace/quota';
import type { Purpose } from './pace/priorityQueue';
import type { Clock, Transport } from './http/transport';
import type { Client, CredentialKind, CredentialWords } from './types';
import { readBody as readBodyOf, type BodyStream } from './http/body';
import { Secrets } from './credential/secrets';

export { SplittingBudget } from './bulk/isolate';
export { sendBulk, type BulkJob, type RowResult } from './bulk/bulk';
export { sendingBy, untilUnwanted, versionOf } from './client';
export { systemClock } from './http/clock';
export { connect, CREDENTIAL_TYPES } from './http/connect';
export { routesOfToken, routesWith } from './routes/endpoints';
export {
	ServiceError,
	UsageError,
	toNodeError,
	type RequestOutcome,
	type ServiceErrorParts,
} from './errors/errors';
export { LIMITS } from './limits';
export { pages } from './lists/pages';
export type { PagesOptions } from './lists/listing';
export { DAILY_QUOTA } from './pace/quota';
export { isRead, ROUTES, type OperationId } from './routes/routes';
export { readByTime, type Piece } from './lists/byTime';
export { GUARD_MS, NotByTime, type TimeRange } from './lists/timeRange';
export type { Purpose } from './pace/priorityQueue';
export type { Clock, HttpRequest, HttpResponse, Transport } from './http/transport';
export type * from './types';

/** A credential, and what its requests are sent with. */
export interface ClientOptions {
	readonly kind: CredentialKind;
	readonly transport: Transport;
	readonly clock: Clock;
	/** As `checkBaseUrl` returns it. */
	readonly baseUrl?: string;
	readonly secret?: string;
	/** Endpoint Overrides, as in the credential. */
	readonly overrides?: unknown;
	/** Requests a second. */
	readonly rate?: number;
	/** Daily requests that are kept for triggers. */
	readonly reserve?: number;
	/** What messages call the parts of the credential, where it is not one of its own. */
	readonly words?: CredentialWords;
	readonly purpose?: Purpose;
	/** Cancels what has not been sent yet. */
	readonly signal?: AbortSignal;
	/**
	 * A client of the same credential in the same process: both keep one pace. Without it, the client is
	 * a process of its own.
	 */
	readonly beside?: Client;
	/** From 0 up to 1, for what processes do at different moments by chance. */
	readonly random?: () => number;
}

const paces = new WeakMap<Client, Pacer>();

/** A client that needs no n8n: over any transport, by any clock. */
export function createClient({
	kind,
	baseUrl = `https://service.example/${versionOf(kind)}`,
	secret = 'svcp_not-a-real-token',
	overrides,
	rate = 5,
	reserve,
	beside,
	random,
	...parts
}: ClientOptions): Client {
	const pacer = (beside && paces.get(beside)) ?? new Pacer(rate, parts.clock, random);
	const client = clientOf({
		...{ ...parts, kind, baseUrl, secret, pacer },
		routes: routesWith(overrides, versionOf(kind)),
		reserve: reserveOf(kind, reserve),
	});
	paces.set(client, pacer);
	return client;
}

/** What an answer's bytes hold, with this secret struck from it. @see readBodyOf */
export const readBody = async (
	stream: BodyStream,
	{ secret, isFailure }: { readonly secret: string; readonly isFailure: boolean },
) => await readBodyOf(stream, { secrets: new Secrets([secret]), isFailure });
