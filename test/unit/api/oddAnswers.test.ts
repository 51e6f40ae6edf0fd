/** Answers that are odd in one place: read as far as they can be, never taken for something else. */
import type { ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import { wordsOf } from '../../../nodes/SalesManagement/api/client';
import { readAnswer } from '../../../nodes/SalesManagement/api/answers';
import { retryAfterOf } from '../../../nodes/SalesManagement/api/headers';
import { isTooLarge } from '../../../nodes/SalesManagement/api/refusals';
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { ROUTES } from '../../../nodes/SalesManagement/api/routes';
import type { HttpResponse } from '../../../nodes/SalesManagement/api/transport';
import { DEALS, idsOf, pageService, read, records } from '../support/pagedService';
import { clientOf, failureOf } from '../support/testClient';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const asked = {
	operation: 'deal.getMany',
	route: ROUTES.v2['deal.getMany']!,
	kind: 'personalToken',
	words: wordsOf('personalToken'),
	now: NOW,
} as const;
const response = (parts: Partial<HttpResponse>): HttpResponse => ({
	status: 200,
	headers: {},
	body: {},
	...parts,
});

describe('the service’s own time', () => {
	test('is that of the Date header', () => {
		const headers = { date: 'Sat, 21 Nov 2026 08:13:00 GMT' };
		expect(readAnswer(response({ headers }), asked).serverTime).toBe(
			Date.parse('2026-11-21T08:13:00Z'),
		);
	});

	test.each(['yesterday', '', 'Sat, 21 Foo 2026 08:13:00 GMT', 1_700_000_000, null, []])(
		'is not known when the header is %p: no time is better than a wrong one',
		(date) => {
			expect(readAnswer(response({ headers: { date } }), asked)).not.toHaveProperty('serverTime');
		},
	);
});

describe('Retry-After (S2)', () => {
	const wait = (headers: HttpResponse['headers']) => retryAfterOf(response({ headers }), NOW);

	test.each([
		['3', 3_000],
		[' 0.5 ', 500],
		[3, 3_000],
		[0, 0],
		['0', 0],
	])('%p is in seconds', (value, milliseconds) => {
		expect(wait({ 'retry-after': value })).toBe(milliseconds);
	});

	const until = 'Sat, 21 Nov 2026 08:00:30 GMT';
	test('a date counts from the service’s clock', () => {
		expect(wait({ 'retry-after': until, date: 'Sat, 21 Nov 2026 08:00:20 GMT' })).toBe(10_000);
	});
	test('a date counts from the own clock when the service’s is unreadable', () => {
		expect(wait({ 'retry-after': until, date: 'yesterday' })).toBe(30_000);
		expect(wait({ 'retry-after': until })).toBe(30_000);
	});
	test('a date that has passed is no wait', () => {
		expect(wait({ 'retry-after': 'Sat, 21 Nov 2026 07:00:00 GMT' })).toBe(0);
	});
	test.each(['soon', '', '  ', undefined, null, {}])('%p is none', (value) => {
		expect(wait({ 'retry-after': value })).toBeUndefined();
	});
});

describe('an answer above the size limit (v1 §7)', () => {
	test.each([
		['Response Size Exceeds The Limit', []],
		['RESPONSE EXCEEDS THE LIMIT OF 10 MB', []],
		['Internal error', ['Limit exceeded: 10485760 bytes; lower `limit`']],
		['limit: the response is too large', []],
	])('is known by size and limit in any spelling: %s %j', async (error, messages) => {
		const service = pageService(records(100));
		const client = clientOf(
			(request, number) =>
				Number(request.query.limit) > 30
					? { status: 500, body: { error, messages } }
					: service(request, number),
			{ kind: 'v1ApiKey' },
		);
		expect(idsOf(await read(client, DEALS, { pageSize: 100 }))).toHaveLength(100);
	});

	test.each([
		[500, 'The daily limit was hit'],
		[500, 'The file size is unknown'],
		[400, 'limit exceeds its size'],
	])('is not what a %i says with "%s"', (status, error) => {
		const failed = () => readAnswer(response({ status, body: { error } }), asked);
		expect(failed).toThrow(ServiceError);
		try {
			failed();
		} catch (each) {
			expect(isTooLarge(each)).toBe(false);
		}
	});

	test('a 413 is one whatever it says; no error of ours is', () => {
		const parts = { operation: 'deal.getMany', outcome: 'refused', advice: '' } as const;
		expect(isTooLarge(new ServiceError({ ...parts, status: 413, serviceMessage: '' }))).toBe(true);
		expect(isTooLarge(new Error('413: size limit exceeded'))).toBe(false);
	});
});

const READ = { operation: 'deal.get', path: { id: 1 } } as const;
const BULK: ServiceRequest = { operation: 'customer.createMany', body: { rows: [{ name: 'A' }] } };

describe('a refusal with codes instead of words', () => {
	const refusal = async (body: unknown, request: ServiceRequest = READ) =>
		await failureOf<ServiceError>(clientOf(() => ({ status: 400, body })).send(request));

	test.each<[unknown, RegExp, string[]]>([
		[{ code: 1234, message: 'No such phase' }, /^No such phase \(/, []],
		[
			{ error: 42, messages: ['The name is missing'] },
			/^The name is missing \(/,
			['The name is missing'],
		],
		[{ error: { code: 7, message: 'Deep' } }, /^Deep \(/, []],
		[{ error: { code: 'E7' } }, /^E7 \(/, []],
		[{ error: { messages: ['Deep down'] } }, /^Deep down \(/, ['Deep down']],
		[{ code: 1234 }, /^The service refused the input \(/, []],
		[{ error: 42 }, /^The service refused the input \(/, []],
		[{ error: '  ', message: ' ' }, /^The service refused the input \(/, []],
		[
			{ error: 'X', messages: { name: ['too long', 'odd'], age: 'none' } },
			/^X: name: too long, and 2 more \(/,
			['name: too long', 'name: odd', 'age: none'],
		],
		[{ error: 'X', messages: 'only one' }, /^X: only one \(/, ['only one']],
		[{ error: 'X', messages: [7, null, ''] }, /^X \(/, []],
		[42, /^The service refused the input \(/, []],
	])('%j', async (body, message, details) => {
		const error = await refusal(body);
		expect(error.message).toMatch(message);
		expect(error.details).toEqual(details);
	});

	test.each<[unknown, unknown[]]>([
		[
			[
				{ index: 1, massages: ['a'] },
				{ index: 0, messages: 'b' },
			],
			[
				{ index: 1, messages: ['a'] },
				{ index: 0, messages: ['b'] },
			],
		],
		[
			[
				{ index: '1', messages: ['a'] },
				{ index: 1.5, messages: ['b'] },
				{ messages: ['c'] },
				null,
				7,
			],
			[],
		],
		[{ index: 0, messages: ['a'] }, []],
		['row 1', []],
	])('rows: %j', async (bulkErrors, rows) => {
		expect((await refusal({ error: 'X', bulkErrors }, BULK)).bulkErrors).toEqual(rows);
		expect((await refusal({ error: 'X', bulkErrors })).bulkErrors).toEqual([]);
	});
});

describe('an answer that is no JSON', () => {
	const html = '<!doctype html><h1>Please sign in</h1>';
	const said = (status: number, body: string, operation = 'deal.getMany' as const) => {
		try {
			readAnswer(response({ status, body }), { ...asked, operation });
		} catch (error) {
			return (error as Error).message;
		}
		return 'nothing';
	};

	test.each([401, 403])(
		'a page with a %i is about the credential, not about the address',
		(status) => {
			expect(said(status, html)).toMatch(/token/);
			expect(said(status, html)).not.toMatch(/Base URL/);
		},
	);

	test.each([400, 404, 405])('a page with a %i is about the address', (status) => {
		expect(said(status, html)).toMatch(/Base URL/);
	});

	test('after a write it is not known what was done; after a read there is nothing to know', () => {
		const write = ROUTES.v2['deal.create']!;
		const after = (route: typeof write) => {
			try {
				readAnswer(response({ body: html }), { ...asked, route });
			} catch (error) {
				return (error as Error).message;
			}
			return 'nothing';
		};
		expect(after(write)).toMatch(/not known whether/);
		expect(after(ROUTES.v2['deal.getMany']!)).not.toMatch(/not known whether/);
		expect(after(ROUTES.v2['deal.search']!)).not.toMatch(/not known whether/);
	});
});
