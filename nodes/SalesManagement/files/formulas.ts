/**
 * Cells that a spreadsheet would take for a formula where it opens a file of text: an apostrophe stands
 * before them, also before what begins so anyway. Some take the wide forms of East Asian keyboards for
 * the same signs. So taking one away gives back each text as it was.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const GUARDED = /^'+[=+\-@＝＋－＠\t\r\n]/;

/** Text that no spreadsheet takes for a formula. */
export const withGuard = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that was meant. */
export const withoutGuard = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
