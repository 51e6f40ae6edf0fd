/** The same requests to a sandbox that speaks one dialect or another, and what was answered. */
import { request } from 'undici';
import type { SandboxClient } from './sandboxClient';
import { composite, dealForm, filterOf, type Fields } from './sandboxClient';

export interface Told {
	status: number;
	headers: Record<string, unknown>;
	text: string;
	/** The text itself where it is no JSON. */
	body: unknown;
}
export type Transcript = Record<string, Told>;

/** A customer of the transcript was last updated here. */
export const moment = '2026-02-01T00:00:00.000Z';
const next = '2026-02-01T00:00:00.001Z';
const nameIs = (stringValue: string) => filterOf('name', '=', { stringValue });
const bearsNoMeaning = ['connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** One request; the token is the personal one, or the key of v1, unless another is given. */
export async function ask(
	{ sandbox }: SandboxClient,
	method: string,
	path: string,
	{ body, token = sandbox.credentials.personal }: { body?: unknown; token?: string } = {},
): Promise<Told> {
	const answer = await request(new URL(sandbox.v2).origin + path, {
		method: method as 'GET',
		headers: {
			...{ 'content-type': 'application/json', 'x-api-key': sandbox.credentials.v1 },
			...(token === '' ? {} : { authorization: `Bearer ${token}` }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	// Not as text(), which leaves out a byte order mark.
	const text = Buffer.from(await answer.body.arrayBuffer()).toString();
	const headers = Object.fromEntries(
		Object.entries(answer.headers).filter(([name]) => !bearsNoMeaning.includes(name)),
	);
	return { status: answer.statusCode, headers, text, body: read(text) };
}

function read(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

const reads = [
	...['/v2/users/me', '/v2/users', '/v2/user_groups', '/v2/roles', '/v2/customers/1'],
	...[
		'/v2/customers?limit=1000',
		'/v2/customers?limit=2&sort=updatedAt',
		'/v2/customers?per_page=2',
	],
	...['/v2/customers?searchWord=nobody-at-all', '/v2/customers?q=nobody-at-all'],
	...['/v2/customers?updatedAtFrom=2099-01-01T00:00:00Z'],
	...['/v2/customers?updated_at_from=2099-01-01T00:00:00Z'],
	`/v2/customers?updatedAtFrom=${moment}&updatedAtTo=${moment}`,
	`/v2/customers?updatedAtFrom=${moment}&updatedAtTo=${next}`,
	...['/v2/deals?limit=3', '/v2/deals/1', '/v2/deals/1/contacts', '/v2/contacts?limit=3'],
	...['/v2/contacts/1', '/v2/customers/all/actions?limit=3', '/v2/contacts/all/actions?limit=3'],
	...['/v2/actions?limit=3', '/v2/actions/2', '/v2/custom_object_defs/asset/custom_objects'],
	...['/v2/nowhere', '/v2/customers/999999', '/v2/customers/one', '/v1/domains/settings'],
	...['/v1/users', '/v1/customers?page=2&limit=5', '/v1/deals?limit=100', '/v1/deals/1'],
	...['/v1/customer_custom_items', '/v1/deal_product_detail_types', '/v1/nowhere'],
];

type Write = readonly [method: string, path: string, body?: unknown, as?: string];
const writes: Write[] = [
	['POST', '/v2/customers', { name: 'Made' }],
	['PATCH', '/v2/customers/1', { address: 'Moved' }],
	['POST', '/v2/deals', dealForm({ amount: 1000 })],
	['POST', '/v2/customers/bulk', { customers: [{ name: 'One' }, { name: 'Two' }] }],
	['PATCH', '/v2/deal_types/1/deals/bulk', { deals: [{ id: 1, memo: 'Changed' }] }],
	['DELETE', '/v2/contacts/2'],
	['DELETE', '/v2/contacts/2', undefined, 'once more'],
	['POST', '/v2/customers', { name: '' }, 'refused'],
	['POST', '/v1/customers', { name: 'Made' }],
	['POST', '/v1/customers', {}, 'refused'],
	['POST', '/v1/customers/bulk', { customers: [{ name: 'Good' }, {}] }],
	['PATCH', '/v1/customers/1', { address: 'Moved on' }],
	['POST', '/v2/customers/search', { filter: nameIs('ACME LTD') }, 'for ACME LTD'],
	['POST', '/v2/customers/search', { filter: nameIs('Made'), limit: 1 }, 'for what was made'],
	['POST', '/v1/deals/search', { filter: composite('AND'), page: 1, limit: 2 }],
	['GET', '/v2/customers?limit=2', undefined, 'after the writes'],
];

/** All requests in turn, of a sandbox that starts over for them: keyed `GET /v2/customers/1`. */
export async function transcript(api: SandboxClient, dialects: string[]): Promise<Transcript> {
	await api.reset();
	const many = Array.from({ length: 120 }, (_, index) => ({ name: `Customer ${index}` }));
	const acme = { name: 'Acme Ltd', createdAt: moment, updatedAt: moment };
	await api.records('customer', [acme, ...many]);
	await api.advance(60 * 60 * 1000);
	const nobody = await api.token({ kind: 'personal', permissions: [] });
	const first = await ask(api, 'GET', '/v2/customers?limit=2');
	await api.steer('/dialects', dialects, 'PUT');
	const told: Transcript = {};
	const tell = async (...[method, path, body, as]: Write) => {
		told[[method, path, as].filter(Boolean).join(' ')] = await ask(api, method, path, { body });
	};
	for (const path of reads) await tell('GET', path);
	told['without a token'] = await ask(api, 'GET', '/v2/customers', { token: '' });
	told['without permissions'] = await ask(api, 'GET', '/v2/customers', { token: nobody });
	const page = {
		cursor: cursorOf(first),
		started: cursorOf(await ask(api, 'GET', '/v2/customers?limit=2')),
	};
	told['the page behind cursor'] = await goOn(api, 'cursor', page.cursor);
	told['the page behind page_token'] = await goOn(api, 'page_token', page.cursor);
	for (const write of writes) await tell(...write);
	told['the page behind cursor after the writes'] = await goOn(api, 'cursor', page.started);
	await api.advance(2 * 60 * 1000);
	told['the page behind cursor two minutes later'] = await goOn(api, 'cursor', page.started);
	await api.options({ dailyLimit: { personal: 0 } });
	told['too many requests'] = await ask(api, 'GET', '/v2/customers/1');
	return told;
}

const goOn = (api: SandboxClient, name: 'cursor' | 'page_token', cursor: string) =>
	ask(api, 'GET', `/v2/customers?limit=2&${name}=${cursor}`);

/** The cursor of a page, wherever it stands. */
function cursorOf({ text, headers }: Told): string {
	const told = /"(?:next_?[cC]ursor|next)":"([^"]*)"/.exec(text)?.[1];
	return told ?? String(headers['x-next-cursor']);
}

/** What stands at a path of an answer: `body.customers.0.id`. */
export function at(told: Told | undefined, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, name) =>
				typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined,
			told,
		);
}
