/** Times in headers: the three forms of RFC 9110 §5.6.7, of which the last two are obsolete. */
const CLOCK = '\\d\\d:\\d\\d:\\d\\d';
const FORMS = [
	new RegExp(`^[A-Z][a-z]{2}, \\d\\d? [A-Z][a-z]{2} \\d{4} ${CLOCK} GMT$`),
	new RegExp(`^[A-Z][a-z]{5,8}, \\d\\d-[A-Z][a-z]{2}-\\d\\d ${CLOCK} GMT$`),
];
/** It names no zone, and means GMT. */
const ASCTIME = new RegExp(`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d ${CLOCK} \\d{4}$`);

/**
 * In milliseconds since 1970; `undefined` for anything else, such as a bare number, which JavaScript
 * would take for a year or a month.
 */
export function httpDate(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const isAsctime = ASCTIME.test(text);
	if (!isAsctime && !FORMS.some((form) => form.test(text))) return undefined;
	const time = Date.parse(isAsctime ? `${text} GMT` : text);
	return Number.isNaN(time) ? undefined : time;
}
