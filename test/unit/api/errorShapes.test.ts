/** The service's own message in an error body of another shape than the documents show (S2). */
import type { IDataObject } from 'n8n-workflow';
import { readErrorBody } from '../../../nodes/SalesManagement/api/errorBody';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { clientOf, failureOf } from '../support/testClient';

const LONG = 'The name is too long';

test.each<[string, unknown, string, string[]]>([
	['a code and details', { error: { code: 'X1', message: 'No', details: [LONG] } }, 'No', [LONG]],
	[
		'details by field',
		{ error: { message: 'No', details: { name: [LONG] } } },
		'No',
		[`name: ${LONG}`],
	],
	['a list of errors', { errors: [{ code: 'X1', detail: LONG }] }, LONG, [LONG]],
	[
		'a list of errors by field',
		{
			message: 'No',
			errors: [
				{ field: 'name', message: LONG },
				{ path: 'age', msg: 'odd' },
			],
		},
		'No',
		[`name: ${LONG}`, 'age: odd'],
	],
	[
		'pointers',
		{ errors: [{ title: 'Bad', detail: LONG, source: { pointer: '/data/name' } }] },
		`/data/name: ${LONG}`,
		[`/data/name: ${LONG}`],
	],
	['a bare list', [{ message: LONG }, { message: 'odd' }], LONG, [LONG, 'odd']],
	['a bare list of texts', [LONG], LONG, [LONG]],
	[
		'problem details',
		{ type: 'about:blank', title: 'Bad input', status: 400, detail: LONG },
		'Bad input',
		[LONG],
	],
	[
		'problem details with a list',
		{ title: 'Bad input', 'invalid-params': [{ name: 'age', reason: 'odd' }] },
		'Bad input',
		['age: odd'],
	],
	[
		'a token’s error',
		{ error: 'invalid_token', error_description: 'It expired' },
		'invalid_token',
		['It expired'],
	],
	['words in an error', { error: { title: 'Bad', detail: LONG } }, 'Bad', [LONG]],
	['other words', { errorMessage: LONG }, LONG, []],
	['a message of three letters', { status: 400, msg: LONG }, LONG, []],
	[
		'violations',
		{ detail: 'No', violations: [{ property: 'age', message: 'odd' }] },
		'No',
		['age: odd'],
	],
	['an envelope', { data: { message: LONG } }, LONG, []],
	['an envelope of an error', { response: { error: { message: LONG } } }, LONG, []],
	['a fault', { fault: { faultstring: LONG, detail: { code: 'X1' } } }, LONG, []],
	['a status', { status: { code: 400, message: LONG } }, LONG, []],
	['a code and a text', { code: 'X1', description: LONG }, LONG, []],
])('%s', (_name, body, message, details) => {
	expect(readErrorBody(body)).toMatchObject({ message, details, isHtml: false });
});

test('fields that are called as texts are stay fields', () => {
	const messages: IDataObject = { title: ['too long'], message: 'odd', description: 'none' };
	expect(readErrorBody({ error: 'X', messages }).details).toEqual([
		...['title: too long', 'message: odd', 'description: none'],
	]);
});

test('what the documents show goes before all else', () => {
	const body = { error: 'E', messages: ['m'], title: 'T', detail: 'D', data: { message: 'in' } };
	expect(readErrorBody(body)).toMatchObject({ message: 'E', details: ['m'] });
	expect(readErrorBody({ code: 'C', data: { message: 'in' } })).toMatchObject({ message: 'C' });
});

test('rows that are named within the error are rows', () => {
	const bulkErrors = [{ index: 1, messages: [LONG] }];
	for (const body of [
		{ error: { code: 'X1', bulkErrors } },
		{ data: { error: 'X1', bulkErrors } },
	]) {
		expect(readErrorBody(body)).toMatchObject({ message: 'X1', bulkErrors });
	}
});

const PAGE = '<!DOCTYPE html><h1>Not Found</h1>';

describe('an address that does not exist', () => {
	const refusal = async (
		operation: 'deal.get' | 'deal.getMany',
		status: number,
		body: unknown = {},
	) =>
		await failureOf<ServiceError>(
			clientOf(() => ({ status, body })).send({ operation, path: { id: 1 } }),
		);

	test.each([404, 410])('a %i of an inferred route names the check', async (status) => {
		const { message } = await refusal('deal.get', status);
		expect(message).toMatch(
			/: check the IDs; when nothing is found at all, check the Base URL .* credential, or run Account > Check, which/,
		);
	});

	test.each([
		[404, PAGE],
		[410, PAGE],
		[405, {}],
		[405, PAGE],
		[200, PAGE],
	])('a %i that is no answer of an inferred route names the check: %j', async (status, body) => {
		const { message } = await refusal('deal.get', status, body);
		expect(message).toMatch(/: check the Base URL .* credential, or run Account > Check, which/);
	});

	test.each([
		[404, {}],
		[404, PAGE],
		[405, {}],
		[200, PAGE],
	])(
		'so does a %i of one that the documents show, since a deployment may have moved it: %j',
		async (status, body) => {
			const { message } = await refusal('deal.getMany', status, body);
			expect(message).toMatch(/check the Base URL .* credential, or run Account > Check, which/);
		},
	);
});

test.each<[IDataObject, string]>([
	[{ key: 'closingMonth', message: LONG }, `closingMonth: ${LONG}`],
	[{ itemKey: 'closingMonth', msg: LONG }, `closingMonth: ${LONG}`],
	[{ field_name: 'closingMonth', error: LONG }, `closingMonth: ${LONG}`],
	[{ property: 'closingMonth', errorMessage: LONG }, `closingMonth: ${LONG}`],
	[{ propertyPath: 'closingMonth', title: 'Bad', description: LONG }, `closingMonth: ${LONG}`],
	[{ param: 'closingMonth', location: 'body', msg: LONG }, `closingMonth: ${LONG}`],
	[
		{ objectName: 'customer', field: 'closingMonth', defaultMessage: LONG },
		`closingMonth: ${LONG}`,
	],
	[{ path: ['customers', 0, 'closingMonth'], message: LONG }, `customers.0.closingMonth: ${LONG}`],
	[{ loc: ['body', 'closingMonth'], msg: LONG, type: 'x' }, `body.closingMonth: ${LONG}`],
	[{ instancePath: '/closingMonth', keyword: 'maximum', message: LONG }, `/closingMonth: ${LONG}`],
	[{ resource: 'customer', field: 'closingMonth', code: 'invalid' }, 'closingMonth: invalid'],
	[{ target: 'closingMonth', code: 'X1', message: LONG }, `closingMonth: ${LONG}`],
	[{ source: { parameter: 'closingMonth' }, title: 'Bad', detail: LONG }, `closingMonth: ${LONG}`],
	[{ path: [], message: LONG }, LONG],
	[{ path: [0], message: LONG }, LONG],
	[{ path: { name: 'x' }, message: LONG }, LONG],
])('what an entry is about: %j', (entry, line) => {
	expect(readErrorBody({ message: 'No', errors: [entry] }).details).toEqual([line]);
	expect(readErrorBody({ error: 'No', messages: [entry] }).details).toEqual([line]);
});
