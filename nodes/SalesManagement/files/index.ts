/** The interface to table files: reading their rows, and writing their cells and lines. */
export { cellOf, guarded } from './cells';
export { BYTE_ORDER_MARK, csvRow, LINE_END, type Separator } from './csvWriter';
export { IMPORT_ERROR } from './failedRows';
export { GrowingFile } from './growingFile';
export { withGuard } from './formulas';
export { jsonLine } from './jsonLines';
export { FileError, LONGEST_ROW } from './fileError';
export { rowsIn, type FileColumns, type FileFormat, type FileRow } from './rows';
