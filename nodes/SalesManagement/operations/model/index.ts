/** The interfaces in which operations are described: an operation, its run, and the result of each item. */
export * from './columnNotes';
export * from './fileInParts';
export * from './form';
export * from './host';
export * from './operation';
export * from './outputFieldCheck';
export * from './writtenRows';
