/**
 * `true` and `1` suppress notifications; `false` and any other value count as not given (v2 §4).
 */
export function isSkipNotice(query: unknown): boolean {
	const { skipNotice } = query as { skipNotice?: unknown };
	return skipNotice === 'true' || skipNotice === '1';
}
