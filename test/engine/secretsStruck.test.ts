/** A token that the service repeats, in whatever form, comes into no message and no item. */
import type { IDataObject } from 'n8n-workflow';
import { runAnswered } from './support/answering';

const TOKEN = 'svcp_ab/cd/ef0123456789XYZ';
/** As PHP writes JSON. */
const withSlashes = (value: unknown) => JSON.stringify(value).replaceAll('/', '\\/');
const withCodes = (value: unknown) =>
	JSON.stringify(value).replace(
		/[/_a]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

interface Case {
	readonly status?: number;
	readonly raw: string;
	readonly operation?: string;
	readonly token?: string;
	readonly continueOnFail?: boolean;
}

const NAME = { name: 'A' };

/** All that a run shows: its items, its error, the error's description. */
async function shown({ status = 200, raw, operation, token, continueOnFail = true }: Case) {
	const { items, error } = await runAnswered({
		operation: operation ?? 'customer.create',
		token: token ?? TOKEN,
		answer: () => ({ status, body: raw, headers: { 'content-type': 'application/json' } }),
		call: {
			parameters: /\.create/.test(operation ?? '.create') ? NAME : {},
			continueOnFail,
		},
	});
	const text = JSON.stringify([
		items.map(({ json }) => json),
		error?.message ?? '',
		error?.description ?? '',
	]);
	return { items, error, text };
}

const SAID = { error: `token ${TOKEN} has expired` };

describe.each([
	['as PHP escapes it', withSlashes],
	['in character codes', withCodes],
	['as it is', JSON.stringify],
])('a token %s', (_form, written) => {
	test.each<[string, string, unknown]>([
		['an error with success, of Create', 'customer.create', SAID],
		['an error with success, of Create Many', 'customer.createMany', SAID],
		['a row error', 'customer.createMany', [SAID]],
		['a list with an error', 'customer.getMany', { ...SAID, customers: [] }],
	])('in %s', async (_where, operation, body) => {
		const { text } = await shown({ operation, raw: written(body) });
		expect(text).toContain('token *** has expired');
		expect(text).not.toContain('svcp_ab');
	});

	test("in a record's name and in one of its keys", async () => {
		const raw = written({ id: 1, name: `x ${TOKEN}`, more: [{ [TOKEN]: 2 }] });
		const { items } = await shown({ raw });
		expect(items[0]?.json).toEqual({ id: 1, name: 'x ***', more: [{ '***': 2 }] });
	});

	test('in a refusal, its messages and their keys', async () => {
		const body = { error: 'x', messages: { [TOKEN]: [`bad ${TOKEN}`] } };
		const { error, text } = await shown({ status: 400, raw: written(body), continueOnFail: false });
		expect(error?.message).toContain('***: bad ***');
		expect(text).not.toContain('svcp_ab');
	});
});

test.each([270, 280, 290, 299])(
	'a text that is cut %d characters on, in the middle of it, shows no part',
	async (before) => {
		const raw = withSlashes({ error: 'y'.repeat(before) + TOKEN });
		expect((await shown({ status: 400, raw })).text).not.toContain('sv');
	},
);

test.each([
	['URL-encoded', encodeURIComponent(TOKEN)],
	['URL-encoded in small letters', encodeURIComponent(TOKEN).toLowerCase().replace('xyz', 'XYZ')],
	['URL-encoded twice', encodeURIComponent(encodeURIComponent(TOKEN))],
	['in JSON inside JSON', withSlashes({ token: TOKEN })],
	['in JSON inside JSON inside JSON', withSlashes({ sent: withCodes({ token: TOKEN }) })],
])('a token %s', async (_form, form) => {
	const { text } = await shown({ raw: withSlashes({ error: `sent: ${form}.` }) });
	expect(text).toContain('***');
	expect(text).not.toMatch(/0123456789/);
});

test('in text that is no JSON', async () => {
	const { text } = await shown({ status: 400, raw: `Bad token ${TOKEN}` });
	expect(text).toContain('Bad token ***');
});

describe('a short token', () => {
	const short = 'svcp_short1';

	test.each([200, 400])('is struck where it stands by itself (%d)', async (status) => {
		for (const around of ['the key # has expired', '#', '"#"', 'key=#&a', 'Bearer%20#']) {
			const said = around.replace('#', short);
			const { text } = await shown({ status, token: short, raw: JSON.stringify({ error: said }) });
			expect(text).not.toContain(short);
		}
	});

	test.each<[string, string]>([
		['abc', 'abc'],
		['a-1', 'a-1'],
		['test', 'a test'],
		['20261122', '20261122'],
		['ab-1', 'tab-12'],
		['svcp_short1', 'svcp_short12'],
	])('%s is left in a record that holds "%s", which is its own text', async (token, name) => {
		const { items } = await shown({ token, raw: JSON.stringify({ id: 1, name }) });
		expect(items[0]?.json).toEqual({ id: 1, name });
	});
});

test('what holds no token is passed on as it is, whatever its keys', async () => {
	const raw = '{"id":1,"name":"\\/ \\u0041 %2F","toString":{"a":[null,true,1.5,"x"]}}';
	const { items } = await shown({ raw });
	expect(items[0]?.json).toEqual(JSON.parse(raw) as IDataObject);
});
