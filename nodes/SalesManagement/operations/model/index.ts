/** The words in which operations are described: what one is, its run, and what each item comes to. */
export * from './host';
export * from './operation';
export * from './outputFieldCheck';
export * from './writtenRows';
