/**
 * Guards cells that a spreadsheet would take for a formula when it opens a text file: it puts an apostrophe
 * before them, and also before text that already begins like a guarded formula, so that removing one always
 * gives back the original. Some spreadsheets accept the wide forms of these signs from East Asian keyboards
 * as well.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
/** Matches the apostrophe, or `="03"`, with which spreadsheets keep digits as they are. */
const GUARDED = /^'(?='*[=+\-@＝＋－＠\t\r\n])|^="([^"]*)"$/;

/** Text that no spreadsheet takes for a formula. */
export const withGuard = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The original text. */
export const withoutGuard = (text: string): string => text.replace(GUARDED, '$1');
