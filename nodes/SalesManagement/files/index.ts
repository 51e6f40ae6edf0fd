/** The interface to table files: reading their rows, and writing their cells and lines. */
export * from './cells';
export * from './csvWriter';
export * from './failedRows';
export * from './fileError';
export * from './formulas';
export * from './growingFile';
export * from './jsonLines';
export * from './rows';
