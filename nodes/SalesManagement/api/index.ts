/**
 * The door of this folder: what it is to the rest of the node, in names that stay when its inside is
 * rewritten. Tests come in here, so that they hold what the service and a user see of it.
 */
export { sendBulk, SplittingBudget, type BulkJob, type RowResult } from './bulk/sendAndSplit';
export { createClient, type ClientParts } from './client';
export { systemClock } from './http/clock';
export { connect } from './connect';
export { CREDENTIAL_TYPES } from './credential/credential';
export { routesWith } from './routes/endpoints';
export {
	ServiceError,
	toNodeError,
	type RequestOutcome,
	type ServiceErrorParts,
} from './errors/errors';
export { pages } from './paging/pages';
export type { PagesOptions } from './paging/listing';
export { Pacer } from './pace/pacer';
export { DAILY_QUOTA, reserveOf } from './pace/quota';
export { versionOf } from './routes/route';
export { isRead, ROUTES, type OperationId } from './routes/routes';
export { readByTime, type Piece } from './paging/byTime';
export { GUARD_MS, NotByTime, type TimeRange } from './paging/timeRange';
export type { Purpose } from './pace/priorityQueue';
export type { Clock, HttpRequest, HttpResponse, Transport } from './http/transport';
export type * from './routes/types';
