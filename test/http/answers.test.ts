/** What an answer to a single request means. */
import tables from './answers.json';
import type {
	CredentialKind,
	HttpResponse,
	OperationId,
	ServiceError,
	ServiceRequest,
} from '../../nodes/SalesManagement/api';
import { clientOf, failureOf } from './support/client';

const PATH = { id: 1, dealTypeId: 1, customObjectDefKey: 'ticket' };
const GET = { operation: 'deal.get', path: PATH } as const;
const send = (
	response: Partial<HttpResponse>,
	request: ServiceRequest = GET,
	kind?: CredentialKind,
) => clientOf(() => response, { kind }).send(request);

test.each(tables.successes)(
	'a $status with $body is success with $read (S2)',
	async ({ status, body, read }) => {
		const answer = await send({ status, body });
		expect([answer.status, answer.body]).toEqual([status, read]);
	},
);

describe('the service’s own time', () => {
	test('is that of the Date header', async () => {
		const headers = { date: 'Sat, 21 Nov 2026 08:13:00 GMT' };
		const serverTime = Date.parse('2026-11-21T08:13:00Z');
		expect(await send({ headers, body: {} })).toMatchObject({ serverTime });
	});

	test.each(['yesterday', '', 'Sat, 21 Foo 2026 08:13:00 GMT', 1_700_000_000, null, []])(
		'is not known when the header is %p: no time is better than a wrong one',
		async (date) => {
			expect((await send({ headers: { date }, body: {} })).serverTime).toBeUndefined();
		},
	);
});

describe('an answer that is no JSON', () => {
	const html = '<!doctype html><h1>Please sign in</h1>';

	test.each<[string, number, string, OperationId, RegExp]>([
		[
			'a page',
			200,
			html,
			'deal.get',
			/^The address returned an HTML page instead of JSON \(.* 200/,
		],
		['a text', 200, 'pong', 'deal.get', /^The response is not JSON \(Deal: Get, HTTP 200\): check/],
		['a page with a 400', 400, html, 'deal.get', /^The address returned an HTML page/],
		['a page with a 404', 404, html, 'deal.get', /: check the Base URL/],
		['a 405', 405, '', 'deal.getMany', /: check the Base URL/],
	])('%s is about the address, which may be found out', async (_name, status, body, ...rest) => {
		const [operation, message] = rest;
		const error = await failureOf(send({ status, body }, { operation, path: PATH }));
		expect(error.message).toMatch(message);
		expect(error.message).toMatch(/Base URL .* credential, or run Account > Check, which/);
		expect(error.message).not.toMatch(/not known whether/);
	});

	test.each([401, 403])('a page with a %i is about the credential', async (status) => {
		const { message } = await failureOf(send({ status, body: html }));
		expect(message).toMatch(/token/);
		expect(message).not.toMatch(/Base URL/);
	});

	test('after a write it is not known what was done', async () => {
		const error = await failureOf<ServiceError>(send({ body: html }, { operation: 'deal.create' }));
		expect(error.outcome).toBe('unknown');
		expect(error.message).toMatch(
			/not known whether .* look for its result before you repeat it\.$/,
		);
	});
});

/** It is the documented form of v2 §2.1 and §4, or that in `data`. */
describe('a record', () => {
	test.each(tables.records)('$name', async ({ operation, body, expected }) => {
		const kind = operation === 'domainSetting.get' ? 'v1ApiKey' : 'personalToken';
		const request = { operation: operation as OperationId, path: PATH, body: { rows: [{}] } };
		expect((await send({ body: structuredClone(body) }, request, kind)).body).toEqual(expected);
	});
});
