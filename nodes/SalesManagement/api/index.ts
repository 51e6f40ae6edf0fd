/**
 * The seam of the tests: they reach this folder through these files alone, so that the rest of its inside can be
 * rewritten. The node itself imports the files.
 */
export * from './bulk/sendAndSplit';
export * from './client';
export * from './connect';
export * from './credential/credential';
export * from './errors/errors';
export * from './http/clock';
export * from './http/transport';
export * from './pace/pacer';
export * from './pace/priorityQueue';
export * from './pace/quota';
export * from './paging/byTime';
export * from './paging/page';
export * from './paging/pages';
export * from './paging/timeRange';
export * from './paging/timeSlices';
export * from './routes';
