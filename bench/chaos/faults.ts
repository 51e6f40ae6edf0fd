/** What goes wrong with requests to the sandbox. */

/** The request may have been carried out or not: each comes before that, and after it. */
const OPEN: readonly object[] = [
	{ status: 500 },
	{ status: 502, body: '<html>Bad gateway</html>' },
	{ status: 503, headers: { 'retry-after': '2' } },
	{ status: 504, body: '' },
	{ status: 200, body: '<html>Sign in</html>' },
	{ action: 'reset' },
	{ action: 'hang' },
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
