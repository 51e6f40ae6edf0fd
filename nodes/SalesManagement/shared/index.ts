/** What all parts share: it imports none of them. */
export * from './idSet';
export * from './ownLimits';
export * from './serviceLimits';
export * from './usageError';
export * from './values';
