import { or, sql, type Sql } from '../store/sql';

/** The digits of a phone number; null for none. */
export function digitsOf(number: string | null): string | null {
	return number?.replace(/\D/g, '') || null;
}

/**
 * Compares digits only, landline or mobile: equal, or the stored number begins or ends with the
 * digits given (v2 §4.9, S3).
 */
export function phoneNumberIs(number: string): Sql {
	const digits = digitsOf(number);
	if (digits === null) return sql`0`;
	return or(
		(['telDigits', 'mobileDigits'] as const).map((column) => {
			const stored = { text: `t.${column}`, params: [] };
			return sql`(${stored} LIKE ${`${digits}%`} OR ${stored} LIKE ${`%${digits}`})`;
		}),
	);
}
