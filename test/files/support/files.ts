/** The connector's reading and writing of files, in one place until the folder has an index. */
export { Cells } from '../../../nodes/SalesManagement/files/cells';
export { csvRow } from '../../../nodes/SalesManagement/files/csvWriter';
export { kindOf } from '../../../nodes/SalesManagement/files/format';
export { FileError, LONGEST_ROW } from '../../../nodes/SalesManagement/files/problem';
export { rowsIn, type FileFormat } from '../../../nodes/SalesManagement/files/rows';
