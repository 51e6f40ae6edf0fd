/**
 * The seam of the tests: they reach this folder by these names alone, so that its inside can be rewritten. The
 * node itself imports the files.
 */
export { sendBulk, SplittingBudget, type BulkJob, type RowResult } from './bulk/sendAndSplit';
export { createClient, type ClientParts } from './client';
export { systemClock } from './http/clock';
export { connect } from './connect';
export { CREDENTIAL_TYPES } from './credential/credential';
export { ServiceError, toNodeError, type ServiceErrorParts } from './errors/errors';
export type { FailureKind, RequestOutcome } from './errors/failureKind';
export { pages } from './paging/pages';
export type { PagesOptions } from './paging/listing';
export { Pacer } from './pace/pacer';
export { DAILY_QUOTA, reserveOf } from './pace/quota';
export * from './routes';
export { readByTime } from './paging/byTime';
export { GUARD_MS, NotByTime, type TimeRange } from './paging/timeRange';
export { TimeSlice, TimeSlices, type Piece } from './paging/timeSlices';
export type { Purpose } from './pace/priorityQueue';
export type { Clock, HttpRequest, HttpResponse, Transport } from './http/transport';
