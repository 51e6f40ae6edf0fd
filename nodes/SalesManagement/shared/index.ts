/** The values, limits and errors that all parts share; it imports none of these parts. */
export * from './idSet';
export * from './ownLimits';
export * from './serviceLimits';
export * from './usageError';
export * from './values';
