/** A token that the service repeats, in whatever form, comes into no message and no item. */
import tables from './secrets.json';
import { runNode } from '../../harness';
import { serve } from '../http/support/server';

const TOKEN = 'svcp_ab/cd/ef0123456789XYZ';
/** As PHP writes JSON. */
const withSlashes = (value: unknown) => JSON.stringify(value).replaceAll('/', '\\/');
interface Case {
	/** The body of the response, as it is. */
	readonly raw: string;
	readonly status?: number;
	readonly operation?: string;
	readonly token?: string;
}

/** All that a run shows: its item, its error, and everything as text. */
async function shown({ raw, status = 200, operation = 'customer.create', token = TOKEN }: Case) {
	const headers = { 'content-type': 'application/json' };
	const server = await serve(() => ({ status, headers, body: raw }));
	const [resource, name] = operation.split('.');
	try {
		const { items, error } = await runNode({
			parameters: {
				authentication: 'personalToken',
				resource,
				operation: name,
				output: 'raw',
				...(operation === 'customer.getMany' ? {} : { name: 'A', options: { output: 'raw' } }),
			},
			credentials: {
				salesManagementPersonalTokenApi: {
					baseUrl: `${server.url}/v2`,
					requestsPerSecond: 1000,
					accessToken: token,
				},
			},
		});
		const item = items[0]?.json;
		const message = error?.message ?? '';
		return { item, message, text: JSON.stringify([item, message, error?.description, error]) };
	} finally {
		await server.close();
	}
}

describe.each([
	['as PHP escapes it', withSlashes],
	['as it is', JSON.stringify],
])('a token %s', (_form, written) => {
	test.each(tables.places)('in $where', async ({ status, operation, body, told }) => {
		const { message, text } = await shown({ status, operation, raw: written(body) });
		expect(message).toContain(told);
		expect(text).not.toContain('svcp_ab');
	});

	test("in a record's name and in one of its keys", async () => {
		const raw = written({ id: 1, name: `x ${TOKEN}`, more: [{ [TOKEN]: 2 }] });
		expect((await shown({ raw })).item).toEqual({ id: 1, name: 'x ***', more: [{ '***': 2 }] });
	});
});

test.each([TOKEN, 'zqzqzqzqzq'])(
	'a text that is cut in the middle of %s shows no part',
	async (token) => {
		for (const before of [270, 280, 290, 292, 299]) {
			const raw = withSlashes({ error: 'y'.repeat(before) + token });
			expect((await shown({ status: 400, raw, token })).text).not.toContain(token.slice(0, 2));
		}
	},
);

test.each([
	['URL-encoded', encodeURIComponent(TOKEN)],
	['in JSON inside JSON', withSlashes({ token: TOKEN })],
])('a token %s', async (_form, form) => {
	const { text } = await shown({ raw: withSlashes({ error: `sent: ${form}.` }) });
	expect(text).toContain('***');
	expect(text).not.toMatch(/0123456789/);
});

test('in text that is no JSON', async () => {
	const { message } = await shown({ status: 400, raw: `Bad token ${TOKEN}` });
	expect(message).toContain('Bad token ***');
});

describe('a short token', () => {
	test.each([200, 400])('is struck where it stands by itself (%d)', async (status) => {
		const token = 'svcp_short1';
		for (const around of ['the key # has expired', '#', '"#"', 'key=#&a', 'Bearer%20#']) {
			const raw = JSON.stringify({ error: around.replace('#', token) });
			expect((await shown({ status, token, raw })).text).not.toContain(token);
		}
	});

	test.each(tables.left)(
		'$token is left in a record that holds "$name", which is its own text',
		async ({ token, name }) => {
			const raw = JSON.stringify({ id: 1, name });
			expect((await shown({ token, raw })).item).toEqual({ id: 1, name });
		},
	);
});

test('what holds no token is passed on as it is, whatever its keys', async () => {
	const raw = '{"id":1,"name":"\\/ \\u0041 %2F","toString":{"a":[null,true,1.5,"x"]}}';
	expect((await shown({ raw })).item).toEqual(JSON.parse(raw));
});
