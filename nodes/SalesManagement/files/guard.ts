/**
 * A cell that a spreadsheet would take for a formula is written with an apostrophe before it, and so is
 * one that begins so anyway; taking one away gives back what was meant.
 */
const GUARDED = /^'+[=+\-@\t\r]/;

export const withoutGuard = (cell: string): string =>
	cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell;
