/** What a spreadsheet takes for a formula where it opens a file of text. */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * Text that no spreadsheet takes for a formula: an apostrophe stands before it. What begins so anyway
 * gets one more, so that taking one away gives back each text as it was.
 */
export const withGuard = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
