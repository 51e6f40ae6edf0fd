import { answersTo, errors, headers, names, status } from './answerForms';
import type { Told } from '../../../support/dialectTranscript';
import { row } from './rows';

const customer = 'GET /v2/customers/1';
const missing = 'GET /v2/customers/999999';
const nowhere = 'GET /v2/nowhere';
const limited = 'too many requests';
const said = ({ headers: all }: Told) => all['content-type'];

/** Other errors, statuses and headers. */
export const errorRows = [
	row('errors-code-message', errors, [
		missing,
		'body',
		{ code: 'NOT_FOUND', message: 'customer 999999 does not exist' },
	]),
	row('errors-nested', errors, [
		missing,
		'body.error',
		{
			...{ code: 'NOT_FOUND', message: 'customer 999999 does not exist' },
			details: ['customer 999999 does not exist'],
		},
	]),
	row('errors-list', errors, [
		missing,
		'body.errors',
		[{ code: 'NOT_FOUND', detail: 'customer 999999 does not exist' }],
	]),
	row(
		'errors-problem-json',
		errors,
		[missing, 'body.title', 'NOT_FOUND'],
		[missing, said, expect.stringContaining('application/problem+json')],
	),
	row('errors-plain-text', errors, [missing, 'body', 'customer 999999 does not exist']),
	row('errors-html', errors, [missing, 'body', expect.stringContaining('<h1>NOT_FOUND</h1>')]),
	row('errors-empty', errors, [missing, 'text', '']),
	row('error-messages-as-text', errors, [
		missing,
		'body.messages',
		'customer 999999 does not exist',
	]),
	row(
		'bulk-errors-named-messages',
		names((name) => (name === 'massages' ? 'messages' : name)),
		['POST /v1/customers/bulk', 'body.bulkErrors.0.messages.length', 1],
	),
	row('missing-route-html', answersTo(/nowhere/), [
		nowhere,
		'body',
		expect.stringContaining('<h1>'),
	]),
	row('missing-route-405', answersTo(/nowhere/), [nowhere, 'status', 405]),
	row('missing-route-403', answersTo(/nowhere/), [nowhere, 'status', 403]),
	row(
		'missing-record-410',
		status(410, 404),
		[missing, 'status', 410],
		['DELETE /v2/contacts/2 once more', 'status', 410],
	),
	row('validation-422', status(422, 400), ['POST /v2/customers refused', 'status', 422]),
	row('unauthorized-403', status(403, 401), ['without a token', 'status', 403]),
	row('limit-503', status(503, 429), [limited, 'status', 503]),
	row('no-date', headers('date'), [customer, 'headers.date', undefined]),
	row('date-ahead', headers('date'), [customer, 'headers.date', 'Mon, 01 Jun 2026 11:05:00 GMT']),
	row('retry-after-as-date', headers('retry-after'), [
		limited,
		'headers.retry-after',
		'Tue, 02 Jun 2026 00:00:00 GMT',
	]),
	row(
		'rate-limit-reset-only',
		headers('retry-after', 'x-ratelimit-reset'),
		[limited, 'headers.retry-after', undefined],
		[limited, 'headers.x-ratelimit-reset', '1780358401'],
	),
	row('rate-limit-headers', headers('x-ratelimit-limit', 'x-ratelimit-remaining'), [
		customer,
		'headers.x-ratelimit-limit',
		'1000',
	]),
	row('json-as-text', headers('content-type'), [customer, said, 'text/plain; charset=utf-8']),
	row(
		'byte-order-mark',
		(told) => ({
			...told,
			text: '',
			body: JSON.parse(told.text.replace('\uFEFF', '') || '""') as unknown,
		}),
		[customer, ({ text: sent }) => sent.startsWith('\uFEFF{'), true],
	),
];
