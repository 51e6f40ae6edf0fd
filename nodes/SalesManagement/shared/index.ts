/** The values, limits and errors that all parts share; it imports none of these parts. */
export * from './idSet';
export { LIMITS } from './ownLimits.json';
export * from './serviceLimits';
export * from './usageError';
export * from './values';
