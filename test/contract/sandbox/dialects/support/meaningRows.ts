import { answersTo, body, deep, headers, listed, status, values, without } from './answerForms';
import { moment } from '../../../support/dialectTranscript';
import { row } from './rows';

const ofTime = /^(createdAt|updatedAt)$/;
const byWindow = /(updatedAt|updated_at)(From|_from)=/;
const atMoment = `GET /v2/customers?updatedAtFrom=${moment}&updatedAtTo=${moment}`;
const fromMoment = `GET /v2/customers?updatedAtFrom=${moment}&updatedAtTo=2026-02-01T00:00:00.001Z`;
const customer = 'GET /v2/customers/1';
const created = 'POST /v2/customers';
const bySearchWord = 'GET /v2/customers?searchWord=nobody-at-all';
const inFuture = 'GET /v2/customers?updatedAtFrom=2099-01-01T00:00:00Z';
const total = 'body.totalCount';
const afterwards = /after the writes|search/;
/** Numbers that are text, and padded: their value counts. */
const numbersInText = body((whole) =>
	deep(whole, (name, value) => [
		name,
		typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? String(Number(value)) : value,
	]),
);
/** The same whatever the order of properties and of custom values, which mean nothing. */
const inOrder = (whole: unknown) =>
	deep(whole, (name, value) => [
		name,
		name.endsWith('Customs') && Array.isArray(value)
			? value.sort((a: { id: number }, b: { id: number }) => a.id - b.id)
			: value,
	]);

/** What questions and the sandbox's options mean. */
export const meaningRows = [
	row(
		'pages-from-zero',
		answersTo(/page=|deals.search/, without(/^page$/)),
		['GET /v1/users', 'body.page', 0],
		['GET /v1/customers?page=2&limit=5', 'body.page', 2],
	),
	row(
		'limit-called-per-page',
		answersTo(/limit|per_page|page behind|what was made|deals\/search/),
		['GET /v2/customers?per_page=2', 'body.customers.length', 2],
		['GET /v2/customers?limit=1000', 'body.customers.length', 100],
		['POST /v2/customers/search for what was made', 'body.customers.length', 2],
	),
	row('limit-capped-at-100', answersTo(/limit=1000/), [
		'GET /v2/customers?limit=1000',
		'body.customers.length',
		100,
	]),
	row(
		'cursor-called-page-token',
		answersTo(/page behind/),
		['the page behind page_token', 'body.customers.0.id', 47],
		['the page behind cursor', 'body.customers.0.id', 45],
	),
	row(
		'search-word-called-q',
		answersTo(/nobody-at-all|page behind/),
		['GET /v2/customers?q=nobody-at-all', total, 0],
		[bySearchWord, total, 161],
	),
	row('search-word-ignored', answersTo(/searchWord/), [bySearchWord, total, 161]),
	row(
		'windows-snake-case',
		answersTo(byWindow),
		['GET /v2/customers?updated_at_from=2099-01-01T00:00:00Z', total, 0],
		[inFuture, total, 161],
	),
	row('windows-ignored', answersTo(/updatedAtFrom/), [inFuture, total, 161]),
	row('sort-ignored', answersTo(/sort=/), [
		'GET /v2/customers?limit=2&sort=updatedAt',
		'body.customers.0.id',
		45,
	]),
	row(
		'windows-exclusive',
		answersTo(byWindow),
		[atMoment, 'body.customers', []],
		[fromMoment, 'body.customers', []],
	),
	row('windows-half-open', answersTo(byWindow), [atMoment, 'body.customers', []]),
	row(
		'whole-seconds',
		answersTo(/page behind|cursor/, without(/^(createdAt|updatedAt|nextCursor)$/)),
		[created, 'body.createdAt', '2026-06-01T11:00:00.000Z'],
	),
	row('shown-in-whole-seconds', values(ofTime), [
		customer,
		({ body: shown }) => /\.000Z/.test(JSON.stringify(shown)),
		true,
	]),
	row('created-before-updated', values(/^createdAt$/), [
		created,
		'body.createdAt',
		'2026-06-01T11:00:00.496Z',
	]),
	row('cursors-expire', answersTo(/two minutes later/), [
		'the page behind cursor two minutes later',
		'status',
		400,
	]),
	row('cursors-count', answersTo(/page behind/, values(/^nextCursor$/)), [
		'the page behind cursor after the writes',
		'body.customers.0.name',
		'One',
	]),
	row('lists-lag', answersTo(afterwards), [
		'GET /v2/customers?limit=2 after the writes',
		total,
		161,
	]),
	row('searches-lag', answersTo(/search/), [
		'POST /v2/customers/search for what was made',
		total,
		0,
	]),
	row('equality-ignores-case', answersTo(/ACME/), [
		'POST /v2/customers/search for ACME LTD',
		'body.customers.0.name',
		'Acme Ltd',
	]),
	row('no-item-keys-on-contacts-and-actions', without(/^itemKey$/), [
		'GET /v2/contacts/1',
		'body.contactCustoms.0.itemKey',
		undefined,
	]),
	row('decimals-padded', numbersInText, [
		'GET /v2/deals/1',
		({ body: deal }) => /"totalCost":"\d+\.\d\d"/.test(JSON.stringify(deal)),
		true,
	]),
	row('keys-shuffled', body(inOrder), [
		customer,
		({ text }) => text.startsWith('{"id":1,"name"'),
		false,
	]),
	row('short-pages', listed, ['GET /v2/deals?limit=3', 'body.deals.length', 2]),
	row('creates-answer-201', status(201, 200), [created, 'status', 201]),
	row('v1-validation-400', answersTo(/v1\/customers refused|v1\/customers\/bulk/), [
		'POST /v1/customers refused',
		'status',
		400,
	]),
	row('no-retry-after', headers('retry-after'), [
		'too many requests',
		'headers.retry-after',
		undefined,
	]),
	row('small-responses', answersTo(/\/v1\//), ['GET /v1/deals?limit=100', 'status', 500]),
	row('permission-settings', answersTo(/without permissions/), [
		'without permissions',
		'body.customers',
		[],
	]),
];
