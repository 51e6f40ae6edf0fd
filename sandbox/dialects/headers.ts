import { aDeployment, type Answer, type Dialect } from './dialect';

const ofDate = 'the header Date';
const comeBack = 'when to come back';
const aheadMs = 5 * 60 * 1000;

const comeBackAt = ({ now, headers }: Answer): number | undefined => {
	const seconds = headers['retry-after'];
	return seconds === undefined ? undefined : now + Number(seconds) * 1000;
};
const inSeconds = (ms: number) => String(Math.ceil(ms / 1000));

/** What is said about an answer, and the form in which it is sent. */
export const headerDialects: Dialect[] = [
	{
		name: 'no-date',
		says: 'Answers carry no Date.',
		...{ allowedBy: 'S3', concerns: ofDate, sees: '200 without Date' },
		answer: () => ({ headers: { date: undefined } }),
	},
	{
		name: 'date-ahead',
		says: 'The Date of answers is five minutes ahead of the times of records.',
		...{ allowedBy: 'S7', concerns: ofDate, sees: 'Date: now + 5 min' },
		answer: ({ now }) => ({ headers: { date: new Date(now + aheadMs).toUTCString() } }),
	},
	{
		name: 'retry-after-as-date',
		says: 'Retry-After is a date.',
		...{ allowedBy: 'S2', concerns: comeBack, sees: 'Retry-After: Thu, 01 Jan 2026 00:00:01 GMT' },
		answer: (answer) => {
			const at = comeBackAt(answer);
			return at === undefined ? undefined : retryAfter(new Date(at).toUTCString());
		},
	},
	{
		name: 'rate-limit-reset-only',
		says: 'Too many requests are told when to come back by X-RateLimit-Reset only, in seconds since 1970.',
		...{ allowedBy: aDeployment, concerns: comeBack, sees: 'X-RateLimit-Reset: 1767225601' },
		answer: (answer) => {
			const at = comeBackAt(answer);
			return at === undefined ? undefined : retryAfter(undefined, inSeconds(at));
		},
	},
	{
		name: 'rate-limit-headers',
		says: 'Answers say the limit per second, and what is left of it.',
		...{ allowedBy: aDeployment, concerns: 'the headers of the rate limit' },
		sees: 'X-RateLimit-Limit: 5, X-RateLimit-Remaining: 4',
		answer: ({ rate }) =>
			rate && {
				headers: {
					'x-ratelimit-limit': String(rate.limit),
					'x-ratelimit-remaining': String(rate.left),
				},
			},
	},
	{
		name: 'json-as-text',
		says: 'JSON is called plain text.',
		...{
			allowedBy: aDeployment,
			concerns: 'the type of answers',
			sees: 'Content-Type: text/plain',
		},
		answer: ({ headers }) =>
			headers['content-type']?.startsWith('application/json')
				? { headers: { 'content-type': 'text/plain; charset=utf-8' } }
				: undefined,
	},
	{
		name: 'byte-order-mark',
		says: 'JSON begins with a byte order mark.',
		...{ allowedBy: aDeployment, concerns: 'the first byte of answers', sees: '\\uFEFF{"id": 1}' },
		answer: ({ body }) =>
			typeof body === 'string' || body === undefined
				? undefined
				: { body: `\uFEFF${JSON.stringify(body)}` },
	},
];

const retryAfter = (value: string | undefined, reset?: string) => ({
	headers: { 'retry-after': value, ...(reset && { 'x-ratelimit-reset': reset }) },
});
