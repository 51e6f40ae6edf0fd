/** What all parts share, and the tests know. */
export * from './idSet';
export * from './values';
