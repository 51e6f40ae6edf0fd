/** The door to files of tables: the rows of one that is read, and the cells and lines of one that is written. */
export { cellOf, guarded, type Kind } from './cells';
export { BYTE_ORDER_MARK, csvRow, LINE_END, type Separator } from './csvWriter';
export { GrowingFile } from './growingFile';
export { withGuard } from './formulas';
export { jsonLine } from './jsonLines';
export { FileError, LONGEST_ROW } from './fileError';
export { rowsIn, type FileFormat, type FileRow } from './rows';
