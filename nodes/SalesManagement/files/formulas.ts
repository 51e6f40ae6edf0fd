/**
 * Cells that a spreadsheet would take for a formula where it opens a file of text: an apostrophe stands
 * before them, also before what begins so anyway. So taking one away gives back each text as it was.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/** Text that no spreadsheet takes for a formula. */
export const withGuard = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that was meant. */
export const withoutGuard = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
