/** What goes wrong with requests to the sandbox. */

/** Texts of somebody on the way that look like the service's answer: they say nothing of what it did. */
const MISLEADING: readonly object[] = [502, 503, 504].flatMap((status) => [
	{ status, body: { error: 'VALIDATION_FAILED', messages: ['name is invalid'] } },
	{ status, body: { error: 'BAD_REQUEST', bulkErrors: [{ index: 0, massages: ['bad name'] }] } },
	{ status, body: 'The response size 12000000 bytes exceeds the limit 10485760 bytes' },
]);

/** The request may have been carried out or not: each comes before that, and after it. */
const OPEN: readonly object[] = [
	{ status: 500 },
	{ status: 502, body: '<html>Bad gateway</html>' },
	{ status: 503, headers: { 'retry-after': '2' } },
	{ status: 504, body: '' },
	{ status: 200, body: '<html>Sign in</html>' },
	{ action: 'reset' },
	{ action: 'hang' },
	{ status: 500, body: { error: 'INTERNAL', messages: ['the limit of memory is exceeded'] } },
	...MISLEADING,
];

export const FAULTS: readonly object[] = [
	{ status: 429 },
	{ status: 429, headers: { 'retry-after': '0' } },
	{ status: 429, headers: { 'retry-after': '3600' } },
	...OPEN,
	...OPEN.map((fault) => ({ ...fault, after: true })),
	// These come after it in any case.
	{ action: 'truncate' },
	{ action: 'garbage' },
];
